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
  it('answers the lesson, spends minutes, makes both people busy and creates their chat room', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(lesson).toMatchObject({ start: iso(at(25)), duration: 30, price: 7500, canceledBy: null, slotId: slot.id })
    expect(await remainingMinutes(student)).toBe(30)
    for (const person of [tutor, student]) expect(await busyQuartersOf(person)).toEqual([at(25), at(25.25)])
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

  it('has the tutor’s price: 37.50 EGP for 15 minutes, 0 with a tutor manager', async () => {
    const { tutor, student, slot } = await bookingFixture()
    expect(await book(student, { tutor, slot, start: at(25), duration: 15 })).toMatchObject({ price: 3750 })
    const mona = await tutorManager()
    const monasSlot = await openSlot(mona, at(24), 1)
    expect(await book(await verifiedStudent(), { tutor: mona, slot: monasSlot, start: at(24) })).toMatchObject({
      price: 0,
    })
  })

  it('notifies a tutor who has a phone and has notifications on', async () => {
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
    expect(JSON.parse(message?.params ?? '')).toEqual({ duration: '30', date: 'الخميس ١٢ فبراير، ٢:٠٠ م' })
  })

  it('requires a student with a verified e-mail', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', student.id)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('forbidden')
  })

  it('must start on a quarter hour and last 15 or 30 minutes', async () => {
    const { tutor, student, slot } = await bookingFixture()
    for (const start of [at(25) + 1, at(25) + minutes(5), at(25) - 1000])
      expect(await tryBook(student, { tutor, slot, start })).toBe('bad-request')
    for (const duration of [0, 14, 29, 31, 45, 60, -15])
      expect(await tryBook(student, { tutor, slot, start: at(25), duration })).toBe('bad-request')
  })

  it('requires an onboarded tutor; everybody else is not found', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const input = { slot, start: at(25) }
    for (const notTutor of [{ ...tutor, id: 999_999 }, student])
      expect(await tryBook(student, { ...input, tutor: notTutor })).toBe('tutor-not-found')
    for (const missing of ['activated = 0', 'video = NULL', 'bio = NULL']) {
      const other = await onboardedTutor()
      await run(`UPDATE tutors SET ${missing} WHERE id = ?`, other.id)
      expect(await tryBook(student, { ...input, tutor: other })).toBe('tutor-not-found')
    }
    await run('UPDATE users SET verified_phone = 0 WHERE id = ?', tutor.id)
    expect(await tryBook(student, { ...input, tutor })).toBe('tutor-not-found')
  })

  it('requires a slot of that tutor whose purpose allows lessons', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const input = { tutor, start: at(25) }
    expect(await tryBook(student, { ...input, slot: { ...slot, id: 999_999 } })).toBe('slot-not-found')
    const [mona, omar] = [await tutorManager(), await onboardedTutor()]
    const omarsSlot = await openSlot(omar, at(24), 4)
    expect(await tryBook(student, { ...input, slot: omarsSlot })).toBe('bad-request')
    for (const [index, purpose] of [3, 4].entries()) {
      const notForLessons = await openSlot(mona, at(24 + index), 1, purpose)
      expect(await tryBook(student, { tutor: mona, slot: notForLessons, start: at(24 + index) })).toBe('illegal')
    }
    const general = await openSlot(mona, at(30), 1, 1)
    expect(await tryBook(student, { tutor: mona, slot: general, start: at(30) })).toBe('ok')
    await expectOk(
      callApi('POST', '/availability-slot/', { as: omar, body: { actions: [{ type: 'delete', id: omarsSlot.id }] } }),
    )
    expect(await tryBook(student, { ...input, tutor: omar, slot: omarsSlot })).toBe('slot-not-found')
  })

  it('may start now, but not a millisecond earlier', async () => {
    const { tutor, student, slot } = await bookingFixture()
    setNow(at(25) + 1)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('bad-request')
    setNow(at(25))
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('requires the tutor’s advance notice, to the millisecond', async () => {
    const { tutor, student, slot } = await bookingFixture(4, 90)
    setNow(at(25) - minutes(90) + 1)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('bad-request')
    setNow(at(25) - minutes(90))
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('requires an active subscription or the free trial', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await run('UPDATE subscriptions SET terminated_at = ? WHERE user_id = ?', NOW, student.id)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('subscription-required')
    await subscribe(student, NOW - hours(24 * 28), NOW)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('week-boundaries-violation')
    setNow(NOW + 1)
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('subscription-required')
  })

  it('requires free time: it may touch another lesson, but not overlap it or exceed the slot', async () => {
    const { tutor, student, slot } = await bookingFixture(2)
    await book(student, { tutor, slot, start: at(24.5) })
    const [first, second] = await verifiedStudents(2)
    if (!first || !second) throw new Error('two students')
    expect(await tryBook(first, { tutor, slot, start: at(24.25) })).toBe('busy-tutor')
    expect(await tryBook(first, { tutor, slot, start: at(24.75), duration: 15 })).toBe('busy-tutor')
    expect(await tryBook(first, { tutor, slot, start: at(25.75) })).toBe('busy-tutor')
    expect(await tryBook(first, { tutor, slot, start: at(23.75), duration: 15 })).toBe('busy-tutor')
    expect(await tryBook(first, { tutor, slot, start: at(24.25), duration: 15 })).toBe('ok')
    expect(await tryBook(second, { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('is limited to one upcoming lesson, until that is cancelled or has ended', async () => {
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

  it('is refused while the student has another session at that time', async () => {
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
  it('are spent by bookings, limit them, and are returned by a cancellation', async () => {
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

  it('pay for a lesson that ends at the week’s end, but for none that ends later', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    await subscribe(student, Date.parse('2026-02-11T13:20:00Z') - hours(4), at(24 * 28))
    const weekEnd = Date.parse('2026-02-18T03:00:00Z')
    const slot = await openSlot(tutor, weekEnd - hours(2), 4)
    expect(await tryBook(student, { tutor, slot, start: weekEnd - minutes(15) })).toBe('week-boundaries-violation')
    expect(await tryBook(student, { tutor, slot, start: weekEnd - minutes(30) })).toBe('ok')
  })

  it('of a free trial pay for lessons of the next seven days only', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const weekEnd = Date.parse('2026-02-18T03:00:00Z')
    const slot = await openSlot(tutor, weekEnd - hours(2), 4)
    expect(await tryBook(student, { tutor, slot, start: weekEnd })).toBe('week-boundaries-violation')
    expect(await tryBook(student, { tutor, slot, start: weekEnd - minutes(15) })).toBe('week-boundaries-violation')
    expect(await tryBook(student, { tutor, slot, start: weekEnd - minutes(30) })).toBe('ok')
  })

  it('of a free trial are granted once, not every week', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(24) })
    setNow(at(24.5))
    await book(student, { tutor, slot, start: at(24.5) })
    for (const later of [0, 7, 14, 400]) {
      setNow(at(25 + later * 24))
      expect(await remainingMinutes(student)).toBe(0)
    }
  })

  it('are granted anew at 05:00 in Cairo, also in weeks with a change of daylight saving time', async () => {
    const cases = [
      ['no change of time', '2026-02-06T10:00:00Z', '2026-02-13T03:00:00Z'],
      ['change in spring', '2026-04-17T10:00:00Z', '2026-04-24T02:00:00Z'],
      ['change in autumn', '2026-10-23T10:00:00Z', '2026-10-30T03:00:00Z'],
      ['start before 05:00', '2026-02-06T02:59:00Z', '2026-02-12T03:00:00Z'],
      ['start at 05:00', '2026-02-06T03:00:00Z', '2026-02-13T03:00:00Z'],
    ] as const
    for (const [name, start, weekEnd] of cases) {
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
      setNow(Date.parse(weekEnd) - 1)
      expect([name, await remainingMinutes(student)]).toEqual([name, 20])
      setNow(weekEnd)
      expect([name, await remainingMinutes(student)]).toEqual([name, 120])
    }
  })
})
