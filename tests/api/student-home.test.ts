/** The week, the goal, the streak and the ended plan of a student's home (docs/rules/accounts.md 10.1). */
import { describe, expect, it } from 'vitest'
import { plusDays } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import {
  callApi,
  expectOk,
  insertLesson,
  onboardedTutor,
  outcome,
  type Person,
  row,
  run,
  subscribe,
  verifiedStudent,
} from '#tests/people'
import { at, iso, NOW, startClockAtNoon } from './lesson-fixtures.ts'

startClockAtNoon()

type Home = {
  week: {
    start: string
    end: string
    lessons: number
    minutes: number
    days: { date: string; taken: number; coming: number }[]
  }
  goal: number | null
  streak: number
  lessonsTaken: number
  endedPlan: { planId: number; period: number; weeklyMinutes: number; end: string } | null
}
const homeOf = (as: Person): Promise<Home> => expectOk(callApi('GET', '/user/student/home', { as }))
const setGoal = (as: Person, weeklyGoal: unknown) =>
  outcome(callApi('PUT', `/student/${as.id}`, { as, body: { weeklyGoal } }))

describe('the student’s home', () => {
  it('is empty at first', async () => {
    const home = await homeOf(await verifiedStudent())
    expect(home).toMatchObject({ goal: null, streak: 0, lessonsTaken: 0, endedPlan: null })
    expect(home.week).toMatchObject({
      start: '2026-02-06T22:00:00.000Z',
      end: '2026-02-13T22:00:00.000Z',
      lessons: 0,
      minutes: 0,
    })
    expect(home.week.days).toHaveLength(7)
  })

  it('counts the lessons that the student took, and not those cancelled or missed by the tutor', async () => {
    const [tutor, student, other] = await Promise.all([onboardedTutor(), verifiedStudent(), verifiedStudent()])
    await insertLesson({ tutor, student, start: at(-1) })
    await insertLesson({ tutor, student, start: at(-24 * 7), duration: 15 })
    await insertLesson({ tutor, student, start: at(-3), canceledBy: student })
    await insertLesson({ tutor, student: other, start: at(-5) })
    const missed = await insertLesson({ tutor, student, start: at(-2) })
    expect((await homeOf(student)).lessonsTaken).toBe(3)
    const decide = (revision: number, decided: LessonOutcome) =>
      run(
        'INSERT INTO lesson_decisions (lesson_id, revision, outcome, reason, created_at) VALUES (?, ?, ?, ?, ?)',
        missed,
        revision,
        decided,
        'الحضور المسجّل',
        NOW,
      )
    await decide(0, LessonOutcome.TutorAbsent)
    const home = await homeOf(student)
    expect(home).toMatchObject({ streak: 2, lessonsTaken: 2, week: { lessons: 1, minutes: 30 } })
    expect(home.week.days.filter(({ taken }) => taken > 0)).toEqual([{ date: '2026-02-11', taken: 1, coming: 0 }])
    await decide(1, LessonOutcome.Held)
    expect((await homeOf(student)).week.lessons).toBe(2)
  })

  it('names the plan that ended last, until another goes on', async () => {
    const student = await verifiedStudent()
    await subscribe(student, plusDays(NOW, -30), plusDays(NOW, -2), 120)
    expect((await homeOf(student)).endedPlan).toMatchObject({ weeklyMinutes: 120, end: iso(plusDays(NOW, -2)) })
    await subscribe(student, plusDays(NOW, -1), plusDays(NOW, 27))
    expect((await homeOf(student)).endedPlan).toBeNull()
  })
})

describe('the weekly goal', () => {
  it('is set, changed and left open by the student', async () => {
    const student = await verifiedStudent()
    expect(await setGoal(student, 3)).toBe('ok')
    expect((await homeOf(student)).goal).toBe(3)
    expect(await setGoal(student, 7)).toBe('ok')
    expect(await setGoal(student, null)).toBe('ok')
    expect((await homeOf(student)).goal).toBeNull()
  })

  it('is 1 to 7 lessons; anything else is refused and changes nothing', async () => {
    const student = await verifiedStudent()
    await setGoal(student, 2)
    for (const wrong of [0, 8, 2.5, -1, '3']) expect(await setGoal(student, wrong)).toBe('bad-request')
    expect((await homeOf(student)).goal).toBe(2)
    for (const wrong of [0, 8])
      await expect(run('UPDATE students SET weekly_goal = ? WHERE id = ?', wrong, student.id)).rejects.toThrow(/CHECK/)
    expect(await row('SELECT weekly_goal FROM students WHERE id = ?', student.id)).toEqual({ weekly_goal: 2 })
  })
})
