/** Old events of attendance: moved to the object storage by the nightly job, and read from there as before. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LessonAttendance } from '#contract/lesson-decisions'
import { hours, minutes } from '#domain/cairo'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
} from '#tests/people'
import { at, attend, book, bookingFixture, NOW } from './lesson-fixtures.ts'

const LATER = NOW + hours(24 * 740)

const stored = () => rows<{ id: number }>('SELECT id FROM session_events ORDER BY id')
const dayOf = (when: number) => Math.floor(when / hours(24))
const archived = async (when: number): Promise<{ id: number }[]> => {
  const object = await bindings.FILES.get(`attendance/${dayOf(when)}.json`)
  return object ? object.json() : []
}

async function staff(): Promise<Person> {
  const admin = await newAdmin()
  return { id: admin.id, email: admin.email, token: await tokenFor(admin.id) }
}
const evidence = async (as: Person, lesson: { id: number }) =>
  expectOk<LessonAttendance>(callApi('GET', `/lesson/${lesson.id}/attendance`, { as }))
const outcomeFor = async (as: Person, lesson: { id: number }) =>
  (await expectOk<{ outcome: unknown }>(callApi('GET', `/lesson/${lesson.id}`, { as }))).outcome

/** A lesson at which both were, and what staff see of it. */
async function attendedLesson() {
  const { tutor, student, slot } = await bookingFixture()
  const start = at(25)
  const lesson = await book(student, { tutor, slot, start })
  await attend(tutor, lesson, start - minutes(2), start + minutes(30))
  await attend(student, lesson, start + minutes(1), start + minutes(29))
  return { lesson, start, tutor, student }
}

beforeEach(async () => {
  setNow(NOW)
  await run('DELETE FROM session_events')
  for (const { key } of (await bindings.FILES.list({ prefix: 'attendance/' })).objects) await bindings.FILES.delete(key)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('events of attendance', () => {
  it('stay in the database for two years, then in the archive, and show the same', async () => {
    const { lesson, start, student } = await attendedLesson()
    setNow(start + hours(24 * 730))
    const before = await staff()
    const seen = [await evidence(before, lesson), await outcomeFor(before, lesson)] as const
    expect(seen[0].members.map(({ minutes: attended }) => attended).toSorted()).toEqual([28, 30])
    await triggerJob('clear-expired')
    expect(await stored()).toHaveLength(4)

    setNow(start + hours(24 * 730) + minutes(31))
    await triggerJob('clear-expired')
    expect([await stored(), await archived(start)]).toMatchObject([[], { length: 4 }])
    const after = await staff()
    expect([await evidence(after, lesson), await outcomeFor(after, lesson)]).toEqual(seen)
    const list = await expectOk<{ list: { outcome: unknown }[] }>(
      callApi('GET', `/lesson/list?users[]=${student.id}`, { as: after }),
    )
    expect(list.list.map(({ outcome }) => outcome)).toEqual([seen[1]])
  })

  it('are neither lost nor doubled by a run that ends between the archive and the database', async () => {
    const { lesson, start } = await attendedLesson()
    setNow(LATER)
    const admin = await staff()
    const seen = await evidence(admin, lesson)
    await run(`CREATE TRIGGER cut_off BEFORE DELETE ON session_events BEGIN SELECT RAISE(ABORT, 'ended'); END`)
    await expect(triggerJob('clear-expired')).rejects.toThrow('delete from "session_events"')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([4, 4])
    expect(await evidence(admin, lesson)).toEqual(seen)
    await run('DROP TRIGGER cut_off')
    await triggerJob('clear-expired')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([0, 4])
    expect(await evidence(admin, lesson)).toEqual(seen)
  })

  it('are not deleted where the archive does not take them', async () => {
    const { start } = await attendedLesson()
    setNow(LATER)
    vi.spyOn(Object.getPrototypeOf(bindings.FILES), 'put').mockRejectedValueOnce(new Error('no storage'))
    await expect(triggerJob('clear-expired')).rejects.toThrow('no storage')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([4, 0])
  })

  it('of two runs at once are archived once', async () => {
    const { start } = await attendedLesson()
    setNow(LATER)
    await Promise.allSettled([triggerJob('clear-expired'), triggerJob('clear-expired')])
    await triggerJob('clear-expired')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([0, 4])
  })

  it('that were written late join those of their day, and what has no lesson is archived by its own', async () => {
    const { lesson, start, tutor } = await attendedLesson()
    setNow(LATER)
    await triggerJob('clear-expired')
    await attend(tutor, lesson, start + minutes(40), start + minutes(41))
    await run(
      `INSERT INTO session_events (type, user_id, session_id, created_at) VALUES (1, ?, 'interview:old', ?)`,
      tutor.id,
      start,
    )
    await triggerJob('clear-expired')
    expect([(await stored()).length, (await archived(start)).length]).toEqual([0, 7])
    expect((await evidence(await staff(), lesson)).members.flatMap(({ times }) => times)).toHaveLength(3)
  })

  it('are moved to fifteen days’ objects in a step, a hundred and fifty in a run', async () => {
    const { tutor } = await attendedLesson()
    await run('DELETE FROM session_events')
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 160)
       INSERT INTO session_events (type, user_id, session_id, created_at)
       SELECT 1, ?, 'demo:' || i, ? - i * 86400000 FROM n`,
      tutor.id,
      NOW,
    )
    setNow(LATER)
    await triggerJob('clear-expired')
    expect(await stored()).toHaveLength(10)
    await triggerJob('clear-expired')
    expect(await stored()).toHaveLength(0)
    expect(await row('SELECT outcome FROM job_runs ORDER BY id DESC LIMIT 1')).toEqual({ outcome: '{"archived":10}' })
  })
})
