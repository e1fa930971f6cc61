/** Calls of the lesson tests, their common time, and a tutor with a slot. */
import { beforeEach, vi } from 'vitest'
import { openDb } from '#db/client'
import { hours, minutes } from '#domain/cairo'
import { QUIET_TIME } from '#domain/messages/schedule-notices'
import {
  type Answer,
  bindings,
  callApi,
  expectOk,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  rows,
  run,
  type Slot,
  setNow,
  tokenFor,
  verifiedStudent,
} from '#tests/people'
import { storeDueNotices } from '../../worker/messages/schedule-notices.ts'

/** A Wednesday noon in Cairo, far from any change of daylight saving time. */
export const NOW = Date.parse('2026-02-11T10:00:00Z')
/** The instant so many hours after `NOW`. */
export const at = (inHours: number): number => NOW + hours(inHours)
export const iso = (instant: number): string => new Date(instant).toISOString()

/** Every test begins at `NOW`. */
export const startClockAtNoon = (): void =>
  beforeEach(() => {
    setNow(NOW)
    return () => vi.useRealTimers()
  })

export type Lesson = {
  id: number
  start: string
  duration: number
  price: number
  canceledBy: number | null
  canceledAt: string | null
}
export type BookingInput = { tutor: Person; slot: { id: number }; start: number; duration?: number }

const callBooking = (as: Person, { tutor, slot, start, duration = 30 }: BookingInput): Promise<Answer> =>
  callApi('POST', '/lesson/', { as, body: { tutorId: tutor.id, slotId: slot.id, start: iso(start), duration } })

/** Books a lesson; throws when the booking is refused. */
export const book = (as: Person, input: BookingInput): Promise<Lesson> => expectOk<Lesson>(callBooking(as, input))
/** `ok` or the error code of a booking. */
export const tryBook = (as: Person, input: BookingInput): Promise<string> => outcome(callBooking(as, input))

type MoveInput = { lesson: { id: number }; slot: Slot; start: number; duration?: number }

/** `ok` or the error code of a move. */
export const tryMove = (as: Person, { lesson, slot, start, duration = 30 }: MoveInput): Promise<string> =>
  outcome(
    callApi('PATCH', '/lesson', { as, body: { lessonId: lesson.id, slotId: slot.id, start: iso(start), duration } }),
  )

/** `ok` or the error code of a cancellation. */
export const tryCancel = (as: Person, lesson: { id: number }): Promise<string> =>
  outcome(callApi('DELETE', `/lesson/${lesson.id}`, { as }))

/** The minutes left in a student's week, as the API shows them. A new token is issued: the clock may have passed the old one. */
export async function remainingMinutes({ id, email }: Person): Promise<number> {
  const as = { id, email, token: await tokenFor(id) }
  const answer = await expectOk<{ remainingWeeklyMinutes: number }>(callApi('GET', `/sub/user?userId=${id}`, { as }))
  return answer.remainingWeeklyMinutes
}

/** Records that somebody joined the session of a lesson and, unless `until` is null, left it. */
export async function attend(
  person: Person,
  { id }: { id: number },
  from: number,
  until: number | null,
): Promise<void> {
  const times = until === null ? [from] : [from, until]
  for (const [index, when] of times.entries())
    await run(
      'INSERT INTO session_events (type, user_id, session_id, created_at) SELECT ?, ?, session_id, ? FROM lessons WHERE id = ?',
      index + 1,
      person.id,
      when,
      id,
    )
}

type StoredLesson = {
  start: number
  duration: number
  price: number
  canceledBy: number | null
  canceledAt: number | null
}

export const storedLesson = (lesson: { id: number }): Promise<StoredLesson | null> =>
  row<StoredLesson>(
    'SELECT start, duration, price, canceled_by AS canceledBy, canceled_at AS canceledAt FROM lessons WHERE id = ?',
    lesson.id,
  )

/** The start instants of the quarter hours in which a person is busy. */
export async function busyQuartersOf(person: Person): Promise<number[]> {
  const taken = await rows<{ quarter: number }>(
    'SELECT quarter FROM busy_quarters WHERE user_id = ? ORDER BY quarter',
    person.id,
  )
  return taken.map(({ quarter }) => quarter * minutes(15))
}

/** The messages to somebody, with those that wait for a quiet minute. */
export async function messagesTo(phone: string): Promise<{ template: string; params: string }[]> {
  await storeDueNotices(bindings, openDb(bindings.DB), Date.now() + QUIET_TIME)
  return rows('SELECT template, params FROM outbox WHERE "to" = ? ORDER BY id', phone)
}

/** A tutor with a slot from noon of the next day, and a student with 60 minutes. */
export async function bookingFixture(
  slotHours = 4,
  notice = 0,
): Promise<{ tutor: Person; student: Person; slot: Slot }> {
  const [tutor, student] = await Promise.all([onboardedTutor('عمر حسن', notice), verifiedStudent()])
  return { tutor, student, slot: await openSlot(tutor, at(24), slotHours) }
}
