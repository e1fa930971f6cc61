import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { hours, type Instant } from '#domain/cairo'
import { type Account, COMPANY_ACCOUNTS } from '#domain/ledger/accounts'
import type { Fact } from '#domain/ledger/entries'
import { REFUNDABLE_STATUSES, TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { awaitsRecord } from './absences.ts'

/** A check whose two sides differ, in piastres or in numbers of rows. Stored as JSON in `ledger_proofs`. */
export type Finding = { what: string; expected: number; found: number }

type Check = { what: string; expected: SQL; found: SQL }

const { Paid, PartialRefunded } = TransactionStatus
const { PendingApproval, PendingCancellation, Approved } = WithdrawalStatus

const none = sql`0`
const rowsOf = (from: SQL) => sql`(SELECT COUNT(*) FROM ${from})`
const sumOf = (amount: SQL, from: SQL) => sql`(SELECT COALESCE(SUM(${amount}), 0) FROM ${from})`

/** What the entries of a fact credited to an account. */
const credited = (fact: Fact, { code }: Account) =>
  sumOf(
    sql`p.amount`,
    sql`journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id WHERE e.fact_kind = ${fact} AND a.code = ${code}`,
  )
const balanceWhere = (condition: SQL) =>
  sumOf(sql`p.amount`, sql`postings p JOIN accounts a ON a.id = p.account_id WHERE ${condition}`)
const balance = ({ code }: Account) => balanceWhere(sql`a.code = ${code}`)
const withdrawn = (...statuses: WithdrawalStatus[]) => sumOf(sql`amount`, sql`withdrawals WHERE status IN ${statuses}`)

/** What decisions of staff changed in the tutors' earnings. */
const corrections = sumOf(sql`earning`, sql`lesson_decisions`)

/** The price of all lessons of tutors that have ended, unless their record is awaited. Lessons of tutor managers are free. */
const taught = (now: Instant) =>
  sumOf(
    sql`l.price`,
    sql`lessons l JOIN lesson_members t ON t.lesson_id = l.id JOIN users u ON u.id = t.user_id AND u.role = ${Role.Tutor} WHERE l.canceled_at IS NULL AND l.start + l.duration * 60000 < ${now} AND NOT (${awaitsRecord(now)} AND NOT EXISTS (SELECT 1 FROM journal_entries e WHERE e.fact_kind = 'earning' AND e.fact_id = l.id))`,
  )

/** The ledger against itself. */
const sums: Check[] = [
  { what: 'all postings', expected: none, found: sumOf(sql`amount`, sql`postings`) },
  {
    what: 'lines that were not posted',
    expected: sumOf(sql`json_array_length(lines)`, sql`journal_entries`),
    found: rowsOf(sql`postings`),
  },
  {
    what: 'tutors below zero',
    expected: none,
    found: rowsOf(
      sql`(SELECT 1 FROM postings p JOIN accounts a ON a.id = p.account_id WHERE a.must_not_go_negative = 1 GROUP BY a.id HAVING SUM(p.amount) < 0)`,
    ),
  },
  {
    what: 'weeks of minutes below zero',
    expected: none,
    found: rowsOf(sql`(SELECT 1 FROM minute_entries GROUP BY subscription_id, week HAVING SUM(minutes) < 0)`),
  },
]

/** The ledger against the orders. */
const orders: Check[] = [
  {
    what: 'payments',
    expected: sumOf(sql`amount`, sql`transactions WHERE paid_at IS NOT NULL`),
    found: credited('payment', COMPANY_ACCOUNTS.sales),
  },
  {
    what: 'fees',
    expected: sql`-${sumOf(sql`fees`, sql`transactions WHERE paid_at IS NOT NULL`)}`,
    found: credited('gateway-fee', COMPANY_ACCOUNTS['gateway-fees']),
  },
  {
    what: 'refunds',
    expected: sql`-${sumOf(sql`refunded_amount`, sql`transactions`)}`,
    found: credited('refund', COMPANY_ACCOUNTS.sales),
  },
  {
    what: 'refunds that are done',
    expected: sumOf(sql`refunded_amount`, sql`transactions`),
    found: sumOf(sql`amount`, sql`refunds WHERE status = 'done'`),
  },
  {
    what: 'refunds of unknown amount',
    expected: none,
    found: rowsOf(sql`transactions WHERE status = ${PartialRefunded} AND refunded_amount = 0`),
  },
  {
    what: 'paid orders without a plan',
    expected: none,
    found: rowsOf(
      sql`transactions t WHERE t.status = ${Paid} AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.tx_id = t.id)`,
    ),
  },
  {
    what: 'living plans of orders that were not paid or were given back',
    expected: none,
    found: rowsOf(
      sql`subscriptions s JOIN transactions t ON t.id = s.tx_id WHERE s.terminated_at IS NULL AND t.status NOT IN ${REFUNDABLE_STATUSES}`,
    ),
  },
]

/** The ledger against lessons and withdrawals. */
const earnings = (now: Instant): Check[] => [
  {
    what: 'lessons taught',
    expected: sql`-${taught(now)} - ${corrections}`,
    found: balance(COMPANY_ACCOUNTS['tutor-pay']),
  },
  {
    what: 'withdrawals set aside',
    expected: withdrawn(PendingApproval, PendingCancellation),
    found: balance(COMPANY_ACCOUNTS.withdrawals),
  },
  { what: 'withdrawals paid out', expected: withdrawn(Approved), found: balance(COMPANY_ACCOUNTS.bank) },
  {
    what: 'owed to tutors',
    expected: sql`${taught(now)} + ${corrections} - ${withdrawn(PendingApproval, PendingCancellation, Approved)}`,
    found: balanceWhere(sql`a.must_not_go_negative = 1`),
  },
]

/** Rows that have been waiting since before `since`. */
const overdue = (since: Instant): Check[] => [
  {
    what: 'refunds under way for a day',
    expected: none,
    found: rowsOf(sql`refunds WHERE status = 'pending' AND created_at < ${since}`),
  },
  {
    what: 'notices not acted on for a day',
    expected: none,
    found: rowsOf(sql`payment_inbox WHERE processed_at IS NULL AND received_at < ${since}`),
  },
  {
    what: 'orders that differ from their provider’s record',
    expected: none,
    found: sql`(SELECT COUNT(DISTINCT tx_id) FROM payment_differences WHERE closed_at IS NULL)`,
  },
]

/**
 * Proves that the ledger sums to zero and agrees with orders, refunds, lessons and withdrawals (docs/rules/money.md
 * 8.3). Returns the checks that fail. The caller must have settled the lessons. It is a single statement, so that all
 * checks see the same state of the database.
 */
export async function proveLedger(db: Db, now: Instant): Promise<Finding[]> {
  const checks = [...sums, ...orders, ...earnings(now), ...overdue(now - hours(24))]
  const columns = checks.flatMap(({ expected, found }, place) => [
    sql`${expected} AS ${sql.raw(`e${place}`)}`,
    sql`${found} AS ${sql.raw(`f${place}`)}`,
  ])
  const [row = {}] = await db.all<Record<string, number>>(sql`SELECT ${sql.join(columns, sql`, `)}`)
  return checks
    .map(({ what }, place) => ({ what, expected: row[`e${place}`] ?? 0, found: row[`f${place}`] ?? 0 }))
    .filter(({ expected, found }) => expected !== found)
}
