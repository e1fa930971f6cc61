/** Those who work in the dashboard, and what they leave behind. */
import { call, expectOk, newStudent, PASSWORD, type Person, row, run } from '#tests/people'

let staff = 0

/** Adel and his like: the first super admin is made in the database, as on the first day of a deployment. */
export async function superAdmin(): Promise<Person> {
  const person = await newStudent('adel')
  await run('UPDATE users SET role = 1 WHERE id = ?', person.id)
  await run('DELETE FROM students WHERE id = ?', person.id)
  return person
}

/** Opens an account of any role through the front door. */
export async function staffOf(boss: Person, role: 2 | 3 | 5 | 6): Promise<Person> {
  const email = `staff.${++staff}.${crypto.randomUUID().slice(0, 8)}@example.com`
  const { user, token } = await expectOk<{ user: { id: number }; token: string }>(
    call('POST', '/user/', { as: boss, body: { email, password: PASSWORD, role } }),
  )
  return { id: user.id, email, token }
}

export type Entry = {
  actor_id: number
  target_id: number | null
  before: unknown
  after: unknown
  request_id: string
}

/** The newest audit entry of an act. */
export async function lastEntry(act: string): Promise<Entry | null> {
  const entry = await row<Entry>('SELECT * FROM audit_entries WHERE act = ? ORDER BY id DESC LIMIT 1', act)
  const read = (text: unknown): unknown => (text === null ? null : JSON.parse(String(text)))
  return entry && { ...entry, before: read(entry.before), after: read(entry.after) }
}
