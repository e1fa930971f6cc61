import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { hours, type Instant } from '#domain/cairo'
import { COMPANY_ACCOUNTS } from '#domain/ledger/accounts'
import type { Fact } from '#domain/ledger/entries'
import { type Ids, type Part, WHOLE } from '#domain/ledger/parts'
import { REFUNDABLE_STATUSES, TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { awaitsRecord } from './absences.ts'

/** A check whose two sides differ, in piastres or in numbers of rows. Stored as JSON in `ledger_proofs`. */
export type Finding = { what: string; expected: number; found: number }

const { Paid, PartialRefunded } = TransactionStatus
const { PendingApproval, PendingCancellation, Approved } = WithdrawalStatus

const rowsOf = (from: SQL) => sql`(SELECT COUNT(*) FROM ${from})`
const sumOf = (amount: SQL, from: SQL) => sql`(SELECT COALESCE(SUM(${amount}), 0) FROM ${from})`

/** Literals, as D1 binds a hundred values at most. */
const within = (column: string, { from, to }: { from: number; to: number }): SQL =>
  sql.raw(`${column} BETWEEN ${from} AND ${to}`)
const factsOf = (facts: readonly Fact[]): SQL => sql.raw(facts.map((fact) => `'${fact}'`).join(', '))
const coded = (code: keyof typeof COMPANY_ACCOUNTS): SQL => sql`a.code = ${sql.raw(`'${COMPANY_ACCOUNTS[code].code}'`)}`

/** The accounts of tutors. */
const ofTutors = sql`a.must_not_go_negative = 1`

/**
 * The postings of an account by the entries `e` of these rows. `CROSS JOIN` keeps SQLite from beginning with the account, which
 * reads all that was ever posted to it.
 */
const postedBy = (entries: SQL, account: SQL) =>
  sumOf(
    sql`p.amount`,
    sql`${entries} CROSS JOIN postings p ON p.entry_id = e.id CROSS JOIN accounts a ON a.id = p.account_id AND ${account}`,
  )

/** The entries of facts with these ids, by the key of facts. */
const entriesOf = (facts: readonly Fact[], ids: Part[keyof Part]) =>
  sql`(SELECT id FROM journal_entries WHERE fact_kind IN (${factsOf(facts)}) AND ${within('fact_id', ids)}) e`

/** Which facts alone may be posted to the accounts whose balance is proven. */
const WHOSE: readonly [account: SQL, facts: readonly Fact[]][] = [
  [coded('tutor-pay'), ['earning', 'correction']],
  [coded('withdrawals'), ['withdrawal', 'withdrawal-return', 'payout']],
  [coded('bank'), ['payout']],
  [ofTutors, ['earning', 'correction', 'withdrawal', 'withdrawal-return']],
]

/** Where the row of a fact is; refunds and their entries have ids of their own, orders do not know them. */
const ROW_OF: Record<Fact, string> = {
  payment: 'transactions',
  'gateway-fee': 'transactions',
  refund: 'refunds',
  earning: 'lessons',
  withdrawal: 'withdrawals',
  'withdrawal-return': 'withdrawals',
  payout: 'withdrawals',
  correction: 'lesson_decisions',
}

const hasRow = sql.join(
  Object.entries(ROW_OF).map(
    ([fact, table]) =>
      sql`WHEN ${sql.raw(`'${fact}'`)} THEN EXISTS (SELECT 1 FROM ${sql.raw(table)} r WHERE r.id = e.fact_id)`,
  ),
  sql` `,
)

/** The entries of a part against themselves. */
const entrySums = ({ entries, accounts }: Part) => ({
  posted: sumOf(sql`amount`, sql`postings WHERE ${within('entry_id', entries)}`),
  lines: sumOf(sql`json_array_length(lines)`, sql`journal_entries WHERE ${within('id', entries)}`),
  postedLines: rowsOf(sql`postings WHERE ${within('entry_id', entries)}`),
  withoutFact: rowsOf(
    sql`journal_entries e WHERE ${within('e.id', entries)} AND NOT CASE e.fact_kind ${hasRow} ELSE 1 END`,
  ),
  postedElsewhere: rowsOf(
    sql`journal_entries e CROSS JOIN postings p ON p.entry_id = e.id CROSS JOIN accounts a ON a.id = p.account_id WHERE ${within('e.id', entries)} AND (${sql.join(
      WHOSE.map(([account, facts]) => sql`${account} AND e.fact_kind NOT IN (${factsOf(facts)})`),
      sql` OR `,
    )})`,
  ),
  tutorsBelowZero: rowsOf(
    sql`(SELECT 1 FROM accounts a CROSS JOIN postings p ON p.account_id = a.id WHERE ${within('a.id', accounts)} AND ${ofTutors} GROUP BY a.id HAVING SUM(p.amount) < 0)`,
  ),
})

const minuteSums = ({ subscriptions }: Part) => ({
  weeksBelowZero: rowsOf(
    sql`(SELECT 1 FROM minute_entries WHERE ${within('subscription_id', subscriptions)} GROUP BY subscription_id, week HAVING SUM(minutes) < 0)`,
  ),
  unpaidPlans: rowsOf(
    sql`subscriptions s JOIN transactions t ON t.id = s.tx_id WHERE ${within('s.id', subscriptions)} AND s.terminated_at IS NULL AND t.status NOT IN ${REFUNDABLE_STATUSES}`,
  ),
})

const orderSums = ({ orders }: Part) => ({
  paid: sumOf(sql`amount`, sql`transactions WHERE ${within('id', orders)} AND +paid_at IS NOT NULL`),
  paymentsPosted: postedBy(entriesOf(['payment'], orders), coded('sales')),
  fees: sumOf(sql`fees`, sql`transactions WHERE ${within('id', orders)} AND +paid_at IS NOT NULL`),
  feesPosted: postedBy(entriesOf(['gateway-fee'], orders), coded('gateway-fees')),
  refunded: sumOf(sql`refunded_amount`, sql`transactions WHERE ${within('id', orders)}`),
  refundsPosted: postedBy(
    sql`refunds r CROSS JOIN journal_entries e ON ${within('r.tx_id', orders)} AND e.fact_kind = 'refund' AND e.fact_id = r.id`,
    coded('sales'),
  ),
  refundsDone: sumOf(sql`amount`, sql`refunds WHERE ${within('tx_id', orders)} AND status = 'done'`),
  unknownRefunds: rowsOf(
    sql`transactions WHERE ${within('id', orders)} AND +status = ${PartialRefunded} AND refunded_amount = 0`,
  ),
  withoutPlan: rowsOf(
    sql`transactions t WHERE ${within('t.id', orders)} AND +t.status = ${Paid} AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.tx_id = t.id)`,
  ),
})

/** The price of lessons of tutors that have ended, unless their record is awaited. Lessons of tutor managers are free. */
const taught = ({ lessons }: Part, now: Instant) =>
  sumOf(
    sql`l.price`,
    sql`lessons l CROSS JOIN lesson_members t ON t.lesson_id = l.id CROSS JOIN users u ON u.id = t.user_id AND u.role = ${Role.Tutor} WHERE ${within('l.id', lessons)} AND l.canceled_at IS NULL AND l.start + l.duration * 60000 < ${now} AND NOT (${awaitsRecord(now)} AND NOT EXISTS (SELECT 1 FROM journal_entries e WHERE e.fact_kind = 'earning' AND e.fact_id = l.id))`,
  )

const earningSums = (part: Part, now: Instant) => {
  const { lessons, decisions, withdrawals } = part
  const withdrawn = (...statuses: WithdrawalStatus[]) =>
    sumOf(sql`amount`, sql`withdrawals WHERE ${within('id', withdrawals)} AND +status IN ${statuses}`)
  const ends = ['withdrawal', 'withdrawal-return'] as const
  return {
    taught: taught(part, now),
    /** What decisions of staff changed in the tutors' earnings. */
    corrections: sumOf(sql`earning`, sql`lesson_decisions WHERE ${within('id', decisions)}`),
    pay: postedBy(entriesOf(['earning'], lessons), coded('tutor-pay')),
    payCorrected: postedBy(entriesOf(['correction'], decisions), coded('tutor-pay')),
    waiting: withdrawn(PendingApproval, PendingCancellation),
    approved: withdrawn(Approved),
    setAside: postedBy(entriesOf([...ends, 'payout'], withdrawals), coded('withdrawals')),
    paidOut: postedBy(entriesOf(['payout'], withdrawals), coded('bank')),
    earned: postedBy(entriesOf(['earning'], lessons), ofTutors),
    earningsCorrected: postedBy(entriesOf(['correction'], decisions), ofTutors),
    takenOut: postedBy(entriesOf(ends, withdrawals), ofTutors),
  }
}

/** Rows that have been waiting since before `since`: few, found by indexes of those that wait. */
const overdue = (since: Instant) => ({
  pendingRefunds: rowsOf(sql`refunds WHERE status = 'pending' AND status <> 'done' AND created_at < ${since}`),
  pendingNotices: rowsOf(sql`payment_inbox WHERE processed_at IS NULL AND received_at < ${since}`),
  differingOrders: sql`(SELECT COUNT(DISTINCT tx_id) FROM payment_differences WHERE closed_at IS NULL)`,
})

const quantitiesOf = (part: Part, now: Instant) => ({
  ...entrySums(part),
  ...minuteSums(part),
  ...orderSums(part),
  ...earningSums(part, now),
  ...overdue(now - hours(24)),
})

type Quantities = Record<keyof ReturnType<typeof quantitiesOf>, number>

/** What each check expects, and what it has found. */
const checks: Record<string, (of: Quantities) => [expected: number, found: number]> = {
  'all postings': (of) => [0, of.posted],
  'lines that were not posted': (of) => [of.lines, of.postedLines],
  'entries without their fact': (of) => [0, of.withoutFact],
  'postings to an account of other facts': (of) => [0, of.postedElsewhere],
  'tutors below zero': (of) => [0, of.tutorsBelowZero],
  'weeks of minutes below zero': (of) => [0, of.weeksBelowZero],
  payments: (of) => [of.paid, of.paymentsPosted],
  fees: (of) => [-of.fees, of.feesPosted],
  refunds: (of) => [-of.refunded, of.refundsPosted],
  'refunds that are done': (of) => [of.refunded, of.refundsDone],
  'refunds of unknown amount': (of) => [0, of.unknownRefunds],
  'paid orders without a plan': (of) => [0, of.withoutPlan],
  'living plans of orders that were not paid or were given back': (of) => [0, of.unpaidPlans],
  'lessons taught': (of) => [-of.taught - of.corrections, of.pay + of.payCorrected],
  'withdrawals set aside': (of) => [of.waiting, of.setAside],
  'withdrawals paid out': (of) => [of.approved, of.paidOut],
  'owed to tutors': (of) => [
    of.taught + of.corrections - of.waiting - of.approved,
    of.earned + of.earningsCorrected + of.takenOut,
  ],
  'refunds under way for a day': (of) => [0, of.pendingRefunds],
  'notices not acted on for a day': (of) => [0, of.pendingNotices],
  'orders that differ from their provider’s record': (of) => [0, of.differingOrders],
}

/**
 * Proves that the ledger sums to zero and agrees with orders, refunds, lessons and withdrawals (docs/rules/money.md
 * 8.3), in all rows or in those of a part: each check compares what is kept under the same ids on both of its sides. Returns the
 * checks that fail. The caller must have settled the lessons. It is a single statement, so that all checks see the same state of
 * the database.
 */
export async function proveLedger(db: Db, now: Instant, part: Part = WHOLE): Promise<Finding[]> {
  const columns = Object.entries(quantitiesOf(part, now)).map(
    ([name, value]) => sql`${value} AS ${sql.identifier(name)}`,
  )
  const [of] = await db.all<Quantities>(sql`SELECT ${sql.join(columns, sql`, `)}`)
  if (!of) return []
  return Object.entries(checks).flatMap(([what, sidesOf]) => {
    // A negated zero is another number to JSON.
    const [expected, found] = sidesOf(of).map((side) => side + 0) as [number, number]
    return expected === found ? [] : [{ what, expected, found }]
  })
}

/** The highest id of each kind of row that the proof goes through. */
export async function highestIds(db: Db): Promise<Ids> {
  const highest = (table: string) => sql`COALESCE((SELECT MAX(id) FROM ${sql.raw(table)}), 0)`
  const [ids] =
    await db.all<Ids>(sql`SELECT ${highest('journal_entries')} AS entries, ${highest('accounts')} AS accounts,
    ${highest('subscriptions')} AS subscriptions, ${highest('transactions')} AS orders, ${highest('lessons')} AS lessons,
    ${highest('lesson_decisions')} AS decisions, ${highest('withdrawals')} AS withdrawals`)
  if (!ids) throw new Error('SELECT answered no row')
  return ids
}
