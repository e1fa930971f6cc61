import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import {
  callApi,
  expectOk,
  onboardedTutor,
  openSlot,
  row,
  rows,
  run,
  setNow,
  subscribe,
  tutorManager,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import {
  at,
  book,
  bookingFixture,
  busyQuartersOf,
  iso,
  messagesTo,
  NOW,
  remainingMinutes,
  startClockAtNoon,
  tryBook,
  tryCancel,
} from './lesson-fixtures.ts'

startClockAtNoon()

describe('a booking', () => {
  it('answers the lesson, takes the minutes and the time of both, and opens their room', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(lesson).toMatchObject({ start: iso(at(25)), duration: 30, price: 7500, canceledBy: null, slotId: slot.id })
    expect(await remainingMinutes(student)).toBe(30)
    for (const one of [tutor, student]) expect(await busyQuartersOf(one)).toEqual([at(25), at(25.25)])
    const room = await row<{ id: number }>(
      'SELECT id FROM rooms WHERE lower_id = ? AND higher_id = ?',
      tutor.id,
      student.id,
    )
    expect(await rows('SELECT user_id FROM room_members WHERE room_id = ?', room?.id)).toHaveLength(2)
    setNow(at(26))
    await book(student, { tutor, slot, start: at(27), duration: 15 })
    expect(await rows('SELECT id FROM rooms WHERE higher_id = ?', student.id)).toHaveLength(1)
  })

  it('costs the platform 37.50 for a short lesson and nothing with a manager', async () => {
    const { tutor, student, slot } = await bookingFixture()
    expect(await book(student, { tutor, slot, start: at(25), duration: 15 })).toMatchObject({ price: 3750 })
    const mona = await tutorManager()
    const hers = await openSlot(mona, at(24), 1)
    expect(await book(await verifiedStudent(), { tutor: mona, slot: hers, start: at(24) })).toMatchObject({ price: 0 })
  })

  it('is told to a tutor who has a phone and wants to hear of it', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const phone = '01155500001'
    await run('UPDATE users SET phone = ? WHERE id = ?', phone, tutor.id)
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(await messagesTo(phone)).toEqual([])
    await tryCancel(student, lesson)
    await run('UPDATE users SET notification_method = 1 WHERE id = ?', tutor.id)
    await book(student, { tutor, slot, start: at(26) })
    const [message] = await messagesTo(phone)
    expect(message?.template).toBe('new_lesson_booked')
    expect(JSON.parse(message?.params ?? '')).toEqual({ duration: '30', date: 'Thu 12 Feb 02:00 PM' })
  })

  it('is a student’s, whose e-mail is verified', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', student.id)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('forbidden')
  })

  it('starts on a quarter hour and lasts 15 or 30 minutes', async () => {
    const { tutor, student, slot } = await bookingFixture()
    for (const start of [at(25) + 1, at(25) + minutes(5), at(25) - 1000])
      expect(await tryBook(student, { tutor, slot, start })).toBe('bad-request')
    for (const duration of [0, 14, 29, 31, 45, 60, -15])
      expect(await tryBook(student, { tutor, slot, start: at(25), duration })).toBe('bad-request')
  })

  it('is with an onboarded tutor: everybody else is not found', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const wanted = { slot, start: at(25) }
    for (const nobody of [{ ...tutor, id: 999_999 }, student])
      expect(await tryBook(student, { ...wanted, tutor: nobody })).toBe('tutor-not-found')
    for (const unready of ['activated = 0', 'video = NULL', 'bio = NULL']) {
      const other = await onboardedTutor()
      await run(`UPDATE tutors SET ${unready} WHERE id = ?`, other.id)
      expect(await tryBook(student, { ...wanted, tutor: other })).toBe('tutor-not-found')
    }
    await run('UPDATE users SET verified_phone = 0 WHERE id = ?', tutor.id)
    expect(await tryBook(student, { ...wanted, tutor })).toBe('tutor-not-found')
  })

  it('is in a slot of that tutor which takes lessons', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const wanted = { tutor, start: at(25) }
    expect(await tryBook(student, { ...wanted, slot: { ...slot, id: 999_999 } })).toBe('slot-not-found')
    const [mona, omar] = [await tutorManager(), await onboardedTutor()]
    const others = await openSlot(omar, at(24), 4)
    expect(await tryBook(student, { ...wanted, slot: others })).toBe('bad-request')
    for (const [index, purpose] of [3, 4].entries()) {
      const closed = await openSlot(mona, at(24 + index), 1, purpose)
      expect(await tryBook(student, { tutor: mona, slot: closed, start: at(24 + index) })).toBe('illegal')
    }
    const general = await openSlot(mona, at(30), 1, 1)
    expect(await tryBook(student, { tutor: mona, slot: general, start: at(30) })).toBe('ok')
    await expectOk(
      callApi('POST', '/availability-slot/', { as: omar, body: { actions: [{ type: 'delete', id: others.id }] } }),
    )
    expect(await tryBook(student, { ...wanted, tutor: omar, slot: others })).toBe('slot-not-found')
  })

  it('may begin this very moment, and not a millisecond ago', async () => {
    const { tutor, student, slot } = await bookingFixture()
    setNow(at(25) + 1)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('bad-request')
    setNow(at(25))
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('keeps the tutor’s notice to the millisecond', async () => {
    const { tutor, student, slot } = await bookingFixture(4, 90)
    setNow(at(25) - minutes(90) + 1)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('bad-request')
    setNow(at(25) - minutes(90))
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('needs a subscription or the free trial', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await run('UPDATE subscriptions SET terminated_at = ? WHERE user_id = ?', NOW, student.id)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('subscription-required')
    await subscribe(student, NOW - hours(24 * 28), NOW)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).not.toBe('subscription-required')
    setNow(NOW + 1)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('subscription-required')
  })

  it('fits into free time only: beside another lesson, not into it, and not over the slot’s end', async () => {
    const { tutor, student, slot } = await bookingFixture(2)
    await book(student, { tutor, slot, start: at(24.5) })
    const [one, other] = await verifiedStudents(2)
    if (!one || !other) throw new Error('two students')
    expect(await tryBook(one, { tutor, slot, start: at(24.25) })).toBe('busy-tutor')
    expect(await tryBook(one, { tutor, slot, start: at(24.75), duration: 15 })).toBe('busy-tutor')
    expect(await tryBook(one, { tutor, slot, start: at(25.75) })).toBe('busy-tutor')
    expect(await tryBook(one, { tutor, slot, start: at(23.75), duration: 15 })).toBe('busy-tutor')
    expect(await tryBook(one, { tutor, slot, start: at(24.25), duration: 15 })).toBe('ok')
    expect(await tryBook(other, { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('is one at a time: the next after a cancellation, or at the end of the first', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const first = await book(student, { tutor, slot, start: at(24), duration: 15 })
    expect(await tryBook(student, { tutor, slot, start: at(25), duration: 15 })).toBe('reached-booking-limit')
    await tryCancel(student, first)
    await book(student, { tutor, slot, start: at(25), duration: 15 })
    setNow(at(25.25) - 1)
    expect(await tryBook(student, { tutor, slot, start: at(27), duration: 15 })).toBe('reached-booking-limit')
    setNow(at(25.25))
    expect(await tryBook(student, { tutor, slot, start: at(27), duration: 15 })).toBe('ok')
  })

  it('is not made over anything else that the student has then', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await run(
      'INSERT INTO busy_quarters (user_id, quarter, session_id) VALUES (?, ?, ?)',
      student.id,
      at(25.25) / minutes(15),
      `interview:${crypto.randomUUID()}`,
    )
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('conflicting-lessons')
    expect(await tryBook(student, { tutor, slot, start: at(25), duration: 15 })).toBe('ok')
  })
})

describe('the minutes of a week', () => {
  it('are spent, refused when they run out, and given back by a cancellation', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await subscribe(student, NOW, NOW + hours(24 * 28), 60)
    await book(student, { tutor, slot, start: at(24) })
    setNow(at(24.5))
    await book(student, { tutor, slot, start: at(24.5), duration: 15 })
    setNow(at(24.75))
    expect(await remainingMinutes(student)).toBe(15)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('no-enough-minutes')
    const last = await book(student, { tutor, slot, start: at(25), duration: 15 })
    expect(await remainingMinutes(student)).toBe(0)
    await tryCancel(student, last)
    expect(await remainingMinutes(student)).toBe(15)
  })

  it('pay a lesson that ends with the week, and none that ends later', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    await subscribe(student, Date.parse('2026-02-11T13:20:00Z') - hours(4), at(24 * 28))
    const turn = Date.parse('2026-02-18T03:00:00Z')
    const slot = await openSlot(tutor, turn - hours(2), 4)
    expect(await tryBook(student, { tutor, slot, start: turn - minutes(15) })).toBe('week-boundaries-violation')
    expect(await tryBook(student, { tutor, slot, start: turn - minutes(30) })).toBe('ok')
  })

  it('of a free trial pay for the coming seven days only', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const turn = Date.parse('2026-02-18T03:00:00Z')
    const slot = await openSlot(tutor, turn - hours(2), 4)
    expect(await tryBook(student, { tutor, slot, start: turn })).toBe('week-boundaries-violation')
    expect(await tryBook(student, { tutor, slot, start: turn - minutes(15) })).toBe('week-boundaries-violation')
    expect(await tryBook(student, { tutor, slot, start: turn - minutes(30) })).toBe('ok')
  })

  it('of a free trial are for life: what is used is gone next week too', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(24) })
    setNow(at(24.5))
    await book(student, { tutor, slot, start: at(24.5) })
    for (const later of [0, 7, 14, 400]) {
      setNow(at(25 + later * 24))
      expect(await remainingMinutes(student)).toBe(0)
    }
  })

  it('are a new week’s at 05:00 in Cairo, also in the weeks in which the clocks change', async () => {
    const turns = [
      ['an ordinary week', '2026-02-06T10:00:00Z', '2026-02-13T03:00:00Z'],
      ['the week of spring', '2026-04-17T10:00:00Z', '2026-04-24T02:00:00Z'],
      ['the week of autumn', '2026-10-23T10:00:00Z', '2026-10-30T03:00:00Z'],
      ['a start before five', '2026-02-06T02:59:00Z', '2026-02-12T03:00:00Z'],
      ['a start at five', '2026-02-06T03:00:00Z', '2026-02-13T03:00:00Z'],
    ] as const
    for (const [name, start, turn] of turns) {
      const student = await verifiedStudent()
      const subscription = await subscribe(student, Date.parse(start), Date.parse(start) + hours(24 * 28), 120)
      setNow(start)
      expect([name, await remainingMinutes(student)]).toEqual([name, 120])
      const { week } = (await row<{ week: number }>(
        'SELECT week FROM minute_entries WHERE subscription_id = ?',
        subscription,
      )) ?? { week: 0 }
      await run(
        `INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at) VALUES (?, ?, 'adjustment', -100, ?)`,
        subscription,
        week,
        Date.now(),
      )
      setNow(Date.parse(turn) - 1)
      expect([name, await remainingMinutes(student)]).toEqual([name, 20])
      setNow(turn)
      expect([name, await remainingMinutes(student)]).toEqual([name, 120])
    }
  })
})
