/** Staff accounts, and the audit log of what staff do. */
import { callApi, expectOk, newEmail, PASSWORD, type Person, row } from '#tests/people'

/** Creates an account of a staff role through the API, as `creator`. */
export async function newStaff(creator: Person, role: 2 | 3 | 5 | 6): Promise<Person> {
  const email = newEmail('staff')
  const { user, token } = await expectOk<{ user: { id: number }; token: string }>(
    callApi('POST', '/user/', { as: creator, body: { email, password: PASSWORD, role } }),
  )
  return { id: user.id, email, token }
}

export type AuditEntry = {
  actor_id: number
  target_id: number | null
  before: unknown
  after: unknown
  reason: string | null
  request_id: string
}

/** The latest audit entry of an act; null when there is none. */
export async function lastAuditEntry(act: string): Promise<AuditEntry | null> {
  const entry = await row<AuditEntry>('SELECT * FROM audit_entries WHERE act = ? ORDER BY id DESC LIMIT 1', act)
  const parse = (text: unknown): unknown => (text === null ? null : JSON.parse(String(text)))
  return entry && { ...entry, before: parse(entry.before), after: parse(entry.after) }
}
