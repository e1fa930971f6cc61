import { eq, or, type SQL } from 'drizzle-orm'
import type { staffSearch } from '#contract/staff-search'
import type { Db } from '#db/client'
import { lessons } from '#db/schema/lessons'
import { transactions } from '#db/schema/transactions'
import { users } from '#db/schema/users'
import { withdrawals } from '#db/schema/withdrawals'
import { latinDigits } from '#domain/digits'
import { uploadUrl } from '../files/store.ts'
import type { Act } from '../http/bind.ts'
import { accountSearches, isAmong } from '../http/filters.ts'

/** Of each kind. */
const MOST = 8
/** Ids are safe integers: a longer number is a phone or an order's. */
const MAX_ID = Number.MAX_SAFE_INTEGER

/** The id that the words are, with or without `#`; null for anything else. */
function idIn(words: string): number | null {
  const [, digits] = /^#?(\d{1,16})$/.exec(latinDigits(words)) ?? []
  const id = Number(digits ?? 0)
  return id > 0 && id <= MAX_ID ? id : null
}

/** Whoever has this id stands first, then the newest accounts with the words in their name, e-mail or phone. */
async function findPeople(db: Db, words: string, id: number | null) {
  const searches = accountSearches(words, MOST).map((search) => db.all<{ id: number }>(search))
  const found = (await Promise.all(searches)).flat().map((row) => row.id)
  const ids = [...new Set([...(id === null ? [] : [id]), ...found.toSorted((one, other) => other - one)])]
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      image: users.image,
      email: users.email,
      phone: users.phone,
      role: users.role,
    })
    .from(users)
    .where(isAmong(users.id, ids))
  return rows
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .slice(0, MOST)
    .map((row) => ({ ...row, image: uploadUrl(row.image) }))
}

const byNumber = (words: string, id: number | null): SQL | undefined =>
  or(
    id === null ? undefined : eq(transactions.id, id),
    eq(transactions.providerRefNum, words),
    eq(transactions.merchantRefNum, words),
    eq(transactions.providerOrderId, words),
  )

const findOrders = (db: Db, words: string, id: number | null) =>
  db
    .select({
      id: transactions.id,
      userId: transactions.userId,
      amount: transactions.amount,
      status: transactions.status,
      providerRefNum: transactions.providerRefNum,
      createdAt: transactions.createdAt,
    })
    .from(transactions)
    .where(byNumber(words, id))
    .limit(MOST)

const findLessons = async (db: Db, id: number | null) =>
  id === null
    ? []
    : db
        .select({
          id: lessons.id,
          start: lessons.start,
          duration: lessons.duration,
          canceledAt: lessons.canceledAt,
        })
        .from(lessons)
        .where(eq(lessons.id, id))

const findWithdrawals = async (db: Db, id: number | null) =>
  id === null
    ? []
    : db
        .select({
          id: withdrawals.id,
          userId: withdrawals.userId,
          amount: withdrawals.amount,
          status: withdrawals.status,
          createdAt: withdrawals.createdAt,
        })
        .from(withdrawals)
        .where(eq(withdrawals.id, id))

/** What the command palette finds while somebody types (docs/rules/staff.md 8.1); every search is an index's. */
export const search: Act<typeof staffSearch> = async ({ db, query }) => {
  const words = latinDigits(query.q)
  const id = idIn(words)
  const [people, orders, foundLessons, foundWithdrawals] = await Promise.all([
    findPeople(db, words, id),
    findOrders(db, words.replace(/^#/, ''), id),
    findLessons(db, id),
    findWithdrawals(db, id),
  ])
  return { people, orders, lessons: foundLessons, withdrawals: foundWithdrawals }
}
