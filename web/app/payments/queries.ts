import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listLessons } from '#contract/calls/lessons'
import { listSubscriptions } from '#contract/calls/subscriptions'
import { listTransactions } from '#contract/calls/transactions'
import type { LessonWithMembers } from '#contract/lessons'
import { fromIso, type Instant, toIso } from '#domain/cairo'
import { refundPrice } from '#domain/lessons/price'
import type { Piastres } from '#domain/money'
import { lessonsTaken, type PaidOrder, refundOnCancel, type TakenLesson } from '#domain/subscriptions/cancellation'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'

export const PAGE_SIZE = 10
const LARGEST_PAGE = 100

/** A page of everything the student ever ordered, newest first. */
export const ordersQuery = (userId: number, page: number) =>
  queryOptions({
    queryKey: [...keys.orders, 'list', userId, page],
    queryFn: ({ signal }) => request(listTransactions, { query: { page, size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The subscriptions that orders began, by the order. */
export const boughtSubscriptionsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...keys.subscription, userId, 'bought'],
    queryFn: async ({ signal }) => {
      const { list } = await request(listSubscriptions, { query: { page: 1, size: LARGEST_PAGE } }, { signal })
      return new Map(list.flatMap((one) => (one.txId === null ? [] : [[one.txId, one] as const])))
    },
  })

const takenLesson = ({ lesson, outcome }: LessonWithMembers): TakenLesson => ({
  start: fromIso(lesson.start),
  // Of one's own lesson it is known.
  price: refundPrice({ price: lesson.price ?? 0, duration: lesson.duration }),
  canceledAt: lesson.canceledAt === null ? null : fromIso(lesson.canceledAt),
  isCharged: outcome?.isCharged ?? false,
})

/** Every lesson of the student, from the subscription's beginning on. */
async function lessonsSince(userId: number, start: Instant, signal: AbortSignal): Promise<TakenLesson[]> {
  const taken: TakenLesson[] = []
  for (let page = 1; ; page++) {
    const query = { users: [userId], after: toIso(start), page, size: LARGEST_PAGE }
    const { list, total } = await request(listLessons, { query }, { signal })
    taken.push(...list.map(takenLesson))
    if (list.length < LARGEST_PAGE || taken.length >= total) return taken
  }
}

/** What was paid for a subscription: with its own order, with those that changed its plan, and for more minutes. */
async function paymentsOf({ start, end, order }: Bought, signal: AbortSignal) {
  const query = { paidAt: { gte: toIso(start), lte: toIso(end) }, page: 1, size: LARGEST_PAGE }
  const { list } = await request(listTransactions, { query }, { signal })
  const more = list.filter(({ secondPaymentOf }) => secondPaymentOf === null)
  const changes = more.filter(({ changesPlan }) => changesPlan)
  const left = ({ amount, refundedAmount }: PaidOrder) => amount - refundedAmount
  return {
    paid: [order, ...changes].reduce<PaidOrder>(
      (sum, { amount, refundedAmount }) => ({
        amount: sum.amount + amount,
        refundedAmount: sum.refundedAmount + refundedAmount,
      }),
      { amount: 0, refundedAmount: 0 },
    ),
    toppedUp: more.filter(({ topUpMinutes }) => topUpMinutes !== null).reduce((sum, one) => sum + left(one), 0),
  }
}

/** The refund of a cancellation and its reason, in piastres: by the same rule as on the server. */
export type RefundPreview = {
  paid: PaidOrder
  lessonsTaken: number
  lessonsPrice: Piastres
  refund: Piastres
  nextLesson: Instant | null
}

type Bought = { userId: number; start: Instant; end: Instant; order: { amount: Piastres; refundedAmount: Piastres } }

export function refundQuery(bought: Bought) {
  const { userId, start, end, order } = bought
  return queryOptions({
    queryKey: [...keys.lessons, 'refund', userId, start, order.amount, order.refundedAmount],
    queryFn: async ({ signal }): Promise<RefundPreview> => {
      const [lessons, { paid, toppedUp }] = await Promise.all([
        lessonsSince(userId, start, signal),
        paymentsOf(bought, signal),
      ])
      const at = now()
      const taken = lessonsTaken(start, lessons, at)
      const coming = lessons
        .filter((lesson) => lesson.canceledAt === null && lesson.start > at && lesson.start < end)
        .map((lesson) => lesson.start)
      return {
        paid,
        lessonsTaken: taken.length,
        lessonsPrice: taken.reduce((sum, { price }) => sum + price, 0),
        refund: refundOnCancel(paid, start, lessons, at, toppedUp),
        nextLesson: coming.length > 0 ? Math.min(...coming) : null,
      }
    },
    // A cached refund would promise an amount that is no longer true.
    staleTime: 0,
    gcTime: 0,
  })
}
