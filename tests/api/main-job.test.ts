import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callApi,
  expectOk,
  mailedCode,
  onboardedTutor,
  openSlot,
  registerStudent,
  setNow,
  verifiedStudent,
} from '#tests/people'

/** A Wednesday noon in Cairo, far from any change of daylight saving time. */
const WEDNESDAY = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000
const at = (hours: number) => Date.parse(WEDNESDAY) + hours * HOUR

type SubscriptionState = { info: { period: number } | null; remainingWeeklyMinutes: number }
type Lesson = { id: number; start: string; duration: number; canceledBy: number | null }
type LessonPage = { list: { lesson: Lesson; members: { userId: number; phone: string | null }[] }[]; total: number }

const minutesOf = async (student: { id: number; token: string; email: string }) =>
  (await expectOk<SubscriptionState>(callApi('GET', `/sub/user?userId=${student.id}`, { as: student })))
    .remainingWeeklyMinutes

beforeEach(() => {
  setNow(WEDNESDAY)
  return () => vi.useRealTimers()
})

describe('booking from registration to cancellation', () => {
  it('a new student registers, verifies the e-mail, finds a tutor, books, moves and cancels, and has all minutes again', async () => {
    const tutor = await onboardedTutor('كريم سامي')
    const slot = await openSlot(tutor, at(24), 4)
    const sara = await registerStudent()
    expect(await minutesOf(sara)).toBe(0)
    await expectOk(
      callApi('POST', '/confirmation-code/email/confirm', { as: sara, body: { code: await mailedCode(sara.email) } }),
    )
    expect(await minutesOf(sara)).toBe(60)

    const found = await expectOk<{ list: { id: number; nearestFreeTime: string }[] }>(
      callApi('GET', `/user/tutor/list/onboarded?search=${encodeURIComponent('كَرِيم')}`),
    )
    expect(found.list.find(({ id }) => id === tutor.id)?.nearestFreeTime).toBe(slot.start)

    const body = { tutorId: tutor.id, slotId: slot.id, start: slot.start, duration: 30 }
    const lesson = await expectOk<Lesson>(callApi('POST', '/lesson/', { as: sara, body }))
    expect(await minutesOf(sara)).toBe(30)

    const newStart = new Date(at(25)).toISOString()
    await expectOk(
      callApi('PATCH', '/lesson', {
        as: sara,
        body: { lessonId: lesson.id, slotId: slot.id, start: newStart, duration: 15 },
      }),
    )
    expect(await minutesOf(sara)).toBe(45)
    const listed = await expectOk<LessonPage>(callApi('GET', `/lesson/list/?users[]=${sara.id}`, { as: sara }))
    expect(listed.list[0]?.lesson).toMatchObject({
      id: lesson.id,
      start: newStart.replace(/\.000Z$/, '.000Z'),
      duration: 15,
    })
    expect(listed.list[0]?.members.map((member) => member.phone)).toEqual([null, null])

    await expectOk(callApi('DELETE', `/lesson/${lesson.id}`, { as: sara }))
    await expectOk(callApi('DELETE', `/lesson/${lesson.id}`, { as: sara }))
    expect(await minutesOf(sara)).toBe(60)
    const free = await expectOk<{ list: { id: number; nearestFreeTime: string }[] }>(
      callApi('GET', '/user/tutor/list/onboarded?size=100'),
    )
    expect(free.list.find(({ id }) => id === tutor.id)?.nearestFreeTime).toBe(slot.start)
  })

  it('of many students who book the same quarter hour one succeeds, and the minutes are exact', async () => {
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, at(24), 1)
    const students = await Promise.all(Array.from({ length: 12 }, () => verifiedStudent()))
    const body = { tutorId: tutor.id, slotId: slot.id, start: slot.start, duration: 15 }
    const answers = await Promise.all(students.map((student) => callApi('POST', '/lesson/', { as: student, body })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.code))).toEqual(
      new Set(['busy-tutor']),
    )
    const left = await Promise.all(students.map(minutesOf))
    expect(left.toSorted()).toEqual([45, ...Array.from({ length: 11 }, () => 60)])
  })
})
