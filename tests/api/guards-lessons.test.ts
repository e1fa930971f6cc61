import { describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { minutes } from '#domain/cairo'
import {
  bindings,
  callApi,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  rows,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { moveOffersOn } from '../../worker/jobs/offer-times.ts'
import {
  at,
  attend,
  book,
  bookingFixture,
  busyQuartersOf,
  iso,
  remainingMinutes,
  startClockAtNoon,
  storedLesson,
  tryBook,
  tryCancel,
  tryMove,
} from './lesson-fixtures.ts'
import { race } from './race.ts'

startClockAtNoon()

const BUSY = 'busy_quarters.user_id, busy_quarters.quarter'
const hold = (as: Person, { tutor, slot, start }: { tutor: Person; slot: { id: number }; start: number }) =>
  callApi('PUT', '/held-time', { as, body: { tutorId: tutor.id, slotId: slot.id, start: iso(start), duration: 30 } })
const lessonsOf = (student: Person) =>
  rows<{ start: number }>(
    'SELECT start FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id WHERE m.user_id = ? AND canceled_at IS NULL',
    student.id,
  )

describe('booking a lesson', () => {
  it('at a time that another student takes first', async () => {
    const [{ tutor, student, slot }, other] = [await bookingFixture(), await verifiedStudent()]
    const answer = await race({
      write: 'lessons/book:book',
      refusedBy: BUSY,
      slow: () => tryBook(student, { tutor, slot, start: at(25) }),
      fast: () => book(other, { tutor, slot, start: at(25) }),
    })
    expect(answer).toBe('busy-tutor')
    expect(await lessonsOf(student)).toEqual([])
    expect(await remainingMinutes(student)).toBe(60)
  })

  it('by a student who books another first', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const second = await onboardedTutor()
    const answer = await race({
      write: 'lessons/book:book',
      refusedBy: 'reached-booking-limit',
      slow: () => tryBook(student, { tutor, slot, start: at(25) }),
      fast: async () => book(student, { tutor: second, slot: await openSlot(second, at(26), 1), start: at(26) }),
    })
    expect(answer).toBe('reached-booking-limit')
    expect(await lessonsOf(student)).toEqual([{ start: at(26) }])
    expect(await remainingMinutes(student)).toBe(30)
  })

  it('in a slot that is shortened first', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const actions = [{ type: 'update', id: slot.id, end: new Date(at(25)).toISOString() }]
    const answer = await race({
      write: 'lessons/book:book',
      refusedBy: 'slot-not-found',
      slow: () => tryBook(student, { tutor, slot, start: at(25) }),
      fast: () => callApi('POST', '/availability-slot', { as: tutor, body: { actions } }),
    })
    expect(answer).toBe('busy-tutor')
    expect(await lessonsOf(student)).toEqual([])
  })

  it('at a time that another student holds first', async () => {
    const [{ tutor, student, slot }, other] = [await bookingFixture(), await verifiedStudent()]
    const answer = await race({
      write: 'lessons/book:book',
      refusedBy: 'time-held',
      slow: () => tryBook(student, { tutor, slot, start: at(25) }),
      fast: () => hold(other, { tutor, slot, start: at(25.25) }),
    })
    expect(answer).toBe('time-held')
    expect(await lessonsOf(student)).toEqual([])
  })

  it('by an admin, at a time that another student holds first: that hold ends', async () => {
    const [{ tutor, student, slot }, other, adel] = [await bookingFixture(), await verifiedStudent(), await newAdmin()]
    const body = { studentId: student.id, tutorId: tutor.id, slotId: slot.id, start: iso(at(25)), duration: 30 }
    const answer = await race({
      write: 'lessons/book:book',
      refusedBy: 'time-held',
      slow: () => outcome(callApi('POST', '/lesson', { as: adel, headers: { 'x-reason': 'by phone' }, body })),
      fast: () => hold(other, { tutor, slot, start: at(25.25) }),
    })
    expect(answer).toBe('ok')
    expect(await rows('SELECT student_id FROM held_times WHERE tutor_id = ?', tutor.id)).toEqual([])
  })
})

describe('holding a time', () => {
  it('that another student holds first', async () => {
    const [{ tutor, student, slot }, other] = [await bookingFixture(), await verifiedStudent()]
    const answer = await race({
      write: 'lessons/hold:hold',
      refusedBy: 'time-held',
      slow: () => outcome(hold(student, { tutor, slot, start: at(25) })),
      fast: () => hold(other, { tutor, slot, start: at(25.25) }),
    })
    expect(answer).toBe('time-held')
  })

  it('that another student books first', async () => {
    const [{ tutor, student, slot }, other] = [await bookingFixture(), await verifiedStudent()]
    const answer = await race({
      write: 'lessons/hold:hold',
      refusedBy: 'busy-tutor',
      slow: () => outcome(hold(student, { tutor, slot, start: at(25) })),
      fast: () => book(other, { tutor, slot, start: at(25.25) }),
    })
    expect(answer).toBe('busy-tutor')
    expect(await rows('SELECT student_id FROM held_times WHERE tutor_id = ?', tutor.id)).toEqual([])
  })
})

describe('offering a freed time', () => {
  it('that a student books first: nobody is told of it', async () => {
    const [{ tutor, student, slot }, waiting, other] = [
      await bookingFixture(1),
      await verifiedStudent(),
      await verifiedStudent(),
    ]
    const lesson = await book(student, { tutor, slot, start: at(24) })
    await callApi('PUT', `/waiting/${tutor.id}`, { as: waiting, body: { isEvening: false } })
    // At night nothing is offered.
    setNow(at(10))
    expect(await tryCancel(student, lesson)).toBe('ok')
    setNow(at(20))
    await race({
      write: 'jobs/offer-times:makeOffer',
      refusedBy: 'busy-tutor',
      statement: /^insert into "held_times"/i,
      slow: () => moveOffersOn(bindings, openDb(bindings.DB), Date.now()),
      fast: () => book(other, { tutor, slot, start: at(24) }),
    })
    expect(await rows('SELECT id FROM time_offers WHERE tutor_id = ?', tutor.id)).toEqual([])
    expect(await rows(`SELECT id FROM outbox WHERE template = 'time_offered' AND "to" = ?`, waiting.email)).toEqual([])
  })
})

describe('moving a lesson', () => {
  /** A student with 60 minutes, and a lesson at 25 hours after `NOW`. */
  async function bookedLesson() {
    const fixture = await bookingFixture()
    return { ...fixture, lesson: await book(fixture.student, { ...fixture, start: at(25) }) }
  }

  it('to a time that another student holds first', async () => {
    const { tutor, student, slot, lesson } = await bookedLesson()
    const other = await verifiedStudent()
    const answer = await race({
      write: 'lessons/rebook:rebook',
      refusedBy: 'time-held',
      slow: () => tryMove(student, { lesson, slot, start: at(26) }),
      fast: () => hold(other, { tutor, slot, start: at(26.25) }),
    })
    expect(answer).toBe('time-held')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(25) })
  })

  it('that its student moves first, from another tab', async () => {
    const { student, slot, lesson } = await bookedLesson()
    const answer = await race({
      write: 'lessons/rebook:rebook',
      refusedBy: 'lesson-moved',
      slow: () => tryMove(student, { lesson, slot, start: at(26) }),
      fast: () => tryMove(student, { lesson, slot, start: at(27) }),
    })
    expect(answer).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(26) })
    expect(await busyQuartersOf(student)).toEqual([at(26), at(26.25)])
    expect(await remainingMinutes(student)).toBe(30)
  })

  it('that its tutor cancels first', async () => {
    const { tutor, student, slot, lesson } = await bookedLesson()
    const answer = await race({
      write: 'lessons/rebook:rebook',
      refusedBy: 'lesson-moved',
      slow: () => tryMove(student, { lesson, slot, start: at(26) }),
      fast: () => tryCancel(tutor, lesson),
    })
    expect(answer).toBe('lesson-time-passed')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(25), canceledBy: tutor.id })
    expect(await busyQuartersOf(student)).toEqual([])
    expect(await remainingMinutes(student)).toBe(60)
  })

  it('to a time that another student takes first', async () => {
    const { tutor, student, slot, lesson } = await bookedLesson()
    const other = await verifiedStudent()
    const answer = await race({
      write: 'lessons/rebook:rebook',
      refusedBy: BUSY,
      slow: () => tryMove(student, { lesson, slot, start: at(26) }),
      fast: () => book(other, { tutor, slot, start: at(26) }),
    })
    expect(answer).toBe('busy-tutor')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(25) })
    expect(await busyQuartersOf(student)).toEqual([at(25), at(25.25)])
    expect(await remainingMinutes(student)).toBe(30)
  })
})

describe('canceling a lesson', () => {
  it('that the other member cancels first returns the minutes once', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const answer = await race({
      write: 'lessons/cancel:cancel',
      refusedBy: 'lesson-canceled',
      slow: () => tryCancel(student, lesson),
      fast: () => tryCancel(tutor, lesson),
    })
    expect(answer).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: tutor.id })
    expect(await remainingMinutes(student)).toBe(60)
  })

  it('by its student, once it has begun, is refused when the tutor comes first', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    setNow(at(25) + minutes(10))
    const answer = await race({
      write: 'lessons/cancel:cancel',
      refusedBy: 'tutor-came',
      slow: () => tryCancel(student, lesson),
      fast: () => attend(tutor, lesson, at(25) + minutes(9), null),
    })
    expect(answer).toBe('lesson-in-progress')
    expect(await storedLesson(lesson)).toMatchObject({ canceledAt: null })
  })

  it('that its student moves first is decided on the time it has now', async () => {
    const { tutor, student, slot } = await bookingFixture(8)
    const lesson = await book(student, { tutor, slot, start: at(25) })
    setNow(at(24.9))
    const answer = await race({
      write: 'lessons/cancel:cancel',
      refusedBy: 'minute_entries.lesson_id, minute_entries.kind, minute_entries.revision',
      slow: () => tryCancel(student, lesson),
      fast: async () => expect(await tryMove(student, { lesson, slot, start: at(31) })).toBe('ok'),
    })
    expect(answer).toBe('ok')
    expect(await busyQuartersOf(student)).toEqual([])
    expect(await remainingMinutes(student)).toBe(60)
  })
})

describe('a dispute', () => {
  it('that is sent twice at once is one report', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    setNow(at(26))
    const dispute = () =>
      outcome(
        callApi('POST', `/lesson/${lesson.id}/dispute`, { as: student, body: { text: 'المدرس ما دخلش الحصة خالص' } }),
      )
    const answer = await race({
      write: 'lessons/dispute:dispute',
      refusedBy: 'reports.lesson_id, reports.user_id',
      statement: /insert into "reports"/i,
      slow: dispute,
      fast: dispute,
    })
    expect(answer).toBe('lesson-already-disputed')
    expect(await rows('SELECT 1 FROM reports WHERE lesson_id = ?', lesson.id)).toHaveLength(1)
  })
})
