/** What the nightly jobs about people read does not grow with the history of those people (docs/rules/staff.md 13.2, 15.2). */
import { afterAll, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours, quartersOf } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import { bindings, insertLesson, onboardedTutor, type Person, run, setNow, verifiedStudent } from '#tests/people'
import { countCosts } from '../../dev/cost.ts'
import { findStudentsAtRisk } from '../../worker/staff/risk-store.ts'
import { storeTutorQualities } from '../../worker/staff/tutor-quality-store.ts'
import { at, NOW, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()
const counter = countCosts(bindings as unknown as Parameters<typeof countCosts>[0])
afterAll(() => counter.end())

/** A lesson that its student missed. */
async function missed(tutor: Person, student: Person, start: number): Promise<void> {
  const id = await insertLesson({ tutor, student, start })
  for (const quarter of quartersOf(start, 30))
    await run(
      'INSERT INTO busy_quarters (user_id, quarter, session_id) SELECT ?, ?, session_id FROM lessons WHERE id = ?',
      student.id,
      quarter,
      id,
    )
  await run(
    `INSERT INTO lesson_outcomes (lesson_id, tutor_id, start, outcome, late, pay, created_at, updated_at) VALUES (?, ?, ?, ?, 0, 'none', ?, ?)`,
    id,
    tutor.id,
    start,
    LessonOutcome.StudentAbsent,
    start + hours(1),
    start + hours(1),
  )
}

/** The rows that each job reads in a night after one more lesson of two people with so many before it. */
async function readsAfter(lessons: number): Promise<{ risks: number; qualities: number }> {
  await run('DELETE FROM figure_cursors')
  await run('DELETE FROM student_risks')
  const db = openDb(bindings.DB)
  const [tutor, student] = [await onboardedTutor(), await verifiedStudent()]
  for (let nth = 0; nth < lessons; nth += 1) await missed(tutor, student, at(-24 * 20 - nth * 8))
  await findStudentsAtRisk(db, NOW)
  await storeTutorQualities(db, NOW)
  await missed(tutor, student, at(1))
  const later = setNow(at(24))
  counter.begin()
  await findStudentsAtRisk(db, later)
  const risks = counter.read().rowsRead
  counter.begin()
  await storeTutorQualities(db, later)
  const qualities = counter.read().rowsRead
  setNow(NOW)
  return { risks, qualities }
}

it('students at risk and the figures of tutors are found by reading as much after many lessons as after few', async () => {
  const few = await readsAfter(4)
  const many = await readsAfter(150)
  // Of a student the latest lessons are read, of a tutor thirteen weeks at most.
  expect(many.risks - few.risks, JSON.stringify({ few, many })).toBeLessThan(60)
  expect(many.qualities - few.qualities, JSON.stringify({ few, many })).toBeLessThan(60)
})
