/**
 * What a run of a job reads: what has become due since the last run that succeeded, and not what may ever be. The rows are the bill,
 * and on a large marketplace nearly nothing is due at a time.
 */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobName } from '#contract/jobs'
import { hours, minutes } from '#domain/cairo'
import {
  bindings,
  onboardedTutor,
  row,
  rows,
  run,
  setNow,
  subscribe,
  triggerJob,
  verifiedStudents,
} from '#tests/people'
import { countCosts } from '../../dev/cost.ts'
import { insertTaughtLessons } from './earning-fixtures.ts'
import { at, book, bookingFixture, NOW } from './lesson-fixtures.ts'

const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])
afterAll(() => counter.end())

beforeEach(() => {
  setNow(NOW)
})
afterEach(() => {
  vi.useRealTimers()
})

async function rowsOf(job: JobName): Promise<number> {
  counter.begin()
  await triggerJob(job)
  return counter.read().rowsRead
}

/** Fails as a run does whose database did not answer. */
const failedRun = (job: JobName, when: number) =>
  run('INSERT INTO job_runs (name, started_at, duration_ms, ok, error) VALUES (?, ?, 1, 0, ?)', job, when, 'D1_ERROR')

const grants = async (subscription: number) =>
  (await rows(`SELECT 1 FROM minute_entries WHERE subscription_id = ? AND kind = 'grant'`, subscription)).length

const unsettled = async (tutorId: number) =>
  (
    await rows(
      `SELECT 1 FROM lesson_members m WHERE m.user_id = ? AND NOT EXISTS
         (SELECT 1 FROM journal_entries e WHERE e.fact_kind = 'earning' AND e.fact_id = m.lesson_id)`,
      tutorId,
    )
  ).length

const MANY = 25

/** What is not due: lessons of the last days that were settled, lessons of the next hours, and plans in the middle of their week. */
async function insertMore(): Promise<void> {
  const [taught, coming] = [await onboardedTutor(), await onboardedTutor()]
  setNow(NOW - hours(24))
  await insertTaughtLessons(taught, MANY)
  await triggerJob('settle-lessons')
  const start = NOW - hours(24 * 10)
  for (const student of await verifiedStudents(MANY)) await subscribe(student, start, start + hours(24 * 28))
  setNow(NOW + hours(23))
  await insertTaughtLessons(coming, 19)
}

describe('the rows of a run', () => {
  const JOBS = ['send-reminders', 'settle-lessons', 'renew-minutes'] as const

  it('do not grow with lessons and plans that are not due', async () => {
    const readBy = async () => {
      const read: [JobName, number][] = []
      for (const job of JOBS) read.push([job, await rowsOf(job)])
      return read
    }
    for (const job of JOBS) await triggerJob(job)
    setNow(NOW + 1)
    const before = new Map(await readBy())
    await insertMore()
    for (const job of JOBS) await triggerJob(job)
    setNow(NOW + 2)
    const grown = (await readBy()).map(([job, read]) => [job, read - (before.get(job) ?? 0)] as const)
    expect(grown.filter(([, more]) => more > 5)).toEqual([])
  })
})

describe('what has become due', () => {
  it('since the last run that succeeded is reminded of, whatever failed meanwhile', async () => {
    setNow(at(-2))
    const { tutor, student, slot } = await bookingFixture()
    await run("UPDATE users SET notification_method = 1, phone = '01099999999' WHERE id = ?", student.id)
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const reminders = () => rows('SELECT 1 FROM outbox WHERE dedupe_key LIKE ?', `lesson:${lesson.id}:%`)
    setNow(at(0))
    await triggerJob('send-reminders')
    expect(await reminders()).toHaveLength(0)
    await failedRun('send-reminders', at(1))
    setNow(at(6))
    await triggerJob('send-reminders')
    expect(await reminders()).toHaveLength(1)
  })

  it('is settled by the next run, and by the proof what no run could find', async () => {
    const [tutor, late] = [await onboardedTutor(), await onboardedTutor()]
    await insertTaughtLessons(tutor, 1)
    await triggerJob('settle-lessons')
    expect(await unsettled(tutor.id)).toBe(0)
    setNow(NOW + hours(5))
    await insertTaughtLessons(tutor, 1)
    await failedRun('settle-lessons', NOW + hours(8))
    setNow(NOW + hours(9))
    await triggerJob('settle-lessons')
    expect(await unsettled(tutor.id)).toBe(0)
    await insertTaughtLessons(late, 10)
    setNow(NOW + hours(9) + 1)
    await triggerJob('settle-lessons')
    expect(await unsettled(late.id)).toBeGreaterThan(0)
    await triggerJob('prove-ledger')
    expect(await unsettled(late.id)).toBe(0)
  })

  it('is granted to a plan that begins within the day, and to all whose week turned while no run succeeded', async () => {
    const [early, living] = await verifiedStudents(2)
    if (!early || !living) throw new Error('two students')
    const plan = await subscribe(living, NOW - hours(24), NOW + hours(24 * 27))
    await triggerJob('renew-minutes')
    expect(await grants(plan)).toBe(1)
    const later = await subscribe(early, NOW + hours(2), NOW + hours(24 * 28))
    setNow(NOW + hours(3))
    await triggerJob('renew-minutes')
    expect(await grants(later)).toBe(1)
    await failedRun('renew-minutes', NOW + hours(24 * 6) + minutes(1))
    setNow(NOW + hours(24 * 8))
    await triggerJob('renew-minutes')
    expect([await grants(plan), await grants(later)]).toEqual([2, 2])
    expect(await row('SELECT 1 FROM job_runs WHERE ok = 0')).not.toBeNull()
  })
})
