import { describe, expect, it } from 'vitest'
import type { LessonAttendance, LessonDecision } from '#contract/lesson-decisions'
import { hours, minutes } from '#domain/cairo'
import { minutesWeekOf } from '#domain/subscriptions/minutes'
import { PlanPeriod } from '#domain/subscriptions/periods'
import {
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
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { at, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { accountBalance } from './payment-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

startClockAtNoon()

const [HELD, NOBODY, TUTOR_ABSENT, STUDENT_ABSENT] = [1, 2, 3, 4]
const REASON = 'الطالب بعت صورة من الأوضة وهو لوحده'

const decide = (as: Person, lessonId: number, decision: number, reason = REASON) =>
  callApi('POST', `/lesson/${lessonId}/decision`, { as, body: { outcome: decision, reason } })
const attendanceOf = (as: Person, lessonId: number) =>
  expectOk<LessonAttendance>(callApi('GET', `/lesson/${lessonId}/attendance`, { as }))
const remaining = async (student: Person) =>
  (
    await expectOk<{ remainingWeeklyMinutes: number }>(
      callApi('GET', `/sub/user?userId=${student.id}`, { as: student }),
    )
  ).remainingWeeklyMinutes
const findings = async (): Promise<{ what: string }[]> => {
  await triggerJob('prove-ledger')
  const proof = await row<{ findings: string }>('SELECT findings FROM ledger_proofs ORDER BY id DESC LIMIT 1')
  return JSON.parse(proof?.findings ?? '[]')
}
/** The checks that this file's fixtures, which write no ledger, do not satisfy anyway. */
const lessonFindings = async () => (await findings()).filter(({ what }) => /lesson|owed|postings|zero/.test(what))

/** A lesson two hours ago that the student paid for with minutes of a plan. */
async function taughtLesson(tutor: Person, student: Person) {
  const [start, end] = [at(-24), at(24 * 27)]
  const subscriptionId = await subscribe(student, start, end)
  const { start: week } = minutesWeekOf({ period: PlanPeriod.Month, start, end }, NOW)
  const lessonId = await insertLesson({ tutor, student, start: at(-2), attended: true })
  await run(
    `INSERT INTO minute_entries (subscription_id, week, kind, minutes, lesson_id, created_at) VALUES (?1, ?2, 'grant', 60, NULL, ?4), (?1, ?2, 'booking', -30, ?3, ?4)`,
    subscriptionId,
    week,
    lessonId,
    at(-3),
  )
  return { lessonId, minutesBefore: await remaining(student) }
}

describe('a decision about a lesson', () => {
  it('gives the minutes back and takes the pay when the tutor was absent, and is undone by the opposite', async () => {
    const [tutor, student, adel] = await Promise.all([onboardedTutor(), verifiedStudent(), newAdmin()])
    const { lessonId, minutesBefore } = await taughtLesson(tutor, student)
    const decision = await expectOk<LessonDecision>(decide(adel, lessonId, TUTOR_ABSENT))
    expect(decision).toMatchObject({
      outcome: TUTOR_ABSENT,
      reason: REASON,
      returnedMinutes: 30,
      earning: -7_500,
      decidedBy: { id: adel.id },
    })
    expect(await remaining(student)).toBe(minutesBefore + 30)
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(0)
    expect(await lastAuditEntry('lesson.decide')).toMatchObject({ actor_id: adel.id, target_id: lessonId })
    expect(await lessonFindings()).toEqual([])

    setNow(NOW + minutes(1))
    expect(await expectOk<LessonDecision>(decide(adel, lessonId, HELD))).toMatchObject({
      returnedMinutes: -30,
      earning: 7_500,
    })
    expect(await remaining(student)).toBe(minutesBefore)
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(7_500)
    expect(await lessonFindings()).toEqual([])
    const { decisions } = await attendanceOf(adel, lessonId)
    expect(decisions.map((one) => one.outcome)).toEqual([TUTOR_ABSENT, HELD])
    const stats = await expectOk<{ income: { past: number } }>(
      callApi('GET', `/invoice/stats/${tutor.id}`, { as: adel }),
    )
    expect(stats.income.past).toBe(7_500)
  })

  it('takes the pay and gives the minutes back when nobody attended, and changes nothing when the student was absent', async () => {
    const [tutor, student, adel] = await Promise.all([onboardedTutor(), verifiedStudent(), newAdmin()])
    const { lessonId, minutesBefore } = await taughtLesson(tutor, student)
    expect(await outcome(decide(adel, lessonId, STUDENT_ABSENT))).toBe('ok')
    expect([await remaining(student), await accountBalance(`tutor:${tutor.id}`)]).toEqual([minutesBefore, 7_500])
    expect(await outcome(decide(adel, lessonId, NOBODY))).toBe('ok')
    expect([await remaining(student), await accountBalance(`tutor:${tutor.id}`)]).toEqual([minutesBefore + 30, 0])
    expect(await lessonFindings()).toEqual([])
  })

  it('takes effect once, also for concurrent decisions', async () => {
    const [tutor, student, adel, dina] = await Promise.all([
      onboardedTutor(),
      verifiedStudent(),
      newAdmin(),
      newSuperAdmin(),
    ])
    const { lessonId, minutesBefore } = await taughtLesson(tutor, student)
    const answers = await Promise.all([adel, dina, adel, dina].map((as) => outcome(decide(as, lessonId, TUTOR_ABSENT))))
    expect(answers.toSorted()).toEqual([
      'lesson-already-decided',
      'lesson-already-decided',
      'lesson-already-decided',
      'ok',
    ])
    expect(await remaining(student)).toBe(minutesBefore + 30)
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(0)
    expect(await rows('SELECT * FROM lesson_decisions WHERE lesson_id = ?', lessonId)).toHaveLength(1)
    expect(await lessonFindings()).toEqual([])
  })

  it('is refused before the end, for cancelled lessons, without a reason, and to everybody but admins', async () => {
    const [tutor, student, adel, mona] = await Promise.all([
      onboardedTutor(),
      verifiedStudent(),
      newAdmin(),
      tutorManager(),
    ])
    const coming = await insertLesson({ tutor, student, start: NOW - minutes(15) })
    const canceled = await insertLesson({ tutor, student, start: at(-4), canceledBy: tutor })
    const past = await insertLesson({ tutor, student, start: at(-6) })
    expect(await outcome(decide(adel, coming, HELD))).toBe('lesson-not-decidable')
    expect(await outcome(decide(adel, canceled, HELD))).toBe('lesson-not-decidable')
    expect(await outcome(decide(adel, 999_999, HELD))).toBe('lesson-not-found')
    expect(await outcome(decide(adel, past, HELD, '   '))).toBe('bad-request')
    expect(await outcome(decide(adel, past, 5))).toBe('bad-request')
    for (const as of [tutor, student, mona]) expect(await outcome(decide(as, past, HELD))).toBe('forbidden')
    expect(await rows('SELECT * FROM lesson_decisions WHERE lesson_id IN (?, ?, ?)', coming, canceled, past)).toEqual(
      [],
    )
  })

  it('is refused when the pay is withdrawn, and when minutes that came back are spent', async () => {
    const [tutor, student, adel] = await Promise.all([onboardedTutor(), verifiedStudent(), newAdmin()])
    const { lessonId, minutesBefore } = await taughtLesson(tutor, student)
    await insertLesson({ tutor, student, start: at(-5), attended: true })
    const withdraw = (amount: number) =>
      callApi('POST', '/invoice', { as: tutor, body: { method: 0, receiver: '01012345678', amount } })
    await expectOk(withdraw(15_000))
    expect(await outcome(decide(adel, lessonId, TUTOR_ABSENT))).toBe('lesson-pay-withdrawn')
    expect(await remaining(student)).toBe(minutesBefore)

    await insertLesson({ tutor, student, start: at(-7), attended: true })
    expect(await outcome(decide(adel, lessonId, TUTOR_ABSENT))).toBe('ok')
    await run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at)
       SELECT subscription_id, week, 'adjustment', -?, ? FROM lesson_decisions WHERE lesson_id = ?`,
      minutesBefore + 10,
      NOW,
      lessonId,
    )
    expect(await outcome(decide(adel, lessonId, HELD))).toBe('no-enough-minutes')
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(0)
  })

  it('shows who was in the session and for how long of the lesson', async () => {
    const [tutor, student, adel] = await Promise.all([onboardedTutor(), verifiedStudent(), newAdmin()])
    const lessonId = await insertLesson({ tutor, student, start: at(-2) })
    const event = (person: Person, type: number, when: number) =>
      run(
        'INSERT INTO session_events (type, user_id, session_id, created_at) SELECT ?, ?, session_id, ? FROM lessons WHERE id = ?',
        type,
        person.id,
        when,
        lessonId,
      )
    await event(tutor, 1, at(-2) - minutes(5))
    await event(tutor, 2, at(-2) + minutes(10))
    await event(tutor, 1, at(-2) + minutes(20))
    await event(tutor, 2, at(-2) + hours(1))
    const { members, decisions } = await attendanceOf(adel, lessonId)
    const of = (person: Person) => members.find(({ id }) => id === person.id)
    expect(of(tutor)).toMatchObject({
      minutes: 20,
      times: [{ start: expect.any(String) }, { end: expect.any(String) }],
    })
    expect(of(student)).toMatchObject({ minutes: 0, times: [] })
    expect(decisions).toEqual([])
    expect(await outcome(callApi('GET', `/lesson/${lessonId}/attendance`, { as: student }))).toBe('forbidden')
    expect(await outcome(callApi('GET', '/lesson/999999/attendance', { as: adel }))).toBe('lesson-not-found')
  })
})
