import { beforeEach, describe, expect, it } from 'vitest'
import type { TutorQuality } from '#contract/tutor-quality'
import { openDb } from '#db/client'
import { seeded } from '#db/demo/random'
import { calendarWeekOf, hours, minutes, plusDays } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import { type QualityFigure, qualitySince } from '#domain/tutors/quality'
import {
  bindings,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  triggerJob,
  tutorManager,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import {
  changedSources,
  countedWeeks,
  otherSources,
  storeTutorQualities,
} from '../../worker/staff/tutor-quality-store.ts'
import { attend, iso, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { wholeReadsOf } from './plans.ts'

startClockAtNoon()
// Each test begins before the nights of the one before.
beforeEach(() => run('DELETE FROM figure_cursors'))

const { Held, NobodyAttended, TutorAbsent, StudentAbsent } = LessonOutcome
const daysFrom = (days: number) => plusDays(NOW, days)
const night = (now: number) => storeTutorQualities(openDb(bindings.DB), now)

type Fate = { result: LessonOutcome; late?: 0 | 1 | null; cutShort?: 0 | 1; poorCall?: 0 | 1 | null }

const settle = (lesson: number, { result, late = 0, cutShort = 0, poorCall = null }: Fate, at: number) =>
  run(
    `INSERT INTO lesson_outcomes (lesson_id, tutor_id, start, outcome, late, cut_short, poor_call, pay, created_at, updated_at)
     SELECT l.id, s.user_id, l.start, ?, ?, ?, ?, 'none', ?, ? FROM lessons l JOIN availability_slots s ON s.id = l.slot_id WHERE l.id = ?
     ON CONFLICT (lesson_id) DO UPDATE SET outcome = excluded.outcome, updated_at = excluded.updated_at`,
    result,
    late,
    cutShort,
    poorCall,
    at,
    at,
    lesson,
  )

const cancel = (lesson: number, by: Person, at: number) =>
  run('UPDATE lessons SET canceled_at = ?, canceled_by = ? WHERE id = ?', at, by.id, lesson)

const dispute = (lesson: number, by: Person, at: number) =>
  run(
    `INSERT OR IGNORE INTO reports (user_id, title, description, lesson_id, created_at, updated_at) VALUES (?, 'x', 'x', ?, ?, ?)`,
    by.id,
    lesson,
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

type Stored = {
  start: number
  canceled_at: number | null
  canceled_by: number | null
  outcome: number | null
  late: number | null
  cut_short: number | null
  poor_call: number | null
  disputes: number
}

/** The figures of one tutor from everything that is stored of them. */
async function slowQualityOf(tutor: Person, now: number) {
  const taught = await rows<Stored>(
    `SELECT l.start, l.canceled_at, l.canceled_by, o.outcome, o.late, o.cut_short, o.poor_call, (SELECT COUNT(*) FROM reports r WHERE r.lesson_id = l.id) AS disputes
     FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id LEFT JOIN lesson_outcomes o ON o.lesson_id = l.id
     WHERE m.user_id = ? AND l.start >= ? AND l.start < ?`,
    tutor.id,
    qualitySince(now),
    now,
  )
  const settled = taught.filter((lesson) => lesson.outcome !== null)
  const canceled = taught.filter((lesson) => lesson.canceled_by === tutor.id)
  const there = settled.filter((lesson) => lesson.outcome === Held || lesson.outcome === StudentAbsent)
  const held = settled.filter((lesson) => lesson.outcome === Held)
  const measured = held.filter((lesson) => lesson.poor_call !== null)
  const timed = there.filter((lesson) => lesson.late !== null)
  const stars = await rows<{ value: number }>('SELECT value FROM ratings WHERE ratee_id = ?', tutor.id)
  const share = (part: readonly unknown[], whole: number) =>
    whole === 0 ? null : Math.round((part.length * 10_000) / whole)
  const lessons = settled.length + canceled.length
  if (lessons === 0) return null
  return {
    lessons,
    fulfilled: share(there, lessons),
    punctual: share(
      timed.filter((lesson) => lesson.late === 0),
      timed.length,
    ),
    rating:
      stars.length === 0 ? null : Math.round((stars.reduce((sum, { value }) => sum + value, 0) * 100) / stars.length),
    ratings: stars.length,
    disputed: share(
      settled.filter((lesson) => lesson.disputes > 0),
      settled.length,
    ),
    cutShort: share(
      held.filter((lesson) => lesson.cut_short === 1),
      held.length,
    ),
    poorCall: share(
      measured.filter((lesson) => lesson.poor_call === 1),
      measured.length,
    ),
  }
}

const storedQualityOf = async (tutor: Person) =>
  row(
    'SELECT lessons, fulfilled, punctual, rating, ratings, disputed, cut_short AS cutShort, poor_call AS poorCall FROM tutor_qualities WHERE tutor_id = ?',
    tutor.id,
  )

const qualitiesFor = async (as: Person, query = '') =>
  (await expectOk<{ list: TutorQuality[] }>(callApi('GET', `/tutor-quality/list?size=100&${query}`, { as }))).list

describe('the figures of tutors', () => {
  it.each(['one', 'two'])('are those of a slow count, after nights in which anything happens (%s)', async (seed) => {
    const random = seeded(`tutor quality ${seed}`)
    const students = await verifiedStudents(2)
    const tutors = [await onboardedTutor(), await onboardedTutor(), await tutorManager()]
    const lessons: { id: number; student: Person; tutor: Person; start: number }[] = []
    for (const tutor of tutors)
      for (const [nth, student] of students.entries())
        for (let day = -100; day < 25; day += random.int(1, 12)) {
          // At times of their own: a tutor's slots do not overlap.
          const start = daysFrom(day) + hours(2 * random.int(0, 11)) + minutes(30 * nth)
          lessons.push({ id: await insertLesson({ tutor, student, start }), student, tutor, start })
        }
    const settled = new Set<number>()
    const canceled = new Set<number>()
    // Some weeks leave those that count on the way.
    for (let day = 0; day < 24; day += random.int(1, 4)) {
      const now = daysFrom(day)
      setNow(now)
      for (const { id, student, tutor, start } of lessons) {
        if (canceled.has(id)) continue
        const at = now - random.int(1, 1000)
        if (start > now - minutes(20) && !settled.has(id) && random.chance(0.1)) {
          await cancel(id, random.chance(0.6) ? tutor : student, at)
          canceled.add(id)
        } else if (start + hours(1) < now && random.chance(settled.has(id) ? 0.04 : 0.8)) {
          const fate: Fate = {
            result: random.pick([Held, Held, Held, StudentAbsent, TutorAbsent, NobodyAttended]),
            late: random.pick([0, 0, 1, null]),
            cutShort: random.pick([0, 0, 1]),
            poorCall: random.pick([0, 0, 1, null]),
          }
          await settle(id, fate, at)
          settled.add(id)
        }
        if (start < now && random.chance(0.03)) await dispute(id, random.chance(0.5) ? student : tutor, at)
        if (random.chance(0.02)) await rate(student, tutor, random.int(1, 5), at)
      }
      await night(now)
      for (const tutor of tutors)
        expect(await storedQualityOf(tutor), `${tutor.id} on day ${day}`).toEqual(await slowQualityOf(tutor, now))
    }
  })

  it('are stored by the nightly job from what the attendance showed, and each opens the lessons that it counts', async () => {
    const [tutor, student, adel] = [await onboardedTutor(), await verifiedStudent(), await newAdmin()]
    const start = NOW - hours(5)
    const at = (nth: number) => start + minutes(30 * nth)
    const [punctual, late, shortened, missed, canceled, called] = [
      await insertLesson({ tutor, student, start: at(0) }),
      await insertLesson({ tutor, student, start: at(1) }),
      await insertLesson({ tutor, student, start: at(2) }),
      await insertLesson({ tutor, student, start: at(3) }),
      await insertLesson({ tutor, student, start: at(4), canceledBy: tutor }),
      await insertLesson({ tutor, student, start: at(5), canceledBy: student }),
    ]
    const joins = [
      [punctual, at(0) - minutes(2), at(1)],
      [late, at(1) + minutes(3), at(2)],
      [shortened, at(2), at(2) + minutes(8)],
    ] as const
    for (const [id, from, to] of joins) {
      await attend(tutor, { id }, from, to)
      await attend(student, { id }, from, to)
    }
    for (const [id, isPoor] of [
      [punctual, 0],
      [late, 1],
    ])
      await run(
        `INSERT INTO call_minutes (lesson_id, user_id, minute, is_poor, device, operator)
         SELECT id, ?, start, ?, 'phone', '' FROM lessons WHERE id = ?`,
        student.id,
        isPoor,
        id,
      )
    await dispute(missed, student, NOW - 1)
    await rate(student, tutor, 4, NOW - 1)
    await triggerJob('settle-lessons')
    await triggerJob('store-figures')
    const found = (await qualitiesFor(adel)).find((one) => one.tutor.id === tutor.id)
    expect(found).toMatchObject({
      lessons: 5,
      settled: 4,
      canceled: 1,
      fulfilledLessons: 3,
      fulfilled: 6_000,
      timed: 3,
      late: 1,
      punctual: 6_667,
      held: 3,
      cutShortLessons: 1,
      cutShort: 3_333,
      measured: 2,
      poorCallLessons: 1,
      poorCall: 5_000,
      disputedLessons: 1,
      disputed: 2_500,
      ratings: 1,
      rating: 400,
      since: iso(qualitySince(NOW)),
    })
    const listed = async (query: string) => {
      const window = `start[gte]=${found?.since}`
      const { list } = await expectOk<{ list: { lesson: { id: number } }[] }>(
        callApi('GET', `/lesson/list?size=100&users=${tutor.id}&${window}&${query}`, { as: adel }),
      )
      return list.map(({ lesson }) => lesson.id).toSorted((one, other) => one - other)
    }
    expect(await listed('late=true')).toEqual([late])
    expect(await listed('unfulfilled=true')).toEqual([missed, canceled])
    expect(await listed('unfulfilled=false')).toEqual([punctual, late, shortened, called])
    expect(await listed('disputed=true&status=fulfilled')).toEqual([missed])
    expect(await listed('cutShort=true&outcome=1')).toEqual([shortened])
    expect(await listed('poorCall=true&outcome=1')).toEqual([late])
    // Without a tutor the same lessons are read by another index.
    const all = await expectOk<{ list: { lesson: { id: number } }[] }>(
      callApi('GET', '/lesson/list?size=100&late=true', { as: adel }),
    )
    expect(all.list.map(({ lesson }) => lesson.id)).toContain(late)
    const poor = async (figure: QualityFigure) =>
      (await qualitiesFor(adel, `poor=${figure}`)).some((one) => one.tutor.id === tutor.id)
    for (const figure of ['fulfilled', 'punctual', 'rating', 'disputed', 'cutShort', 'poorCall'] as const)
      expect(await poor(figure), figure).toBe(true)
    await rate(student, tutor, 5, NOW)
    await night(NOW + 1)
    expect(await poor('rating')).toBe(false)
    const many = await qualitiesFor(adel, 'lessons[gte]=6')
    expect(many.some((one) => one.tutor.id === tutor.id)).toBe(false)
  })

  it('are for admins, in the order that they ask for', async () => {
    const adel = await newAdmin()
    const ask = async (as: Person) => outcome(callApi('GET', '/tutor-quality/list', { as }))
    expect([await ask(await tutorManager()), await ask(await onboardedTutor())]).toEqual(['forbidden', 'forbidden'])
    const student = await verifiedStudent()
    for (const count of [1, 3, 2]) {
      const tutor = await onboardedTutor()
      for (let nth = 0; nth < count; nth += 1) {
        const lesson = await insertLesson({ tutor, student, start: NOW - hours(30 + nth) })
        await settle(lesson, { result: nth === 0 ? Held : TutorAbsent }, NOW - hours(1))
      }
    }
    await night(NOW)
    for (const order of ['lessons', 'fulfilled', 'punctual', 'rating', 'disputed', 'cutShort', 'poorCall'] as const) {
      const values = (await qualitiesFor(adel, `orderBy=${order}`)).map((one) => one[order] ?? -1)
      expect(values, order).toEqual(values.toSorted((one, other) => other - one))
    }
  })

  it('are gone once all lessons have left the weeks that count', async () => {
    const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
    const lesson = await insertLesson({ tutor, student, start: NOW - hours(2) })
    await settle(lesson, { result: Held }, NOW - hours(1))
    await night(NOW)
    expect(await storedQualityOf(tutor)).toMatchObject({ lessons: 1 })
    const last = calendarWeekOf(plusDays(NOW, 7 * 12))
    await night(last.end - 1)
    expect(await storedQualityOf(tutor)).toMatchObject({ lessons: 1 })
    await night(last.end)
    expect(await storedQualityOf(tutor)).toBeNull()
  })

  it('are found by reading what changed, not by scanning a table', async () => {
    const week = { tutorId: 1, week: NOW, end: NOW + hours(168) }
    const sources = [...changedSources(NOW - hours(24), NOW), ...otherSources(NOW)]
    for (const select of [...sources, countedWeeks([week], NOW)])
      expect(
        (await wholeReadsOf(select)).filter((step) => step !== 'SCAN j VIRTUAL TABLE INDEX 1:' && step !== 'SCAN q'),
      ).toEqual([])
  })
})
