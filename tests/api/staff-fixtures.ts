/** Those who work in the dashboard, and what they leave behind. */
import { callApi, expectOk, newEmail, PASSWORD, type Person, row } from '#tests/people'

/** Opens an account of any role through the front door. */
export async function newStaff(boss: Person, role: 2 | 3 | 5 | 6): Promise<Person> {
  const email = newEmail('staff')
  const { user, token } = await expectOk<{ user: { id: number }; token: string }>(
    callApi('POST', '/user/', { as: boss, body: { email, password: PASSWORD, role } }),
  )
  return { id: user.id, email, token }
}

export type AuditEntry = {
  actor_id: number
  target_id: number | null
  before: unknown
  after: unknown
  request_id: string
}

/** The newest audit entry of an act. */
export async function lastAuditEntry(act: string): Promise<AuditEntry | null> {
  const entry = await row<AuditEntry>('SELECT * FROM audit_entries WHERE act = ? ORDER BY id DESC LIMIT 1', act)
  const read = (text: unknown): unknown => (text === null ? null : JSON.parse(String(text)))
  return entry && { ...entry, before: read(entry.before), after: read(entry.after) }
}
