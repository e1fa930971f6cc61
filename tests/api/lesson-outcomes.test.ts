import { describe, expect, it } from 'vitest'
import type { LessonWithMembers } from '#contract/lessons'
import type { Report } from '#contract/reports'
import { hours, minutes } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import {
  callApi,
  expectOk,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  setNow,
  triggerJob,
  tutorManager,
} from '#tests/people'
import type { Gateways } from './gateways.ts'
import { attend, book, remainingMinutes, tryCancel } from './lesson-fixtures.ts'
import { buyPlan, withGateways } from './order-fixtures.ts'
import { accountBalance, newPlan, PRICE, payingStudent } from './payment-fixtures.ts'
import { race } from './race.ts'

const NOW = '2026-02-11T10:00:00Z'
const START = Date.parse(NOW) + hours(2)
const END = START + minutes(30)
const PAY = 7_500

let gateways: Gateways
withGateways(NOW, (opened) => {
  gateways = opened
})

/** A student who has bought a plan of 600 EGP and booked a lesson of half an hour with the tutor. */
async function bookedLesson(tutor: Person) {
  const [sara, planId] = [await payingStudent(), await newPlan()]
  const { subscriptionId } = await buyPlan(gateways, sara, planId)
  const slot = await openSlot(tutor, START, 4)
  const lesson = await book(sara, { tutor, slot, start: START })
  return { sara, lesson, slot, subscriptionId }
}

const refundOf = async (subscriptionId: number) => {
  const { refundAmount } = await expectOk<{ refundAmount: number }>(
    callApi('GET', `/sub/${subscriptionId}/refund`, { as: await newAdmin() }),
  )
  return refundAmount
}
const settledBalance = async (tutor: Person) => {
  await expectOk(callApi('GET', `/invoice/stats/${tutor.id}`, { as: await newAdmin() }))
  return accountBalance(`tutor:${tutor.id}`)
}
const readLesson = async (as: Person, { id }: { id: number }) =>
  expectOk<LessonWithMembers>(callApi('GET', `/lesson/${id}`, { as }))

describe('a student who cancels a lesson that has begun', () => {
  it('keeps neither the tutor’s pay nor the minutes when both were there', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson, subscriptionId } = await bookedLesson(tutor)
    for (const person of [tutor, sara]) await attend(person, lesson, START - minutes(2), null)
    setNow(END - 5_000)
    expect(await tryCancel(sara, lesson)).toBe('lesson-in-progress')
    expect(await row('SELECT canceled_at FROM lessons WHERE id = ?', lesson.id)).toEqual({ canceled_at: null })
    setNow(END + minutes(1))
    expect(await remainingMinutes(sara)).toBe(30)
    expect(await settledBalance(tutor)).toBe(PAY)
    expect(await refundOf(subscriptionId)).toBe(PRICE - PAY)
  })

  it('is refused as soon as the tutor is there, and after the tutor has left again', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson } = await bookedLesson(tutor)
    await attend(tutor, lesson, START - minutes(2), START + minutes(20))
    for (const now of [START, START + minutes(6), END]) {
      setNow(now)
      expect(await tryCancel(sara, lesson)).toBe('lesson-in-progress')
    }
  })

  it('is refused where the tutor joins between the decision and its batch', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson } = await bookedLesson(tutor)
    setNow(START + minutes(6))
    const answer = await race({
      write: 'lessons/cancel:cancel',
      refusedBy: 'tutor-came',
      slow: () => tryCancel(sara, lesson),
      fast: () => attend(tutor, lesson, START + minutes(6) + 1, null),
    })
    expect(answer).toBe('lesson-in-progress')
    expect(await row('SELECT canceled_at FROM lessons WHERE id = ?', lesson.id)).toEqual({ canceled_at: null })
  })

  it('is charged without a lesson while the tutor may still come, and nothing when the tutor is late', async () => {
    for (const [late, left, refund] of [
      [minutes(5) - 1, 30, PRICE - PAY],
      [minutes(5), 60, PRICE],
    ] as const) {
      setNow(NOW)
      const tutor = await onboardedTutor()
      const { sara, lesson, subscriptionId } = await bookedLesson(tutor)
      await attend(tutor, lesson, START - minutes(10), START - minutes(1))
      await attend(sara, lesson, START, null)
      setNow(START + late)
      expect(await tryCancel(sara, lesson)).toBe('ok')
      expect(await remainingMinutes(sara)).toBe(left)
      expect(await refundOf(subscriptionId)).toBe(refund)
      setNow(END + minutes(1))
      expect(await settledBalance(tutor)).toBe(0)
    }
  })
})

describe('a tutor who cancels a lesson that has begun', () => {
  it('gives the minutes back in its last second, and is not paid', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson, subscriptionId } = await bookedLesson(tutor)
    for (const person of [tutor, sara]) await attend(person, lesson, START, null)
    setNow(END - 1_000)
    expect(await tryCancel(tutor, lesson)).toBe('ok')
    setNow(END + minutes(1))
    expect([await remainingMinutes(sara), await settledBalance(tutor)]).toEqual([60, 0])
    expect(await refundOf(subscriptionId)).toBe(PRICE)
  })
})

describe('the refund of a plan', () => {
  it('is all of it where the tutor cancels between the decision and its batch', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson } = await bookedLesson(tutor)
    for (const person of [tutor, sara]) await attend(person, lesson, START, null)
    setNow(END - 1_000)
    const answer = await race({
      write: 'subscriptions/cancel:cancel',
      statement: /insert into "refunds"/i,
      refusedBy: 'subscription-charged',
      slow: () => expectOk(callApi('PATCH', '/sub/cancel', { as: sara, body: {} })),
      fast: async () => expect(await tryCancel(tutor, lesson)).toBe('ok'),
    })
    expect(answer).toEqual({ refundAmount: PRICE })
    setNow(END + minutes(46))
    expect(await settledBalance(tutor)).toBe(0)
    expect(await findings()).toEqual([])
  })

  it('counts lessons with tutor managers as those with tutors', async () => {
    const mona = await tutorManager()
    const { sara, lesson, subscriptionId } = await bookedLesson(mona)
    for (const person of [mona, sara]) await attend(person, lesson, START, END)
    setNow(END + minutes(1))
    expect(await refundOf(subscriptionId)).toBe(PRICE - PAY)
  })
})

describe('the outcome of a lesson', () => {
  it('is absent before the start, and says who came while it lasts', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson } = await bookedLesson(tutor)
    await attend(tutor, lesson, START - minutes(2), null)
    expect((await readLesson(sara, lesson)).outcome).toBeNull()
    setNow(START + minutes(1))
    expect((await readLesson(sara, lesson)).outcome).toEqual({
      result: null,
      isDecided: false,
      studentCame: false,
      tutorCame: true,
      minutesTogether: 0,
      isPaid: true,
      isCharged: true,
      waits: null,
      isDisputed: false,
    })
  })

  it('says how long the two were together, until the room closed', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson } = await bookedLesson(tutor)
    await attend(tutor, lesson, START - minutes(5), null)
    await attend(sara, lesson, START - minutes(2), START + minutes(10))
    await attend(sara, lesson, START + minutes(12), null)
    setNow(START + minutes(20))
    for (const as of [sara, tutor]) expect((await readLesson(as, lesson)).outcome?.minutesTogether).toBe(20)
    setNow(END + minutes(50))
    expect((await readLesson(sara, lesson)).outcome?.minutesTogether).toBe(60)
  })

  it('is read from the attendance by both members', async () => {
    const { Held, NobodyAttended, StudentAbsent } = LessonOutcome
    for (const [result, students, tutors] of [
      [Held, 6, 6],
      [StudentAbsent, 5, 30],
      [NobodyAttended, 0, 0],
    ] as const) {
      setNow(NOW)
      const tutor = await onboardedTutor()
      const { sara, lesson } = await bookedLesson(tutor)
      if (students > 0) await attend(sara, lesson, START, START + minutes(students))
      if (tutors > 0) await attend(tutor, lesson, START, START + minutes(tutors))
      setNow(END)
      for (const as of [sara, tutor]) {
        expect((await readLesson(as, lesson)).outcome).toMatchObject({
          result,
          isDecided: false,
          isPaid: result !== NobodyAttended,
        })
      }
    }
  })
})

const findings = async (): Promise<unknown> => {
  await triggerJob('prove-ledger')
  const proof = await row<{ findings: string }>('SELECT findings FROM ledger_proofs ORDER BY id DESC LIMIT 1')
  return JSON.parse(proof?.findings ?? 'null')
}

describe('a tutor who does not come', () => {
  it('is not paid and gives the minutes back, once the record proves it, and staff may decide otherwise', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson, subscriptionId } = await bookedLesson(tutor)
    await attend(sara, lesson, START + minutes(1), START + minutes(6))
    setNow(END + minutes(1))
    expect([await settledBalance(tutor), await remainingMinutes(sara)]).toEqual([0, 30])
    expect(await findings()).toEqual([])

    setNow(END + minutes(45))
    await Promise.all([triggerJob('settle-lessons'), triggerJob('settle-lessons'), settledBalance(tutor)])
    expect([await settledBalance(tutor), await remainingMinutes(sara)]).toEqual([0, 60])
    expect((await readLesson(sara, lesson)).outcome).toMatchObject({
      result: LessonOutcome.TutorAbsent,
      isDecided: true,
      isPaid: false,
      isCharged: false,
    })
    expect(await refundOf(subscriptionId)).toBe(PRICE)
    expect(await findings()).toEqual([])

    setNow(END + minutes(50))
    const decision = { outcome: LessonOutcome.Held, reason: 'المدرّس بعت تسجيل الحصة' }
    const adel = await newAdmin()
    await expectOk(callApi('POST', `/lesson/${lesson.id}/decision`, { as: adel, body: decision }))
    expect([await settledBalance(tutor), await remainingMinutes(sara)]).toEqual([PAY, 30])
    expect(await findings()).toEqual([])
  })

  it('is left to staff as long as anything about the record is in doubt', async () => {
    for (const [student, until, tutors, tutorUntil] of [
      [START, null, null, null],
      [START, START + minutes(5) - 1, null, null],
      [START, END, END - minutes(1), null],
      [null, null, null, null],
    ] as const) {
      setNow(NOW)
      const tutor = await onboardedTutor()
      const { sara, lesson } = await bookedLesson(tutor)
      if (student !== null) await attend(sara, lesson, student, until)
      if (tutors !== null) await attend(tutor, lesson, tutors, tutorUntil)
      setNow(END + minutes(46))
      expect([await settledBalance(tutor), await remainingMinutes(sara)]).toEqual([0, 30])
      expect((await readLesson(tutor, lesson)).outcome).toMatchObject({ isDecided: false, isPaid: false })
    }
  })

  it('gives the minutes back as a tutor manager too', async () => {
    const mona = await tutorManager()
    const { sara, lesson } = await bookedLesson(mona)
    await attend(sara, lesson, START, END)
    setNow(END + minutes(45))
    await triggerJob('settle-lessons')
    expect(await remainingMinutes(sara)).toBe(60)
    expect(await findings()).toEqual([])
  })

  it('may be decided by staff while the record is awaited', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson } = await bookedLesson(tutor)
    await attend(sara, lesson, START, END)
    setNow(END + minutes(1))
    const decision = { outcome: LessonOutcome.TutorAbsent, reason: 'المدرّس اعتذر في رسالة' }
    const adel = await newAdmin()
    await expectOk(callApi('POST', `/lesson/${lesson.id}/decision`, { as: adel, body: decision }))
    setNow(END + minutes(46))
    expect([await settledBalance(tutor), await remainingMinutes(sara)]).toEqual([0, 60])
    expect(await findings()).toEqual([])
  })
})

describe('a dispute', () => {
  const dispute = (as: Person, { id }: { id: number }, text = 'المدرّس مشي بعد دقيقتين') =>
    callApi('POST', `/lesson/${id}/dispute`, { as, body: { text } })

  it('reaches staff as a report that names the lesson, once from each member', async () => {
    const tutor = await onboardedTutor()
    const { sara, lesson } = await bookedLesson(tutor)
    expect(await outcome(dispute(sara, lesson))).toBe('lesson-not-disputable')
    setNow(END)
    const answers = await Promise.all([1, 2, 3].map(() => outcome(dispute(sara, lesson))))
    expect(answers.toSorted()).toEqual(['lesson-already-disputed', 'lesson-already-disputed', 'ok'])
    expect((await readLesson(sara, lesson)).outcome?.isDisputed).toBe(true)
    expect((await readLesson(tutor, lesson)).outcome?.isDisputed).toBe(false)
    expect(await outcome(dispute(tutor, lesson, 'أنا كنت موجود'))).toBe('ok')
    const adel = await newAdmin()
    expect((await readLesson(adel, lesson)).outcome?.isDisputed).toBe(true)
    const { list } = await expectOk<{ list: Report[] }>(callApi('GET', '/report/list?size=2', { as: adel }))
    expect(list).toMatchObject([
      { userId: tutor.id, lessonId: lesson.id, resolved: false },
      { userId: sara.id, lessonId: lesson.id, description: 'المدرّس مشي بعد دقيقتين' },
    ])
  })

  it('is for the members of a lesson alone', async () => {
    const { lesson } = await bookedLesson(await onboardedTutor())
    setNow(END)
    expect(await outcome(dispute(await payingStudent(), lesson))).toBe('forbidden')
    expect(await outcome(dispute(await newAdmin(), lesson))).toBe('forbidden')
    expect(await outcome(dispute(await payingStudent(), { id: 999_999 }))).toBe('lesson-not-found')
  })
})
