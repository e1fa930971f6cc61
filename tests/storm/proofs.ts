/** The invariants after the random acts, checked in the database's file and against the stand-ins' orders. */
import { DatabaseSync } from 'node:sqlite'

export type Books = { fawry: GatewayOrder[]; paymob: Intention[] }
export type GatewayOrder = { referenceNumber: string; status: string; refunded: number }
export type Intention = { orderId: number; status: string }

type Row = Record<string, string | number | null>

/** Queries that must find nothing, by what they would find. */
const NOTHING: Record<string, string> = {
  'postings that do not sum to zero': 'SELECT SUM(amount) AS sum FROM postings HAVING sum <> 0',
  'entries that do not balance':
    'SELECT entry_id FROM postings GROUP BY entry_id HAVING SUM(amount) <> 0 OR COUNT(*) < 2',
  'facts posted twice': 'SELECT fact_kind, fact_id FROM journal_entries GROUP BY 1, 2 HAVING COUNT(*) > 1',
  'tutors below zero': `SELECT a.code FROM postings p JOIN accounts a ON a.id = p.account_id
    WHERE a.must_not_go_negative = 1 GROUP BY a.id HAVING SUM(p.amount) < 0`,
  'paid orders without their posting': `SELECT t.id FROM transactions t WHERE t.paid_at IS NOT NULL AND t.amount > 0
    AND (SELECT COUNT(*) FROM journal_entries e WHERE e.fact_kind = 'payment' AND e.fact_id = t.id) <> 1`,
  'refunds that are not what the order says': `SELECT t.id FROM transactions t WHERE t.refunded_amount <>
    (SELECT COALESCE(SUM(r.amount), 0) FROM refunds r WHERE r.tx_id = t.id AND r.status = 'done')`,
  'lessons whose minutes are wrong': `SELECT l.id FROM lessons l LEFT JOIN minute_entries e ON e.lesson_id = l.id GROUP BY l.id
    HAVING NOT COALESCE(SUM(e.minutes) = -l.duration OR (l.canceled_at IS NOT NULL AND SUM(e.minutes) = 0), 0)`,
  'weeks granted twice': `SELECT subscription_id FROM minute_entries WHERE kind = 'grant'
    GROUP BY subscription_id, week HAVING COUNT(*) > 1`,
  'weeks below zero':
    'SELECT subscription_id FROM minute_entries GROUP BY subscription_id, week HAVING SUM(minutes) < 0',
  'students with two plans': `SELECT user_id FROM subscriptions WHERE period <> 3 AND terminated_at IS NULL
    AND tx_id IS NOT NULL AND "end" > (SELECT MAX(created_at) FROM ledger_proofs) GROUP BY user_id HAVING COUNT(*) > 1`,
  'orders with two plans': 'SELECT tx_id FROM subscriptions WHERE tx_id IS NOT NULL GROUP BY tx_id HAVING COUNT(*) > 1',
  'people in two places at once': 'SELECT user_id FROM busy_quarters GROUP BY user_id, quarter HAVING COUNT(*) > 1',
  'notices that nobody acted on': 'SELECT id FROM payment_inbox WHERE processed_at IS NULL',
}

/** Partial refunds after another one whose answer was cut off: Fawry's API cannot say whether they were made. */
const UNKNOWN_REFUNDS = `SELECT r.tx_id FROM refunds r JOIN transactions t ON t.id = r.tx_id
  WHERE r.status = 'pending' AND t.provider = 'fawry' AND t.refunded_amount > 0`

const UNPAID = [2, 4, 6]
const EXPECTED: Record<string, readonly number[]> = {
  PAID: [1],
  REFUNDED: [3],
  PARTIAL_REFUNDED: [5],
  CANCELED: UNPAID,
  EXPIRED: UNPAID,
  FAILED: UNPAID,
  UNPAID,
}

function differences(db: DatabaseSync, { fawry }: Books, unknown: ReadonlySet<number>): string[] {
  const ours = db
    .prepare(`SELECT id, status, refunded_amount AS refunded, provider_ref_num AS reference FROM transactions
      WHERE provider = 'fawry' AND provider_ref_num IS NOT NULL`)
    .all() as { id: number; status: number; refunded: number; reference: string }[]
  const known = new Map(ours.map((one) => [one.reference, one]))
  return fawry.flatMap(({ referenceNumber, status, refunded }) => {
    const our = known.get(referenceNumber)
    if (!our || unknown.has(our.id)) return []
    const isSame = EXPECTED[status]?.includes(our.status) === true && our.refunded === refunded
    return isSame
      ? []
      : [`order ${our.id} stands at ${our.status}/${our.refunded}, at the gateway ${status}/${refunded}`]
  })
}

/** Compares the database with the invariants and the providers; each answered sentence is a violation. */
export function faultsIn(file: string, books: Books): string[] {
  const db = new DatabaseSync(file)
  try {
    const found = Object.entries(NOTHING).flatMap(([what, sql]) => {
      const rows = db.prepare(sql).all() as Row[]
      return rows.length === 0 ? [] : [`${what}: ${JSON.stringify(rows.slice(0, 5))}`]
    })
    const unknown = new Set((db.prepare(UNKNOWN_REFUNDS).all() as { tx_id: number }[]).map((row) => row.tx_id))
    const [proof] = db.prepare('SELECT findings FROM ledger_proofs ORDER BY created_at DESC LIMIT 1').all() as Row[]
    const findings = JSON.parse(String(proof?.findings ?? '[]')) as { what: string; found: number }[]
    const isForStaff = (one: { what: string; found: number }) =>
      one.what === 'refunds under way for a day' && one.found === unknown.size
    const amiss = findings.filter((one) => !isForStaff(one))
    const proven = proof ? amiss.map((one) => `the nightly proof: ${JSON.stringify(one)}`) : ['no nightly proof']
    return [...found, ...proven, ...differences(db, books, unknown)]
  } finally {
    db.close()
  }
}

/** A message as a provider's stand-in received it. */
export type Received = { channel: string; to: string; template: string }

/** The recipients who got more messages of a kind than were written to them since an instant. */
export function messagesTwice(file: string, since: number, received: readonly Received[]): string[] {
  const db = new DatabaseSync(file)
  try {
    const written = db.prepare(
      'SELECT COUNT(*) AS count FROM outbox WHERE channel = ? AND template = ? AND "to" IN (?, ?) AND created_at >= ?',
    )
    const kinds = new Map<string, Received & { times: number }>()
    for (const { channel, to, template } of received) {
      const kind = `${channel} ${template} ${to}`
      kinds.set(kind, { channel, to, template, times: (kinds.get(kind)?.times ?? 0) + 1 })
    }
    return [...kinds].flatMap(([kind, { channel, to, template, times }]) => {
      // The messenger wants the country before the number.
      const { count } = written.get(channel, template, to, to.replace(/^2(?=01)/, ''), since) as { count: number }
      return times <= count ? [] : [`${kind}: ${times} messages for ${count}`]
    })
  } finally {
    db.close()
  }
}

/** Compares how many rows each table has got since an instant with how many were answered for. */
export function miscounts(file: string, since: number, answered: Record<string, number>): string[] {
  const db = new DatabaseSync(file)
  try {
    return Object.entries(answered).flatMap(([table, expected]) => {
      const [row] = db.prepare(`SELECT COUNT(*) AS count FROM ${table} WHERE created_at >= ?`).all(since) as Row[]
      return row?.count === expected ? [] : [`${row?.count} new ${table}, and ${expected} were answered for`]
    })
  } finally {
    db.close()
  }
}
