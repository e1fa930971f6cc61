import { describe, expect, it } from 'vitest'
import { type Answer, callApi, expectOk, onboardedTutor, outcome, rows, setNow, verifiedStudent } from '#tests/people'
import { insertTaughtLessons } from './earning-fixtures.ts'
import { at, bookingFixture, iso, NOW, remainingMinutes, startClockAtNoon } from './lesson-fixtures.ts'
import { race } from './race.ts'

startClockAtNoon()

/** The request, and the repeat of it that takes its key over before it writes. */
const takeOver = async (write: string, statement: RegExp, refusedBy: string, send: () => Promise<Answer>) => {
  const taken: unknown[] = []
  const answer = await race({
    write,
    statement,
    refusedBy,
    slow: send,
    fast: async () => {
      setNow(NOW + 5_000)
      taken.push(await expectOk(send()))
    },
  })
  expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(taken).toEqual([answer.body])
}

describe('an Idempotency-Key that a repeat took over from a slow first request: only the repeat acts, and both get its answer', () => {
  const headers = () => ({ 'idempotency-key': crypto.randomUUID() })

  it('to a withdrawal, which nothing else would refuse', async () => {
    const tutor = await onboardedTutor()
    await insertTaughtLessons(tutor, 4)
    const request = { as: tutor, body: { method: 0, receiver: '01012345678', amount: 10_013 }, headers: headers() }
    const send = () => callApi('POST', '/invoice', request)
    await takeOver('withdrawals/create', /^insert into "withdrawals"/, 'key-taken-over', send)
    expect(await rows('SELECT id FROM withdrawals WHERE user_id = ?', tutor.id)).toHaveLength(1)
  })

  it('to a booking, which a unique key refuses first', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const body = { tutorId: tutor.id, slotId: slot.id, start: iso(at(25)), duration: 30 }
    const request = { as: student, body, headers: headers() }
    const send = () => callApi('POST', '/lesson', request)
    await takeOver('lessons/book', /^insert into "lessons"/, 'upcoming_lessons.student_id', send)
    expect(await rows('SELECT lesson_id FROM lesson_members WHERE user_id = ?', student.id)).toHaveLength(1)
    expect(await remainingMinutes(student)).toBe(30)
  })
})

describe('a chat room of two people', () => {
  it('that both open at once: it is opened once', async () => {
    const [sara, omar] = await Promise.all([verifiedStudent(), onboardedTutor()])
    const open = () => callApi('POST', '/chat/new', { as: sara, body: { userId: omar.id } })
    const answer = await race({
      write: 'chat/store:createRoom',
      refusedBy: 'rooms.lower_id, rooms.higher_id',
      slow: () => outcome(open()),
      fast: () => expectOk(open()),
    })
    expect(answer).toBe('room-exists')
    expect(await rows('SELECT id FROM rooms WHERE ? IN (lower_id, higher_id)', sara.id)).toHaveLength(1)
  })
})
