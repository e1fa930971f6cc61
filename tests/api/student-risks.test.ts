import { beforeEach, describe, expect, it } from 'vitest'
import type { StudentRisk } from '#contract/student-risks'
import { openDb } from '#db/client'
import { hours, minutes, plusDays, quartersOf } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import type { RiskReason } from '#domain/students/risk'
import { PlanPeriod } from '#domain/subscriptions/periods'
import {
  bindings,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  subscribe,
  tokenFor,
  triggerJob,
  tutorManager,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { candidateSources, findStudentsAtRisk } from '../../worker/staff/risk-store.ts'
import { iso, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { wholeReadsOf } from './plans.ts'

startClockAtNoon()
// Each test begins before the nights of the one before.
beforeEach(() => run('DELETE FROM figure_cursors'))

const { Held, NobodyAttended, TutorAbsent, StudentAbsent } = LessonOutcome
const daysFrom = (days: number) => plusDays(NOW, days)

/** A stored lesson that takes the student's time. */
async function lessonAt(student: Person, tutor: Person, start: number, duration: 15 | 30 = 30): Promise<number> {
  const id = await insertLesson({ tutor, student, start, duration })
  for (const quarter of quartersOf(start, duration))
    await run(
      'INSERT INTO busy_quarters (user_id, quarter, session_id) SELECT ?, ?, session_id FROM lessons WHERE id = ?',
      student.id,
      quarter,
      id,
    )
  return id
}

async function cancel(lesson: number, at: number): Promise<void> {
  await run('DELETE FROM busy_quarters WHERE session_id = (SELECT session_id FROM lessons WHERE id = ?)', lesson)
  await run(
    'UPDATE lessons SET canceled_at = ?, canceled_by = (SELECT MIN(user_id) FROM lesson_members WHERE lesson_id = ?) WHERE id = ?',
    at,
    lesson,
    lesson,
  )
}

const settle = (lesson: number, tutor: Person, result: LessonOutcome, at: number) =>
  run(
    `INSERT INTO lesson_outcomes (lesson_id, tutor_id, outcome, pay, created_at, updated_at) VALUES (?, ?, ?, 'refused', ?, ?)
     ON CONFLICT (lesson_id) DO UPDATE SET outcome = excluded.outcome, updated_at = excluded.updated_at`,
    lesson,
    tutor.id,
    result,
    at,
    at,
  )

const rate = (student: Person, tutor: Person, value: number, at: number) =>
  run(
    `INSERT INTO ratings (rater_id, ratee_id, value, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (rater_id, ratee_id) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    student.id,
    tutor.id,
    value,
    at,
    at,
  )

const find = (now: number) => findStudentsAtRisk(openDb(bindings.DB), now)

/** The reasons of one student as the job has stored them. */
async function reasonsOf(student: Person): Promise<RiskReason[]> {
  const found = await row<{ idle: number | null; missed: number | null; rating: number | null }>(
    `SELECT idle_since AS idle, missed_at AS missed, low_rated_at AS rating FROM student_risks WHERE student_id = ? AND state = 'open'`,
    student.id,
  )
  return (['idle', 'missed', 'rating'] as const).filter((reason) => (found?.[reason] ?? null) !== null)
}

type Taught = { start: number; duration: number; outcome: number | null }

/** The same, read from everything that is stored of the student. */
async function slowReasonsOf(student: Person, now: number): Promise<RiskReason[]> {
  const plan = await row<{ start: number }>(
    `SELECT start FROM subscriptions WHERE user_id = ? AND period <> ? AND terminated_at IS NULL AND start <= ? AND "end" >= ? ORDER BY start DESC`,
    student.id,
    PlanPeriod.FreeTrial,
    now,
    now,
  )
  const taught = await rows<Taught>(
    `SELECT l.start, l.duration, o.outcome FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id
     LEFT JOIN lesson_outcomes o ON o.lesson_id = l.id WHERE m.user_id = ? AND l.canceled_at IS NULL ORDER BY l.start DESC`,
    student.id,
  )
  const endOf = ({ start, duration }: Taught) => start + minutes(duration)
  const over = taught.filter((lesson) => endOf(lesson) <= now)
  const tenDaysAgo = now - hours(240)
  const month = now - hours(720)
  const isIdle = plan !== null && plan.start <= tenDaysAgo && taught.every((lesson) => endOf(lesson) <= tenDaysAgo)
  const [last, before] = over
  const isMissed = (lesson: Taught | undefined) =>
    lesson?.outcome === StudentAbsent || lesson?.outcome === NobodyAttended
  const isMissing = last !== undefined && endOf(last) > month && isMissed(last) && isMissed(before)
  const low = await rows(
    'SELECT id FROM ratings WHERE rater_id = ? AND value <= 2 AND updated_at > ?',
    student.id,
    month,
  )
  return [isIdle && 'idle', isMissing && 'missed', low.length > 0 && 'rating'].filter(
    (one) => one !== false,
  ) as RiskReason[]
}

/** Numbers that are the same in each run (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

describe('students at risk', () => {
  it.each([1, 2, 3])('are those of a slow count, after nights in which anything happens (%i)', async (seed) => {
    const random = randomOf(seed)
    const students = await verifiedStudents(8)
    const lessons: { id: number; student: Person; tutor: Person; start: number }[] = []
    for (const student of students) {
      const tutor = await onboardedTutor()
      if (random(4) > 0) {
        const start = daysFrom(-random(25))
        await subscribe(student, start, start + hours(24 * 30))
      }
      for (let day = -28; day < 12; day += 1 + random(9)) {
        const start = daysFrom(day) + hours(random(20)) + minutes(15 * random(4))
        lessons.push({ id: await lessonAt(student, tutor, start, random(2) ? 30 : 15), student, tutor, start })
      }
    }
    const settled = new Set<number>()
    for (let day = 0; day < 14; day += 1 + random(3)) {
      const now = daysFrom(day)
      setNow(now)
      for (const { id, student, tutor, start } of lessons) {
        const canceled = await row<{ at: number | null }>('SELECT canceled_at AS at FROM lessons WHERE id = ?', id)
        if (canceled?.at !== null) continue
        if (start > now && random(12) === 0) await cancel(id, now - random(1000))
        // Some are settled late, and some outcomes are decided otherwise afterwards.
        else if (start + hours(1) < now && (settled.has(id) ? random(20) === 0 : random(4) > 0)) {
          const result = [Held, NobodyAttended, TutorAbsent, StudentAbsent, StudentAbsent][random(5)] ?? Held
          await settle(id, tutor, result, now - random(1000))
          settled.add(id)
        }
        if (random(60) === 0) await rate(student, tutor, 1 + random(5), now - random(1000))
      }
      await find(now)
      for (const student of students)
        expect(await reasonsOf(student), `${student.id} on day ${day}`).toEqual(await slowReasonsOf(student, now))
    }
  })

  it('without minutes left are at risk once they have some, and with a lesson again no more', async () => {
    const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
    const start = daysFrom(-12)
    const subscription = await subscribe(student, start, start + hours(24 * 30))
    const week = await row<{ week: number }>(
      'SELECT MAX(week) AS week FROM minute_entries WHERE subscription_id = ?',
      subscription,
    )
    const { weeks } = await expectOk<{ weeks: { start: string }[] }>(
      callApi('GET', `/sub/user?userId=${student.id}`, { as: student }),
    )
    expect(week).not.toBeNull()
    await run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, revision, created_at) VALUES (?, ?, 'adjustment', -60, 1, 1)`,
      subscription,
      Date.parse(weeks[0]?.start ?? ''),
    )
    await find(NOW)
    expect(await reasonsOf(student)).toEqual([])
    const later = daysFrom(7)
    await find(later)
    expect(await reasonsOf(student)).toEqual(['idle'])
    await lessonAt(student, tutor, later + hours(2))
    await find(later + hours(24))
    expect(await reasonsOf(student)).toEqual([])
  })

  it('are found by the nightly job, taken care of, and handled until a later reason', async () => {
    const [student, tutor, other] = [await verifiedStudent(), await onboardedTutor(), await onboardedTutor()]
    await rate(student, tutor, 2, NOW - hours(1))
    await triggerJob('store-figures')
    const [adel, dina] = [await newAdmin(), await newSuperAdmin()]
    const listed = async (query: string, as = adel) => {
      const { list } = await expectOk<{ list: StudentRisk[] }>(
        callApi('GET', `/student/risk/list?size=100&${query}`, { as }),
      )
      return list.find((one) => one.student.id === student.id)
    }
    const change = (as: Person, body: object, version?: string) =>
      outcome(
        callApi('PATCH', `/student/${student.id}/risk`, {
          as,
          body,
          headers: version ? { 'if-match': `"${version}"` } : {},
        }),
      )
    const found = await listed('reason=rating&handled=false')
    expect(found).toMatchObject({ lowRatedAt: iso(NOW - hours(1)), idleSince: null, owner: null, isHandled: false })
    expect(await listed('reason=idle')).toBeUndefined()
    expect(await change(adel, { isMine: true }, found?.updatedAt)).toBe('ok')
    expect(await change(dina, { isMine: true }, found?.updatedAt)).toBe('version-conflict')
    expect((await listed('mine=true'))?.owner?.id).toBe(adel.id)
    expect(await listed('mine=true', dina)).toBeUndefined()
    expect(await listed('mine=false')).toBeUndefined()
    expect(await change(dina, { done: 'كلمناه واتفقنا على مدرّس تاني' })).toBe('ok')
    expect(await listed('handled=true')).toMatchObject({ isHandled: true, doneBy: { id: dina.id } })
    expect(await listed('handled=false')).toBeUndefined()
    expect(await change(adel, {})).toBe('empty-request')
    expect(await change(await tutorManager(), { isMine: true })).toBe('forbidden')
    expect(await outcome(callApi('PATCH', '/student/999999/risk', { as: adel, body: { isMine: true } }))).toBe(
      'student-not-found',
    )

    const later = NOW + hours(24)
    setNow(later)
    await rate(student, other, 1, later - hours(1))
    await find(later)
    const again = { ...adel, token: await tokenFor(adel.id) }
    expect(await listed('handled=false', again)).toMatchObject({ owner: { id: adel.id }, isHandled: false })
    await rate(student, tutor, 5, later)
    await rate(student, other, 5, later)
    await find(later + 1)
    expect(await listed('', again)).toBeUndefined()
  })

  it('are found by reading what changed, not by scanning a table', async () => {
    for (const source of candidateSources(NOW - hours(24), NOW)) {
      const scans = await wholeReadsOf(source)
      expect(scans.filter((step) => !step.includes('student_risks_not_over'))).toEqual([])
    }
  })
})
