/** Calls of the tests of standing times, and a student and a tutor with one. */
import { expect } from 'vitest'
import { openDb } from '#db/client'
import { addDays, instantsAt, type LocalDay, minutes, plusDays } from '#domain/cairo'
import { WHOLE } from '#domain/withdrawals/ledger-parts'
import {
  again,
  bindings,
  callApi,
  expectOk,
  insertSlot,
  onboardedTutor,
  outcome,
  type Person,
  rows,
  run,
  subscribe,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import { busyQuartersOf, NOW } from './lesson-fixtures.ts'

export const db = openDb(bindings.DB)
/** Both jobs, in the order of their minutes of an hour. */
export async function keep(): Promise<void> {
  await triggerJob('renew-minutes')
  await triggerJob('keep-standing-times')
}
/** `NOW` is a Wednesday; the standing time is on Thursdays at 18:00. */
export const THURSDAY = { weekday: 4, minute: 18 * 60, duration: 30 }
export const FIRST = '2026-02-12' as LocalDay
export const start = (week: number, hour = 18): number => instantsAt(addDays(FIRST, week * 7), hour, 0)[0] ?? 0

export const ask = async (student: Person, tutor: Person, time: object = THURSDAY) =>
  outcome(callApi('PUT', '/standing-time', { as: await again(student), body: { tutorId: tutor.id, ...time } }))
export const answer = async (tutor: Person, id: number, accepts = true) =>
  outcome(callApi('PUT', `/standing-time/${id}/answer`, { as: await again(tutor), body: { accepts } }))
export const end = async (as: Person, id: number, headers: Record<string, string> = {}) =>
  outcome(callApi('DELETE', `/standing-time/${id}`, { as: await again(as), headers }))

type Week = { day: string; start: string; state: string; why: string | null; lessonId: number | null }
type Standing = {
  id: number
  state: string
  endsAt: string | null
  student: { id: number }
  tutor: { id: number }
  weeks: Week[]
}
export const standingOf = async (as: Person, userId = as.id) =>
  (
    await expectOk<{ list: Standing[] }>(
      callApi('GET', `/standing-time/list?userId=${userId}`, { as: await again(as) }),
    )
  ).list
export const weeksOf = async (as: Person) =>
  (await standingOf(as)).flatMap(({ weeks }) => weeks.map(({ day, state, why }) => [day, why ?? state]))
export const lessonsOf = (student: Person) =>
  rows<{ start: number; id: number }>(
    'SELECT l.start, l.id FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id WHERE m.user_id = ? ORDER BY l.start',
    student.id,
  )
export const toldOf = (person: Person) =>
  rows<{ template: string }>(
    `SELECT template FROM outbox WHERE dedupe_key LIKE 'standing:%' AND dedupe_key LIKE ? AND channel <> 'push' ORDER BY id`,
    `%:${person.id}`,
  ).then((found) => found.map(({ template }) => template))
export const idOf = async (student: Person) => (await standingOf(student))[0]?.id ?? 0
/** The tutor's reserved time is what its weeks say; the nightly proof says so of all. */
export async function proof(tutor: Person) {
  const kept = await rows<{ start: number; end: number }>(
    `SELECT start, "end" FROM standing_weeks WHERE tutor_id = ? AND state = 'reserved'`,
    tutor.id,
  )
  const lessons = await rows<{ start: number; end: number }>(
    `SELECT l.start, l.start + l.duration * 60000 AS "end" FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id
     WHERE m.user_id = ? AND l.canceled_at IS NULL`,
    tutor.id,
  )
  const expected = [...kept, ...lessons].flatMap((one) =>
    Array.from({ length: (one.end - one.start) / minutes(15) }, (_, index) => one.start + index * minutes(15)),
  )
  expect(await busyQuartersOf(tutor)).toEqual(expected.sort((a, b) => a - b))
  expect(await findings()).toEqual([])
}
/** What the nightly proof says of standing times; the plans of these students were never paid for. */
export const findings = async () =>
  (await proveLedger(db, Date.now(), WHOLE)).filter(({ what }) => what.includes('standing times'))

/** A student with a plan of 60 minutes a week from `NOW` on, and a tutor with a slot from 16:00 to 20:00 on so many Thursdays. */
export async function setUp({ weeks = 6, minutesAWeek = 60, lessons = 1, plan = 4 } = {}) {
  const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
  // A job that other tests ran later in their day would find no subscription.
  await run('DELETE FROM job_runs')
  const subscription = await subscribe(student, NOW, plusDays(NOW, plan * 7), minutesAWeek)
  await run('UPDATE subscriptions SET standing_times = 1, max_upcoming_lessons = ? WHERE id = ?', lessons, subscription)
  const slots = await Promise.all(
    Array.from({ length: weeks }, (_, week) => insertSlot(tutor, start(week, 16), start(week, 20))),
  )
  return { tutor, student, subscription, slots }
}

/** As `setUp`, with an accepted standing time. */
export async function accepted(options: Parameters<typeof setUp>[0] = {}) {
  const found = await setUp(options)
  expect(await ask(found.student, found.tutor)).toBe('ok')
  const id = await idOf(found.student)
  expect(await answer(found.tutor, id)).toBe('ok')
  return { ...found, id }
}
