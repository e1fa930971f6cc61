/** Tutors with earnings, and their withdrawals. */
import { callApi, insertAttendance, type Person, row, run } from '#tests/people'
import { payingStudent } from './payment-fixtures.ts'
import { upload } from './uploads.ts'

const HOUR = 3_600_000

/** Inserts lessons that have ended and that both attended, each with a price of 75 EGP. */
export async function insertTaughtLessons(tutor: Person, lessons: number, student?: Person): Promise<void> {
  const attendee = student ?? (await payingStudent())
  const first = Date.now() - lessons * HOUR - HOUR
  const slot = await row<{ id: number }>(
    `INSERT INTO availability_slots (user_id, purpose, start, "end", created_at, updated_at) VALUES (?, 2, ?, ?, ?, ?) RETURNING id`,
    tutor.id,
    first,
    Date.now(),
    first,
    first,
  )
  for (let index = 0; index < lessons; index++) {
    const lesson = await row<{ id: number }>(
      'INSERT INTO lessons (start, duration, price, slot_id, session_id, created_at, updated_at) VALUES (?, 30, 7500, ?, ?, ?, ?) RETURNING id',
      first + index * HOUR,
      slot?.id,
      `lesson:${crypto.randomUUID()}`,
      first,
      first,
    )
    for (const id of [tutor.id, attendee.id])
      await run('INSERT INTO lesson_members (lesson_id, user_id) VALUES (?, ?)', lesson?.id, id)
    await insertAttendance(lesson?.id ?? 0)
  }
}

/** A tutor requests a withdrawal of `amount` piastres to a wallet. */
export const request = (tutor: Person, amount: number, more: object = {}) =>
  callApi('POST', '/invoice', { as: tutor, body: { method: 0, receiver: '01012345678', amount, ...more } })

/** Changes a withdrawal, as an admin or as its tutor. */
export const decide = (as: Person, id: number, fields: Record<string, string | Uint8Array>) =>
  upload('PUT', `/invoice/${id}/with/asset`, as, fields)
