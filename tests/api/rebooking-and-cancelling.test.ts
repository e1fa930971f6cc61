import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import { onboardedTutor, openSlot, row, run, setNow, subscribe, tutorManager, verifiedStudent } from '#tests/people'
import {
  at,
  book,
  bookingFixture,
  busyQuartersOf,
  messagesTo,
  NOW,
  remainingMinutes,
  startClockAtNoon,
  storedLesson,
  tryBook,
  tryCancel,
  tryMove,
} from './lesson-fixtures.ts'

startClockAtNoon()

describe('a move', () => {
  it('takes the new time, price and minutes and returns the old ones', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(await tryMove(student, { lesson, slot, start: at(26), duration: 15 })).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(26), duration: 15, price: 3750 })
    expect(await remainingMinutes(student)).toBe(45)
    for (const person of [tutor, student]) expect(await busyQuartersOf(person)).toEqual([at(26)])
    expect(await tryBook(await verifiedStudent(), { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('may overlap its own old time, and may change nothing', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(await tryMove(student, { lesson, slot, start: at(25.25) })).toBe('ok')
    expect(await tryMove(student, { lesson, slot, start: at(25.25) })).toBe('ok')
    expect(await tryMove(student, { lesson, slot, start: at(25), duration: 15 })).toBe('ok')
    expect(await busyQuartersOf(tutor)).toEqual([at(25)])
    expect(await remainingMinutes(student)).toBe(45)
  })

  it('notifies the tutor with the old and the new time', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    await run(`UPDATE users SET phone = '01155500002', notification_method = 1 WHERE id = ?`, tutor.id)
    await tryMove(student, { lesson, slot, start: at(27) })
    const [message] = await messagesTo('01155500002')
    expect(message?.template).toBe('lesson_updated')
    expect(JSON.parse(message?.params ?? '')).toEqual({
      predate: 'الخميس ١٢ فبراير، ١:٠٠ م',
      curdate: 'الخميس ١٢ فبراير، ٣:٠٠ م',
    })
  })

  it('is allowed to the lesson’s student, within slots of its tutor', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const move = { lesson, slot, start: at(26) }
    expect(await tryMove(student, { ...move, lesson: { id: 999_999 } })).toBe('lesson-not-found')
    expect(await tryMove(await verifiedStudent(), move)).toBe('forbidden')
    expect(await tryMove(student, { ...move, slot: { ...slot, id: 999_999 } })).toBe('slot-not-found')
    const [mona, omar] = [await tutorManager(), await onboardedTutor()]
    expect(await tryMove(student, { ...move, slot: await openSlot(mona, at(24), 4, 3) })).toBe('illegal')
    expect(await tryMove(student, { ...move, slot: await openSlot(omar, at(24), 4) })).toBe('bad-request')
    for (const start of [at(26) + 1, at(26) + minutes(1)])
      expect(await tryMove(student, { ...move, start })).toBe('bad-request')
    expect(await tryMove(student, { ...move, duration: 45 })).toBe('bad-request')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(25), duration: 30 })
  })

  it('requires free time of both people', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    await book(await verifiedStudent(), { tutor, slot, start: at(26) })
    for (const start of [at(25.75), at(26.25), at(27.75), at(23.75)])
      expect(await tryMove(student, { lesson, slot, start })).toBe('busy-tutor')
    await run(
      'INSERT INTO busy_quarters (user_id, quarter, session_id) VALUES (?, ?, ?)',
      student.id,
      at(27) / minutes(15),
      `demo:${crypto.randomUUID()}`,
    )
    expect(await tryMove(student, { lesson, slot, start: at(27) })).toBe('conflicting-lessons')
    expect(await busyQuartersOf(tutor)).toHaveLength(4)
  })

  it('is refused once the lesson has begun or was cancelled', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    setNow(at(25))
    expect(await tryMove(student, { lesson, slot, start: at(26) })).toBe('lesson-time-passed')
    setNow(at(25) - 1)
    expect(await tryMove(student, { lesson, slot, start: at(26) })).toBe('ok')
    await tryCancel(student, lesson)
    expect(await tryMove(student, { lesson, slot, start: at(27) })).toBe('lesson-time-passed')
  })

  it('must start in the future and after the tutor’s advance notice', async () => {
    const { tutor, student, slot } = await bookingFixture(8, 60)
    const lesson = await book(student, { tutor, slot, start: at(28) })
    setNow(at(25))
    expect(await tryMove(student, { lesson, slot, start: at(24.5) })).toBe('bad-request')
    expect(await tryMove(student, { lesson, slot, start: at(25.75) })).toBe('bad-request')
    expect(await tryMove(student, { lesson, slot, start: at(26) })).toBe('ok')
  })

  it('spends only the difference in minutes', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await book(student, { tutor, slot, start: at(24) })
    setNow(at(24.5))
    const lesson = await book(student, { tutor, slot, start: at(25), duration: 15 })
    expect(await tryMove(student, { lesson, slot, start: at(25) })).toBe('ok')
    expect(await remainingMinutes(student)).toBe(0)
    expect(await tryMove(student, { lesson, slot, start: at(26) })).toBe('ok')
    expect(await tryMove(student, { lesson, slot, start: at(26), duration: 15 })).toBe('ok')
    await run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, created_at)
       SELECT subscription_id, week, 'adjustment', -15, 0 FROM minute_entries WHERE lesson_id = ? LIMIT 1`,
      lesson.id,
    )
    expect(await tryMove(student, { lesson, slot, start: at(26) })).toBe('no-enough-minutes')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(26), duration: 15 })
  })

  it('must stay inside the minutes week', async () => {
    const [tutor, student] = await Promise.all([onboardedTutor(), verifiedStudent()])
    const weekEnd = Date.parse('2026-02-18T03:00:00Z')
    const slot = await openSlot(tutor, weekEnd - hours(2), 4)
    const lesson = await book(student, { tutor, slot, start: weekEnd - hours(1) })
    expect(await tryMove(student, { lesson, slot, start: weekEnd - minutes(15) })).toBe('week-boundaries-violation')
    expect(await tryMove(student, { lesson, slot, start: weekEnd - minutes(30) })).toBe('ok')
  })

  it('after buying a plan spends minutes of the subscription and returns those of the trial', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const plan = await subscribe(student, NOW, at(24 * 28), 120)
    expect(await remainingMinutes(student)).toBe(120)
    expect(await tryMove(student, { lesson, slot, start: at(26), duration: 15 })).toBe('ok')
    expect(await remainingMinutes(student)).toBe(105)
    const trial = await row<{ left: number }>(
      `SELECT SUM(minutes) AS left FROM minute_entries WHERE subscription_id IN
       (SELECT id FROM subscriptions WHERE user_id = ? AND id <> ?)`,
      student.id,
      plan,
    )
    expect(trial?.left).toBe(60)
    await tryCancel(student, lesson)
    expect(await remainingMinutes(student)).toBe(120)
  })
})

describe('a cancellation', () => {
  it('frees the time, returns the minutes and records who cancelled and when', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(await tryCancel(student, lesson)).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: student.id, canceledAt: NOW })
    expect(await remainingMinutes(student)).toBe(60)
    for (const person of [tutor, student]) expect(await busyQuartersOf(person)).toEqual([])
    expect(await tryBook(await verifiedStudent(), { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('repeated changes nothing', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    await tryCancel(student, lesson)
    setNow(NOW + 5)
    for (const person of [student, tutor]) expect(await tryCancel(person, lesson)).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: student.id, canceledAt: NOW })
    expect(await remainingMinutes(student)).toBe(60)
  })

  it('is allowed to the lesson’s two members', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    for (const stranger of [await verifiedStudent(), await onboardedTutor(), await tutorManager()])
      expect(await tryCancel(stranger, lesson)).toBe('forbidden')
    expect(await tryCancel(student, { id: 999_999 })).toBe('lesson-not-found')
    expect(await tryCancel(tutor, lesson)).toBe('ok')
  })

  it('is possible until the lesson’s end, inclusively', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    setNow(at(25.5) + 1)
    expect(await tryCancel(student, lesson)).toBe('lesson-time-passed')
    setNow(at(25.5))
    expect(await tryCancel(student, lesson)).toBe('ok')
  })

  it('after the start returns no minutes, unless the tutor cancels', async () => {
    for (const [who, when, left] of [
      ['student', at(25) - 1, 60],
      ['student', at(25), 30],
      ['tutor', at(25.5), 60],
    ] as const) {
      const { tutor, student, slot } = await bookingFixture()
      const lesson = await book(student, { tutor, slot, start: at(25) })
      setNow(when)
      expect(await tryCancel(who === 'student' ? student : tutor, lesson)).toBe('ok')
      expect([who, await remainingMinutes(student)]).toEqual([who, left])
      setNow(NOW)
    }
  })

  it('notifies the other member', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const phones = { tutor: '01155500003', student: '01155500004' }
    const lesson = await book(student, { tutor, slot, start: at(25) })
    for (const [person, phone] of [
      [tutor, phones.tutor],
      [student, phones.student],
    ] as const)
      await run('UPDATE users SET phone = ?, notification_method = 1 WHERE id = ?', phone, person.id)
    await tryCancel(tutor, lesson)
    expect(await messagesTo(phones.tutor)).toEqual([])
    expect(await messagesTo(phones.student)).toMatchObject([
      { template: 'lesson_canceled', params: JSON.stringify({ date: 'الخميس ١٢ فبراير، ١:٠٠ م' }) },
    ])
  })
})
