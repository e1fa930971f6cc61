import { describe, expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import { HOLD_MS } from '#domain/lessons/holds'
import {
  callApi,
  expectOk,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  rows,
  run,
  type Slot,
  setNow,
  triggerJob,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { at, book, bookingFixture, iso, NOW, startClockAtNoon, tryBook, tryCancel, tryMove } from './lesson-fixtures.ts'

startClockAtNoon()

type Input = { tutor: { id: number }; slot: { id: number }; start: number; duration?: number; lesson?: { id: number } }

const callHold = (as: Person, { tutor, slot, start, duration = 30, lesson }: Input) =>
  callApi('PUT', '/held-time', {
    as,
    body: {
      tutorId: tutor.id,
      slotId: slot.id,
      start: iso(start),
      duration,
      ...(lesson ? { lessonId: lesson.id } : {}),
    },
  })
const tryHold = (as: Person, input: Input) => outcome(callHold(as, input))
const release = (as: Person, { tutor, start }: { tutor: { id: number }; start: number }) =>
  expectOk(callApi('DELETE', `/held-time?tutorId=${tutor.id}&start=${iso(start)}`, { as }))

const holdsOf = (tutor: { id: number }) =>
  rows<{ studentId: number; start: number; until: number }>(
    'SELECT student_id AS studentId, start, until FROM held_times WHERE tutor_id = ? ORDER BY student_id',
    tutor.id,
  )

/** What a student reads of a tutor's slots: the taken parts, and the starts of the coming days. */
async function seenBy(as: Person, tutor: { id: number }) {
  const window = `after=${iso(NOW)}&before=${iso(at(48))}&full=true`
  const { subslots } = await expectOk<{ subslots: { start: string; until?: string }[] }>(
    callApi('GET', `/availability-slot/?userIds[]=${tutor.id}&${window}`, { as }),
  )
  const { times } = await expectOk<{ times: { start: string }[] }>(
    callApi('GET', `/user/tutor/times/${tutor.id}`, { as }),
  )
  return { taken: subslots, starts: times.map(({ start }) => start) }
}

describe('holding a time', () => {
  it('keeps it for two minutes: others see it as taken and are refused', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const other = await verifiedStudent()
    const answer = await expectOk<{ until: string }>(callHold(student, { tutor, slot, start: at(25) }))
    expect(answer).toEqual({ until: iso(NOW + HOLD_MS) })
    const seen = await seenBy(other, tutor)
    expect(seen.taken).toEqual([{ parent: slot.id, start: iso(at(25)), end: iso(at(25.5)), until: answer.until }])
    expect(seen.starts).not.toContain(iso(at(25)))
    expect(seen.starts).toContain(iso(at(25.5)))
    for (const start of [at(24.75), at(25), at(25.25)]) {
      expect(await tryBook(other, { tutor, slot, start })).toBe('time-held')
      expect(await tryHold(other, { tutor, slot, start })).toBe('time-held')
    }
    const own = await seenBy(student, tutor)
    expect(own.taken).toEqual([])
    expect(own.starts).toContain(iso(at(25)))
    expect(await tryBook(other, { tutor, slot, start: at(25.5) })).toBe('ok')
  })

  it('ends by itself: from then on others book and hold it, whether or not a job has run', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const [second, third] = await verifiedStudents(2)
    if (!second || !third) throw new Error('two students')
    await expectOk(callHold(student, { tutor, slot, start: at(25) }))
    setNow(NOW + HOLD_MS - 1)
    expect(await tryBook(second, { tutor, slot, start: at(25) })).toBe('time-held')
    setNow(NOW + HOLD_MS)
    expect((await seenBy(second, tutor)).taken).toEqual([])
    expect(await tryHold(second, { tutor, slot, start: at(25) })).toBe('ok')
    setNow(NOW + 2 * HOLD_MS)
    expect(await tryBook(third, { tutor, slot, start: at(25) })).toBe('ok')
    expect(await tryHold(student, { tutor, slot, start: at(25) })).toBe('busy-tutor')
    setNow(NOW + 3 * HOLD_MS)
    await triggerJob('clear-expired')
    expect(await holdsOf(tutor)).toEqual([])
  })

  it('ends when its student books it, and is no obstacle once that lesson is cancelled', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await expectOk(callHold(student, { tutor, slot, start: at(25) }))
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(await holdsOf(tutor)).toEqual([])
    expect(await tryCancel(student, lesson)).toBe('ok')
    expect(await tryBook(await verifiedStudent(), { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('ends when it is released, which names the time: a late one ends no later hold', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const other = await verifiedStudent()
    await expectOk(callHold(student, { tutor, slot, start: at(25) }))
    await expectOk(callHold(student, { tutor, slot, start: at(26) }))
    await release(student, { tutor, start: at(25) })
    await release(other, { tutor, start: at(26) })
    expect(await holdsOf(tutor)).toMatchObject([{ studentId: student.id, start: at(26) }])
    await release(student, { tutor, start: at(26) })
    await release(student, { tutor, start: at(26) })
    expect(await holdsOf(tutor)).toEqual([])
    expect(await tryBook(other, { tutor, slot, start: at(26) })).toBe('ok')
  })

  it('is one a student: a new one replaces it, also with another tutor', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const [other, second] = [await verifiedStudent(), await onboardedTutor()]
    const secondSlot = await openSlot(second, at(24), 4)
    await expectOk(callHold(student, { tutor, slot, start: at(25) }))
    await expectOk(callHold(student, { tutor: second, slot: secondSlot, start: at(25) }))
    expect(await holdsOf(tutor)).toEqual([])
    expect(await tryBook(other, { tutor, slot, start: at(25) })).toBe('ok')
    expect(await tryHold(await verifiedStudent(), { tutor: second, slot: secondSlot, start: at(25) })).toBe('time-held')
  })

  it('again answers the same end: nothing is made longer', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const first = await expectOk(callHold(student, { tutor, slot, start: at(25) }))
    for (let seconds = 1; seconds < 100; seconds += 20) {
      setNow(NOW + seconds * 1000)
      expect(await expectOk(callHold(student, { tutor, slot, start: at(25) }))).toEqual(first)
    }
  })

  it('is refused to who may not book the time, with the refusal of the booking', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const input = { tutor, slot, start: at(25) }
    expect(await tryHold(student, { ...input, start: at(28) })).toBe('busy-tutor')
    expect(await tryHold(student, { ...input, start: at(23) })).toBe('busy-tutor')
    expect(await tryHold(student, { ...input, start: at(25) + 1 })).toBe('bad-request')
    expect(await tryHold(student, { ...input, slot: { id: 999_999 } })).toBe('slot-not-found')
    expect(await tryHold(student, { ...input, tutor: { id: 999_999 } })).toBe('tutor-not-found')
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', student.id)
    expect(await tryHold(student, input)).toBe('forbidden')
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', student.id)
    await book(student, { tutor, slot, start: at(26), duration: 15 })
    expect(await tryHold(student, input)).toBe('reached-booking-limit')
    await run('UPDATE subscriptions SET terminated_at = ? WHERE user_id = ?', NOW, student.id)
    expect(await tryHold(student, input)).toBe('subscription-required')
    expect(await tryHold(tutor, input)).toBe('forbidden')
    expect(await holdsOf(tutor)).toEqual([])
  })
})

describe('holding the new time of a lesson', () => {
  it('is allowed where the lesson may be moved, its own time included, and refuses others', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const other = await verifiedStudent()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(await tryHold(student, { tutor, slot, start: at(25.25), lesson })).toBe('ok')
    expect(await tryBook(other, { tutor, slot, start: at(25.5) })).toBe('time-held')
    expect(await tryMove(student, { lesson, slot, start: at(25.25) })).toBe('ok')
    expect(await tryBook(other, { tutor, slot, start: at(25.75) })).toBe('ok')
    expect(await tryHold(other, { tutor, slot, start: at(27), lesson })).toBe('forbidden')
    const second = await onboardedTutor()
    expect(
      await tryHold(student, { tutor: second, slot: await openSlot(second, at(24), 4), start: at(27), lesson }),
    ).toBe('bad-request')
  })

  it('refuses who moves there from another lesson', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const other = await verifiedStudent()
    const lesson = await book(other, { tutor, slot, start: at(24) })
    await expectOk(callHold(student, { tutor, slot, start: at(25) }))
    expect(await tryMove(other, { lesson, slot, start: at(25.25) })).toBe('time-held')
    setNow(NOW + HOLD_MS)
    expect(await tryMove(other, { lesson, slot, start: at(25.25) })).toBe('ok')
  })
})

describe('a hold', () => {
  const changeSlots = (tutor: Person, action: object) =>
    expectOk(callApi('POST', '/availability-slot/', { as: tutor, body: { actions: [action] } }))

  it('is no obstacle to the tutor, who shortens or deletes the slot: the booking is then refused', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await expectOk(callHold(student, { tutor, slot, start: at(25) }))
    await changeSlots(tutor, { type: 'update', id: slot.id, end: iso(at(25)) })
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('busy-tutor')
    await changeSlots(tutor, { type: 'delete', id: slot.id })
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('slot-not-found')
    expect((await seenBy(student, tutor)).taken).toEqual([])
  })

  it('is no obstacle to an admin, who books and moves for another student', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const [other, adel] = [await verifiedStudent(), await newAdmin()]
    const headers = { 'x-reason': 'by phone' }
    await expectOk(callHold(student, { tutor, slot, start: at(25) }))
    const body = { studentId: other.id, tutorId: tutor.id, slotId: slot.id, start: iso(at(25)), duration: 30 }
    const lesson = await expectOk<{ id: number }>(callApi('POST', '/lesson', { as: adel, headers, body }))
    expect(await holdsOf(tutor)).toEqual([])
    expect(await tryBook(student, { tutor, slot, start: at(25) })).toBe('busy-tutor')
    await expectOk(callHold(student, { tutor, slot, start: at(26) }))
    const moved = { lessonId: lesson.id, slotId: slot.id, start: iso(at(26)), duration: 30 }
    await expectOk(callApi('PATCH', '/lesson', { as: adel, headers, body: moved }))
    expect(await holdsOf(tutor)).toEqual([])
  })
})

describe('the limits of holds', () => {
  const holdAndRelease = async (as: Person, input: Input) => {
    const answer = await tryHold(as, input)
    if (answer === 'ok') await release(as, input)
    return answer
  }

  it('are three of one quarter hour in ten minutes, whatever the start and the duration', async () => {
    const { tutor, student, slot } = await bookingFixture()
    expect(await holdAndRelease(student, { tutor, slot, start: at(25) })).toBe('ok')
    expect(await holdAndRelease(student, { tutor, slot, start: at(25) })).toBe('ok')
    expect(await holdAndRelease(student, { tutor, slot, start: at(25.25), duration: 15 })).toBe('ok')
    expect(await holdAndRelease(student, { tutor, slot, start: at(25.25) })).toBe('too-many-requests')
    expect(await holdAndRelease(student, { tutor, slot, start: at(25) })).toBe('too-many-requests')
    expect(await holdsOf(tutor)).toEqual([])
    expect(await holdAndRelease(student, { tutor, slot, start: at(26) })).toBe('ok')
    setNow(NOW + minutes(10))
    expect(await tryHold(student, { tutor, slot, start: at(25) })).toBe('ok')
  })

  it('are 20 of one student in an hour; the time can still be booked', async () => {
    const { tutor, student, slot } = await bookingFixture(8)
    for (let index = 0; index < 20; index++)
      expect(await holdAndRelease(student, { tutor, slot, start: at(24 + index / 4), duration: 15 })).toBe('ok')
    const input = { tutor, slot, start: at(30), duration: 15 }
    expect(await holdAndRelease(student, input)).toBe('too-many-requests')
    expect(await tryBook(student, input)).toBe('ok')
  })
})

describe('at the same moment', () => {
  it('twenty students hold one quarter: one has it, the others are told so', async () => {
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, at(24), 1)
    const students = await verifiedStudents(20)
    const answers = await Promise.all(
      students.map((student, index) =>
        tryHold(student, { tutor, slot, start: at(24 + (index % 2) / 4), duration: index % 2 ? 15 : 30 }),
      ),
    )
    expect(answers.toSorted()).toEqual(['ok', ...Array.from({ length: 19 }, () => 'time-held')])
    expect(await holdsOf(tutor)).toMatchObject([{ studentId: students[answers.indexOf('ok')]?.id }])
  })

  it('a hold and bookings of one quarter: never do both stand', async () => {
    const tutor: Person = await onboardedTutor()
    const slot: Slot = await openSlot(tutor, at(24), 4)
    const students = await verifiedStudents(20)
    const answers = await Promise.all(
      students.map((student, index) =>
        index % 2 === 0
          ? tryHold(student, { tutor, slot, start: at(24), duration: 15 })
          : tryBook(student, { tutor, slot, start: at(24), duration: 15 }),
      ),
    )
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(answers.filter((answer) => !['ok', 'busy-tutor', 'time-held'].includes(answer))).toEqual([])
  })
})
