import { describe, expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import { isErrorCode } from '#domain/errors'
import {
  callApi,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  verifiedStudents,
} from '#tests/people'
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

const entriesOf = (lesson: { id: number }) =>
  rows<{ kind: string; minutes: number; revision: number }>(
    'SELECT kind, minutes, revision FROM minute_entries WHERE lesson_id = ? ORDER BY id',
    lesson.id,
  )
const upcomingOf = (student: Person) => rows('SELECT lesson_id FROM upcoming_lessons WHERE student_id = ?', student.id)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('200 students book the same quarter hour at once', () => {
  it('one succeeds, the others get an error code, and the minutes are exact', async () => {
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, at(24), 1)
    const students = await verifiedStudents(200)
    const answers = await Promise.all(
      students.map((student) =>
        callApi('POST', '/lesson/', {
          as: student,
          body: { tutorId: tutor.id, slotId: slot.id, start: slot.start, duration: 15 },
        }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused.filter((answer) => answer.status >= 500 || !isErrorCode(answer.code ?? ''))).toEqual([])
    expect(new Set(refused.map((answer) => answer.code))).toEqual(new Set(['busy-tutor']))

    const winner = students[answers.findIndex((answer) => answer.status === 200)]
    const lessons = await rows<{ id: number }>('SELECT id FROM lessons WHERE slot_id = ?', slot.id)
    expect(lessons).toHaveLength(1)
    const quarter = at(24) / minutes(15)
    expect(await rows('SELECT user_id FROM busy_quarters WHERE quarter = ? ORDER BY user_id', quarter)).toEqual(
      [tutor.id, winner?.id ?? 0].sort((one, other) => one - other).map((user_id) => ({ user_id })),
    )
    const left = await rows<{ userId: number; left: number }>(
      `SELECT s.user_id AS userId, SUM(e.minutes) AS left FROM minute_entries e JOIN subscriptions s ON s.id = e.subscription_id
       WHERE s.user_id IN (SELECT value FROM json_each(?)) GROUP BY s.user_id`,
      JSON.stringify(students.map(({ id }) => id)),
    )
    expect(left).toHaveLength(200)
    expect(left.filter((student) => student.left !== 60)).toEqual([{ userId: winner?.id, left: 45 }])
    expect(await rows('SELECT student_id AS id FROM upcoming_lessons WHERE lesson_id = ?', lessons[0]?.id)).toEqual([
      { id: winner?.id },
    ])
  })

  it('24 students fill a slot of two hours without an overlap', async () => {
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, at(24), 2)
    const students = await verifiedStudents(24)
    const starts = [24, 24.25, 24.5, 24.75, 25, 25.25, 25.5, 25.75]
    await Promise.all(
      students.map((student, index) =>
        tryBook(student, {
          tutor,
          slot,
          start: at(starts[index % starts.length] ?? 24),
          duration: index % 2 === 0 ? 30 : 15,
        }),
      ),
    )
    const lessons = await rows<{ duration: number }>('SELECT duration FROM lessons WHERE slot_id = ?', slot.id)
    expect(await busyQuartersOf(tutor)).toHaveLength(sum(lessons.map(({ duration }) => duration / 15)))
    const left = await Promise.all(students.map(remainingMinutes))
    expect(sum(left)).toBe(24 * 60 - sum(lessons.map(({ duration }) => duration)))
  })
})

describe('one student with concurrent requests', () => {
  it('books one lesson, although each is with another tutor', async () => {
    const { student } = await bookingFixture()
    const tutors = await Promise.all(Array.from({ length: 4 }, () => onboardedTutor()))
    const slots = await Promise.all(tutors.map((tutor) => openSlot(tutor, at(24), 1)))
    const outcomes = await Promise.all(
      tutors.map((tutor, index) =>
        tryBook(student, { tutor, slot: slots[index] ?? { id: 0 }, start: at(24 + index / 4), duration: 15 }),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['ok', ...Array.from({ length: 3 }, () => 'reached-booking-limit')])
    expect(await remainingMinutes(student)).toBe(45)
    expect(await busyQuartersOf(student)).toHaveLength(1)
  })

  it('cancelling a lesson returns the minutes once and sends one message', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const phone = '01155500010'
    await run('UPDATE users SET phone = ? WHERE id = ?', phone, tutor.id)
    const lesson = await book(student, { tutor, slot, start: at(25) })
    await run('UPDATE users SET notification_method = 1 WHERE id = ?', tutor.id)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => tryCancel(student, lesson)))
    expect(new Set(outcomes)).toEqual(new Set(['ok']))
    expect(await remainingMinutes(student)).toBe(60)
    expect((await entriesOf(lesson)).filter(({ kind }) => kind === 'return')).toHaveLength(1)
    expect(await messagesTo(phone)).toHaveLength(1)
  })

  it('cancelling a lesson that has just begun returns nothing and sends one message', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const phone = '01155500011'
    const lesson = await book(student, { tutor, slot, start: at(25) })
    await run('UPDATE users SET phone = ?, notification_method = 1 WHERE id = ?', phone, tutor.id)
    setNow(at(25) + minutes(4))
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => tryCancel(student, lesson)))
    expect(new Set(outcomes)).toEqual(new Set(['ok']))
    expect(await remainingMinutes(student)).toBe(30)
    expect(await messagesTo(phone)).toHaveLength(1)
  })

  it('moving a lesson to three times ends at one of them, with its minutes spent once', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(24) })
    const moves = [
      { lesson, slot, start: at(25), duration: 15 },
      { lesson, slot, start: at(26), duration: 30 },
      { lesson, slot, start: at(27), duration: 15 },
    ]
    expect(await Promise.all(moves.map((move) => tryMove(student, move)))).toEqual(['ok', 'ok', 'ok'])
    const stored = await storedLesson(lesson)
    expect(moves.some(({ start, duration }) => start === stored?.start && duration === stored.duration)).toBe(true)
    for (const person of [tutor, student]) {
      const quarters = await busyQuartersOf(person)
      expect(quarters[0]).toBe(stored?.start)
      expect(quarters).toHaveLength((stored?.duration ?? 0) / 15)
    }
    expect(await remainingMinutes(student)).toBe(60 - (stored?.duration ?? 0))
    expect(sum((await entriesOf(lesson)).map((entry) => entry.minutes))).toBe(-(stored?.duration ?? 0))
  })
})

describe('a move concurrent with a cancellation', () => {
  it('leaves the lesson cancelled, with every minute returned', async () => {
    const { tutor, student, slot } = await bookingFixture()
    for (let round = 0; round < 6; round++) {
      const lesson = await book(student, { tutor, slot, start: at(24) })
      const [first, second, ...cancellations] = await Promise.all([
        tryMove(student, { lesson, slot, start: at(25), duration: 15 }),
        tryMove(student, { lesson, slot, start: at(26) }),
        tryCancel(student, lesson),
        tryCancel(tutor, lesson),
      ])
      expect(cancellations).toEqual(['ok', 'ok'])
      for (const move of [first, second]) expect(['ok', 'lesson-time-passed']).toContain(move)
      expect((await storedLesson(lesson))?.canceledAt).toBe(NOW)
      expect(await remainingMinutes(student)).toBe(60)
      for (const person of [tutor, student]) expect(await busyQuartersOf(person)).toEqual([])
      expect(await upcomingOf(student)).toEqual([])
    }
  })
})

describe('a slot change concurrent with a booking', () => {
  const remove = (tutor: Person, slot: { id: number }) =>
    outcome(callApi('POST', '/availability-slot/', { as: tutor, body: { actions: [{ type: 'delete', id: slot.id }] } }))

  it('deleting the slot refuses the booking, or cancels the lesson and returns its minutes', async () => {
    const tutor = await onboardedTutor()
    const students = await verifiedStudents(12)
    const rounds = students.map(async (student, index) => {
      const slot = await openSlot(tutor, at(24 + index * 1.25), 1)
      const [booking, removal] = await Promise.all([
        tryBook(student, { tutor, slot, start: at(24 + index * 1.25) }),
        remove(tutor, slot),
      ])
      expect(removal).toBe('ok')
      expect(['ok', 'slot-not-found']).toContain(booking)
      expect(await remainingMinutes(student)).toBe(60)
      expect(await busyQuartersOf(student)).toEqual([])
      const remaining = await row(
        `SELECT l.id FROM lessons l LEFT JOIN availability_slots s ON s.id = l.slot_id AND s.deleted = 0
         WHERE l.slot_id = ? AND (l.canceled_at IS NULL OR l.canceled_by <> ?)`,
        slot.id,
        tutor.id,
      )
      expect(remaining).toBeNull()
    })
    await Promise.all(rounds)
    expect(await busyQuartersOf(tutor)).toEqual([])
  })

  it('shortening the slot keeps the lessons that still fit', async () => {
    const tutor = await onboardedTutor()
    const [early, late] = await verifiedStudents(2)
    if (!early || !late) throw new Error('two students')
    const slot = await openSlot(tutor, at(24), 2)
    const shorter = { type: 'update', id: slot.id, end: new Date(at(25)).toISOString() }
    const [first, , shrinking] = await Promise.all([
      tryBook(early, { tutor, slot, start: at(24) }),
      tryBook(late, { tutor, slot, start: at(25.5) }),
      outcome(callApi('POST', '/availability-slot/', { as: tutor, body: { actions: [shorter] } })),
    ])
    expect([first, shrinking]).toEqual(['ok', 'ok'])
    expect([await remainingMinutes(early), await remainingMinutes(late)]).toEqual([30, 60])
    expect(await busyQuartersOf(tutor)).toEqual([at(24), at(24.25)])
  })
})
