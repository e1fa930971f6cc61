/** Plans and paying students, and the rows that payment tests assert on. */
import { type Person, row, rows, run, verifiedStudent } from '#tests/people'

export const PRICE = 60_055

/** Inserts an active plan; the price in piastres. Returns its id. */
export async function newPlan(more: { price?: number; weeklyMinutes?: number; invitesOnly?: boolean } = {}) {
  const { price = PRICE, weeklyMinutes = 60, invitesOnly = false } = more
  const now = Date.now()
  const plan = await row<{ id: number }>(
    `INSERT INTO plans (weekly_minutes, base_monthly_price, quarter_discount, year_discount, for_invites_only, active, created_at, updated_at)
     VALUES (?, ?, 1000, 2000, ?, 1, ?, ?) RETURNING id`,
    weeklyMinutes,
    price,
    Number(invitesOnly),
    now,
    now,
  )
  return plan?.id ?? 0
}

/** A student whom providers accept as a payer: with a verified e-mail, a name of two parts and a phone. */
export async function payingStudent(phone = '01012345678'): Promise<Person> {
  const student = await verifiedStudent()
  await run('UPDATE users SET name = ?, phone = ? WHERE id = ?', 'سارة علي', phone, student.id)
  return student
}

export type TransactionRow = {
  id: number
  status: number
  amount: number
  refunded_amount: number
  fees: number
  provider_ref_num: string | null
  provider_order_id: string | null
  merchant_ref_num: string
  failure_code: string | null
}

export const transactionOf = async (id: number): Promise<TransactionRow> => {
  const tx = await row<TransactionRow>('SELECT * FROM transactions WHERE id = ?', id)
  if (!tx) throw new Error(`No transaction ${id}`)
  return tx
}

export const lastTransactionOf = async (student: Person): Promise<TransactionRow> => {
  const last = await row<{ id: number }>('SELECT MAX(id) AS id FROM transactions WHERE user_id = ?', student.id)
  return transactionOf(last?.id ?? 0)
}

export type SubscriptionRow = {
  id: number
  tx_id: number | null
  period: number
  start: number
  end: number
  terminated_at: number | null
}

/** The paid subscriptions of a student, oldest first; the free trial is left out. */
export const plansOf = (student: Person): Promise<SubscriptionRow[]> =>
  rows<SubscriptionRow>('SELECT * FROM subscriptions WHERE user_id = ? AND period <> 3 ORDER BY id', student.id)

export const activePlansOf = async (student: Person): Promise<SubscriptionRow[]> =>
  (await plansOf(student)).filter(({ terminated_at }) => terminated_at === null)

/** The postings of a fact by account code, in piastres; a credit is positive. */
export async function postingsOf(fact: string, factId: number): Promise<Record<string, number>> {
  const lines = await rows<{ code: string; amount: number }>(
    `SELECT a.code, p.amount FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
     WHERE e.fact_kind = ? AND e.fact_id = ?`,
    fact,
    factId,
  )
  return Object.fromEntries(lines.map(({ code, amount }) => [code, amount]))
}

export async function accountBalance(code: string): Promise<number> {
  const sum = await row<{ balance: number | null }>(
    'SELECT SUM(p.amount) AS balance FROM postings p JOIN accounts a ON a.id = p.account_id WHERE a.code = ?',
    code,
  )
  return sum?.balance ?? 0
}

export const countRows = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, ...values))?.n ?? 0
