/** Interviews and demo sessions inserted into the database, and the session ids of lessons. */
import { type Person, row, run } from '#tests/people'

/** The session id of a lesson. */
export async function sessionIdOf({ id }: { id: number }): Promise<string> {
  const found = await row<{ session: string }>('SELECT session_id AS session FROM lessons WHERE id = ?', id)
  return found?.session ?? ''
}

type SessionInput = { tutor: Person; slot: number; start: number }

/** Inserts a pending interview in a manager's slot. Returns its session id. */
export async function insertInterview({
  manager,
  tutor,
  slot,
  start,
}: SessionInput & { manager: Person }): Promise<string> {
  const session = `interview:${crypto.randomUUID()}`
  await run(
    `INSERT INTO interviews (session_id, interviewer_id, interviewee_id, slot_id, start, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    session,
    manager.id,
    tutor.id,
    slot,
    start,
    start,
    start,
  )
  return session
}

/** Inserts a pending demo session in a manager's slot. Returns its session id. */
export async function insertDemoSession({ tutor, slot, start }: SessionInput): Promise<string> {
  const session = `demo:${crypto.randomUUID()}`
  await run(
    'INSERT INTO demo_sessions (session_id, tutor_id, slot_id, start, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
    session,
    tutor.id,
    slot,
    start,
    start,
    start,
  )
  return session
}
