import { and, asc, between, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { journalEntries, ledgerChanges, postings } from '#db/schema/ledger'
import { lessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { refunds } from '#db/schema/orders'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant } from '#domain/cairo'
import type { Fact } from '#domain/withdrawals/ledger-entries'
import { addedKinds, type Ids, type Part, type ProvenTo, partsOfRows } from '#domain/withdrawals/ledger-parts'
import { OPEN_THEN } from './ledger-absences.ts'
import { isToTutor } from './ledger-proof.ts'
import { within } from './ledger-within.ts'

/** Rows of a kind that one night proves at most; the next night continues. */
const MOST_ROWS = 50_000

type AddedKind = (typeof addedKinds)[number]
type Highest = Ids & Record<AddedKind, number>

/** The highest id of each kind of row that the proof covers. */
export async function highestIds(db: Db): Promise<Highest> {
  const highest = (table: string) => sql`COALESCE((SELECT MAX(id) FROM ${sql.raw(table)}), 0)`
  const [ids] =
    await db.all<Highest>(sql`SELECT ${highest('journal_entries')} AS entries, ${highest('accounts')} AS accounts,
    ${highest('subscriptions')} AS subscriptions, ${highest('transactions')} AS orders, ${highest('lessons')} AS lessons,
    ${highest('lesson_decisions')} AS decisions, ${highest('withdrawals')} AS withdrawals, ${highest('refunds')} AS refunds,
    ${highest('minute_entries')} AS minutes`)
  if (!ids) throw new Error('SELECT answered no row')
  return ids
}

const eachAdded = <T>(make: (kind: AddedKind) => T) =>
  Object.fromEntries(addedKinds.map((kind) => [kind, make(kind)])) as Record<AddedKind, T>

/** The initial progress of the proof: additions are proven from now on. */
export const provenToThese = (highest: Highest, now: Instant): ProvenTo =>
  Object.assign(
    eachAdded((kind) => highest[kind]),
    { lessons: now },
  )

/** The added ids, both ends inclusive. */
type Added = Record<AddedKind, { from: number; to: number }>

const addedSince = (since: ProvenTo, highest: Highest): Added =>
  eachAdded((kind) => ({ from: since[kind] + 1, to: Math.min(highest[kind], since[kind] + MOST_ROWS) }))

const idsOf = ({ from, to }: { from: number; to: number }) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Selects what was added or changed. */
const changeStatements = (db: Db, added: Added, since: ProvenTo, now: Instant) => {
  const isAdded = (column: SQL, kind: AddedKind) => between(column, added[kind].from, added[kind].to)
  return [
    db.select().from(ledgerChanges).orderBy(asc(ledgerChanges.id)).limit(MOST_ROWS),
    db
      .select({ fact: journalEntries.factKind, id: journalEntries.factId })
      .from(journalEntries)
      .where(isAdded(sql`${journalEntries.id}`, 'entries')),
    // Only a debit can make a balance negative.
    db
      .select({ account: sql<number>`p.account_id` })
      .from(sql`${postings} p`)
      .where(and(isAdded(sql`p.entry_id`, 'entries'), sql`p.amount < 0`, isToTutor)),
    db
      .select({ order: refunds.orderId })
      .from(refunds)
      .where(isAdded(sql`${refunds.id}`, 'refunds')),
    db
      .select({ subscription: minuteEntries.subscriptionId })
      .from(minuteEntries)
      .where(isAdded(sql`${minuteEntries.id}`, 'minutes')),
    db
      .select({ id: lessons.id, start: lessons.start })
      .from(lessons)
      .where(and(gt(lessons.start, since.lessons - OPEN_THEN), lte(lessons.start, now)))
      .orderBy(asc(lessons.start))
      .limit(MOST_ROWS),
  ] as const
}

/** What has changed, as parts to prove, and the progress to store once they are proven. */
export type Changes = { parts: Part[]; provenTo: ProvenTo; lastChange: number }

/**
 * The rows that were added or changed since the last proof (docs/rules/money.md 8.3): entries with their facts, and orders,
 * plans, refunds, decisions, withdrawals and minutes by id, lessons by start, and rows that triggers have logged as
 * changed.
 */
export async function changesSince(db: Db, since: ProvenTo, highest: Highest, now: Instant): Promise<Changes> {
  const added = addedSince(since, highest)
  const [changed, facts, debited, refunded, spent, begun] = await db.batch(changeStatements(db, added, since, now))
  const factsOf = (...kinds: Fact[]) =>
    facts.filter(({ fact }) => kinds.some((kind) => kind === fact)).map(({ id }) => id)
  const changedOf = (kind: (typeof changed)[number]['kind']) =>
    changed.filter((one) => one.kind === kind).map(({ rowId }) => rowId)
  const ofRefunds = await db
    .select({ order: refunds.orderId })
    .from(refunds)
    .where(within('id', factsOf('refund')))
  const orders = [
    ...idsOf(added.orders),
    ...factsOf('payment', 'gateway-fee'),
    ...[...refunded, ...ofRefunds].map(({ order }) => order),
    ...changedOf('orders'),
  ]
  const plans = await db.select({ id: subscriptions.id }).from(subscriptions).where(within('tx_id', orders))
  const parts = partsOfRows({
    entries: idsOf(added.entries),
    accounts: debited.map(({ account }) => account),
    subscriptions: [
      ...idsOf(added.subscriptions),
      ...spent.map(({ subscription }) => subscription),
      ...plans.map(({ id }) => id),
    ],
    orders,
    lessons: [...begun.map(({ id }) => id), ...factsOf('earning'), ...changedOf('lessons')],
    decisions: [...idsOf(added.decisions), ...factsOf('correction')],
    withdrawals: [
      ...idsOf(added.withdrawals),
      ...factsOf('withdrawal', 'withdrawal-return', 'payout'),
      ...changedOf('withdrawals'),
    ],
  })
  const provenTo = Object.assign(
    eachAdded((kind) => added[kind].to),
    { lessons: begun.at(-1)?.start ?? now },
  )
  return { parts, provenTo, lastChange: changed.at(-1)?.id ?? 0 }
}
