import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { staffSearch } from '#contract/staff-search'
import type { Db } from '#db/client'
import { lessons } from '#db/schema/lessons'
import { orders } from '#db/schema/orders'
import { users } from '#db/schema/users'
import { withdrawals } from '#db/schema/withdrawals'
import { latinDigits } from '#domain/digits'
import { normalOrderNumber } from '#domain/payments/order-number'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { accountSearches, isAmong } from '../http/filters.ts'

/** Results of each kind. */
const MOST = 8
/** Ids are safe integers; a longer number is a phone number or an order's number. */
const MAX_ID = Number.MAX_SAFE_INTEGER

/** The id in the search text, with or without `#`; null for anything else. */
function idIn(words: string): number | null {
  const [, digits] = /^#?(\d{1,16})$/.exec(latinDigits(words)) ?? []
  const id = Number(digits ?? 0)
  return id > 0 && id <= MAX_ID ? id : null
}

/** The query whose rows `firstFound` takes: the account with this id, and the newest accounts that contain the words. */
function findPeople(db: Db, words: string, id: number | null) {
  const searches = accountSearches(words, MOST).map((search) => sql`SELECT id FROM (${search})`)
  const ids = sql.join([sql`SELECT ${id} AS id`, ...searches], sql` UNION ALL `)
  return db
    .select({
      id: users.id,
      name: users.name,
      englishName: users.englishName,
      image: users.image,
      email: users.email,
      phone: users.phone,
      role: users.role,
    })
    .from(users)
    .where(isAmong(users.id, ids))
}

/** The account with this id first, then the newest accounts with the words in their name, e-mail or phone. */
const firstFound = (rows: Awaited<ReturnType<typeof findPeople>>, id: number | null) =>
  rows
    .toSorted((one, other) => Number(other.id === id) - Number(one.id === id) || other.id - one.id)
    .slice(0, MOST)
    .map((row) => ({ ...row, image: uploadUrl(row.image) }))

const byNumber = (words: string, id: number | null): SQL | undefined =>
  or(
    id === null ? undefined : eq(orders.id, id),
    eq(orders.providerRefNum, words),
    eq(orders.merchantRefNum, words),
    eq(orders.providerOrderId, words),
  )

const findOrders = (db: Db, words: string, id: number | null) =>
  db
    .select({
      id: orders.id,
      userId: orders.userId,
      amount: orders.amount,
      status: orders.status,
      providerRefNum: orders.providerRefNum,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(byNumber(words, id))
    .limit(MOST)

/** An id that no row has. */
const NO_ID = 0

const findLessons = (db: Db, id: number | null) =>
  db
    .select({
      id: lessons.id,
      start: lessons.start,
      duration: lessons.duration,
      canceledAt: lessons.canceledAt,
    })
    .from(lessons)
    .where(eq(lessons.id, id ?? NO_ID))

const findWithdrawals = (db: Db, id: number | null) =>
  db
    .select({
      id: withdrawals.id,
      userId: withdrawals.userId,
      amount: withdrawals.amount,
      status: withdrawals.status,
      createdAt: withdrawals.createdAt,
    })
    .from(withdrawals)
    .where(eq(withdrawals.id, id ?? NO_ID))

/** The results of the dashboard's command palette (docs/rules/staff.md 8.1); every search uses an index. */
export const search = reading(
  ({ db, query }: ReadRequest<typeof staffSearch>) => {
    const words = latinDigits(query.q)
    const id = idIn(words)
    return [
      findPeople(db, words, id),
      findOrders(db, normalOrderNumber(query.q), id),
      findLessons(db, id),
      findWithdrawals(db, id),
    ]
  },
  async ({ query }, [people, orders, foundLessons, foundWithdrawals]) => ({
    people: firstFound(people, idIn(query.q)),
    orders,
    lessons: foundLessons,
    withdrawals: foundWithdrawals,
  }),
)
