import { hours, type Instant } from '#domain/cairo'
import { banks, WithdrawMethod } from '#domain/withdrawals/receiver'
import { MIN_WITHDRAWAL } from '#domain/withdrawals/request'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import type { Lesson } from './lessons.ts'
import type { Outcomes } from './outcomes.ts'
import { DAY } from './people.ts'
import { type Random, seeded } from './random.ts'
import type { Tutor } from './tutors.ts'

export type Withdrawal = {
  id: number
  userId: number
  method: WithdrawMethod
  receiver: string
  /** Piastres. */
  amount: number
  status: WithdrawalStatus
  note: string | null
  adminNote: string | null
  at: Instant
  /** When an admin decided, or when the tutor asked for the cancellation. */
  changedAt: Instant
}

const { PendingApproval, PendingCancellation, Canceled, Approved, Rejected } = WithdrawalStatus
/** The statuses of the demo's withdrawals, used in turn. */
const STATUS_CYCLE = [
  Approved,
  PendingApproval,
  Approved,
  PendingCancellation,
  Rejected,
  PendingApproval,
  Approved,
  Canceled,
  PendingApproval,
] as const

const ADMIN_NOTES: Partial<Record<WithdrawalStatus, string>> = {
  [Approved]: '<p>اتحوّل المبلغ، شكرًا على تعبك معانا.</p>',
  [Rejected]: '<p>رقم المحفظة مش باسمك، راجع البيانات وابعت طلب جديد.</p>',
  [Canceled]: '<p>اتلغى بناءً على طلبك.</p>',
}

function receiverOf(random: Random, tutor: Tutor): Pick<Withdrawal, 'method' | 'receiver'> {
  const method = random.pick([
    WithdrawMethod.Wallet,
    WithdrawMethod.Wallet,
    WithdrawMethod.Bank,
    WithdrawMethod.Instapay,
  ])
  if (method === WithdrawMethod.Wallet) return { method, receiver: tutor.phone }
  if (method === WithdrawMethod.Bank)
    return {
      method,
      receiver: `${random.pick(banks)}:${random.int(1_000_000, 9_999_999)}${random.int(100_000, 999_999)}`,
    }
  const [name = 'tutor'] = tutor.email.split(/[.@]/)
  return { method, receiver: `${name}${tutor.id}@instapay` }
}

/** Piastres credited for lessons by an instant. */
const earnedBy = (lessons: readonly Lesson[], outcomes: Outcomes, tutorId: number, by: Instant) =>
  lessons
    .filter(({ id, tutorId: teacher }) => teacher === tutorId && (outcomes.get(id)?.earnedAt ?? by + 1) <= by)
    .reduce((sum, lesson) => sum + lesson.price, 0)

/** One withdrawal each of tutors who had earned enough some days ago, in every status. */
export function withdrawalsOf(
  tutors: readonly Tutor[],
  lessons: readonly Lesson[],
  outcomes: Outcomes,
  now: Instant,
): Withdrawal[] {
  const random = seeded('withdrawals')
  const eligible = tutors.flatMap((tutor) => {
    const at = now - random.int(1, 12) * DAY - random.int(0, 20) * hours(1)
    const earned = earnedBy(lessons, outcomes, tutor.id, at)
    return earned >= MIN_WITHDRAWAL + 50_00 ? [{ tutor, at, earned }] : []
  })
  return eligible.slice(0, STATUS_CYCLE.length * 2).map(({ tutor, at, earned }, place) => {
    const status = STATUS_CYCLE[place % STATUS_CYCLE.length] ?? PendingApproval
    const maxUnits = Math.floor(earned / 50_00)
    return {
      id: place + 1,
      userId: tutor.id,
      ...receiverOf(random, tutor),
      amount: random.int(Math.max(2, maxUnits - 2), maxUnits) * 50_00,
      status,
      note: random.chance(0.3) ? 'ياريت قبل أول الشهر، شكرًا.' : null,
      adminNote: ADMIN_NOTES[status] ?? null,
      at,
      changedAt: status === PendingApproval ? at : Math.min(now, at + random.int(5, 60) * hours(1)),
    }
  })
}
