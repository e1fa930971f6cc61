import { beforeEach, describe, expect, it } from 'vitest'
import { openDb } from '#db/client'
import { hours, minutes } from '#domain/cairo'
import { OFFER_MS } from '#domain/lessons/waiting'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  rows,
  run,
  type Slot,
  setNow,
  tokenFor,
  triggerJob,
  tutorManager,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { moveOffersOn } from '../../worker/jobs/offer-times.ts'
import { processWakeUps } from '../../worker/jobs/process-wake-ups.ts'
import { at, book, bookingFixture, iso, NOW, startClockAtNoon, tryBook, tryCancel, tryMove } from './lesson-fixtures.ts'

startClockAtNoon()

const db = openDb(bindings.DB)
// Other tests of this file leave lists behind; each begins with none that is due.
beforeEach(async () => {
  await run('DELETE FROM freed_times')
})

const wait = (as: Person, tutor: Person, isEvening = false) =>
  outcome(callApi('PUT', `/waiting/${tutor.id}`, { as, body: { isEvening } }))
const leave = (as: Person, tutor: Person) => outcome(callApi('DELETE', `/waiting/${tutor.id}`, { as }))
const decline = (as: Person, tutor: Person, start: number) =>
  outcome(callApi('DELETE', `/waiting/${tutor.id}/offer`, { as, body: { start: iso(start) } }))

type Wait = {
  tutor: { id: number }
  student: { id: number }
  isEvening: boolean
  offer: { start: string; until: string } | null
}
const waitsOf = async (as: Person, userId = as.id) =>
  (await expectOk<{ list: Wait[] }>(callApi('GET', `/waiting/list?userId=${userId}`, { as }))).list

const offersOf = (tutor: Person) =>
  rows<{ studentId: number; start: number; end: number; outcome: string | null }>(
    'SELECT student_id AS studentId, start, "end", outcome FROM time_offers WHERE tutor_id = ? ORDER BY id',
    tutor.id,
  )
const messagesOf = (student: Person, tutor: Person) =>
  rows<{ channel: string; params: string }>(
    `SELECT channel, params FROM outbox WHERE template = 'time_offered' AND dedupe_key LIKE ?`,
    `offer:${student.id}:${tutor.id}:%`,
  )

/** A tutor whose only time, in 25 hours, somebody has booked. */
async function fullTutor() {
  const { tutor, student, slot } = await bookingFixture(1)
  const lesson = await book(student, { tutor, slot, start: at(24), duration: 30 })
  return { tutor, student, slot, lesson }
}

describe('waiting for a tutor', () => {
  it('is stored once, and who waits already keeps the place', async () => {
    const { tutor } = await fullTutor()
    const [sara, nour] = (await verifiedStudents(2)) as [Person, Person]
    expect(await wait(sara, tutor)).toBe('ok')
    setNow(NOW + 1000)
    expect(await wait(nour, tutor)).toBe('ok')
    setNow(NOW + 2000)
    expect(await wait(sara, tutor, true)).toBe('ok')
    const list = await waitsOf(await newAdmin(), tutor.id)
    expect(list.map(({ student, isEvening }) => [student.id, isEvening])).toEqual([
      [sara.id, true],
      [nour.id, false],
    ])
    expect(await waitsOf(sara)).toMatchObject([{ tutor: { id: tutor.id }, offer: null }])
    expect(await leave(sara, tutor)).toBe('ok')
    expect(await leave(sara, tutor)).toBe('ok')
    expect(await waitsOf(sara)).toEqual([])
  })

  it('is for students with a verified e-mail, for tutors who take bookings, and for five at the most', async () => {
    const student = await verifiedStudent()
    const tutors = await Promise.all(Array.from({ length: 7 }, () => onboardedTutor()))
    const [first, ...others] = tutors as [Person, ...Person[]]
    expect(await wait(student, { ...first, id: 999_999 })).toBe('tutor-not-found')
    expect(await wait(student, student)).toBe('tutor-not-found')
    expect(await wait(first, first)).toBe('forbidden')
    const answers = await Promise.all(others.map((tutor) => wait(student, tutor)))
    expect(answers.toSorted()).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'waiting-limit-reached'])
    const held = others[answers.indexOf('ok')] ?? first
    expect(await wait(student, held, true)).toBe('ok')
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', student.id)
    expect(await wait(student, held)).toBe('forbidden')
  })

  it('is read by the student and by admins alone', async () => {
    const { tutor } = await fullTutor()
    const [sara, nour] = (await verifiedStudents(2)) as [Person, Person]
    await wait(sara, tutor)
    const path = `/waiting/list?userId=${sara.id}`
    expect(await outcome(callApi('GET', path, { as: nour }))).toBe('forbidden')
    expect(await outcome(callApi('GET', path, { as: await tutorManager() }))).toBe('forbidden')
    expect(await waitsOf(await newAdmin(), sara.id)).toHaveLength(1)
  })
})

describe('a time that is freed', () => {
  it('is offered to the first, held for them, told once, and booked by them', async () => {
    const { tutor, student, slot, lesson } = await fullTutor()
    const [sara, nour] = (await verifiedStudents(2)) as [Person, Person]
    await wait(sara, tutor)
    setNow(NOW + 1000)
    await wait(nour, tutor)
    expect(await tryCancel(student, lesson)).toBe('ok')
    await expect
      .poll(() => offersOf(tutor))
      .toEqual([{ studentId: sara.id, start: at(24), end: at(24.5), outcome: null }])
    expect(await waitsOf(sara)).toMatchObject([{ offer: { start: iso(at(24)), until: iso(NOW + 1000 + OFFER_MS) } }])
    const [message, ...more] = await messagesOf(sara, tutor)
    expect(more).toEqual([])
    expect(message?.channel).toBe('email')
    expect(JSON.parse(message?.params ?? '').url).toContain(`/t/${tutor.id}?book=true&at=`)
    expect(await messagesOf(nour, tutor)).toEqual([])
    for (const other of [student, nour]) expect(await tryBook(other, { tutor, slot, start: at(24) })).toBe('time-held')
    await triggerJob('sweep-messages')
    expect(await offersOf(tutor)).toHaveLength(1)
    expect(await tryBook(sara, { tutor, slot, start: at(24) })).toBe('ok')
    await expect.poll(() => offersOf(tutor)).toMatchObject([{ outcome: 'booked' }])
    expect(await waitsOf(sara)).toEqual([])
    await moveOffersOn(bindings, db, Date.now())
    expect(await offersOf(tutor)).toHaveLength(1)
    expect(await waitsOf(nour)).toMatchObject([{ offer: null }])
  })

  it('goes to the next one after 15 minutes, by the alarm of the queue, and then to everybody', async () => {
    const { tutor, student, slot, lesson } = await fullTutor()
    const [sara, nour] = (await verifiedStudents(2)) as [Person, Person]
    await wait(sara, tutor)
    setNow(NOW + 1)
    await wait(nour, tutor)
    setNow(NOW)
    await tryCancel(student, lesson)
    setNow(NOW + OFFER_MS - 1)
    await processWakeUps([{ wake: 'offers' }], bindings, db, Date.now())
    expect(await offersOf(tutor)).toHaveLength(1)
    setNow(NOW + OFFER_MS)
    await processWakeUps([{ wake: 'offers' }, { wake: 'offers' }], bindings, db, Date.now())
    await expect
      .poll(() => offersOf(tutor))
      .toEqual([
        { studentId: sara.id, start: at(24), end: at(24.5), outcome: 'lapsed' },
        { studentId: nour.id, start: at(24), end: at(24.5), outcome: null },
      ])
    expect(await tryBook(sara, { tutor, slot, start: at(24) })).toBe('time-held')
    expect(await messagesOf(nour, tutor)).toHaveLength(1)
    setNow(NOW + 2 * OFFER_MS)
    await triggerJob('sweep-messages')
    expect(await offersOf(tutor)).toHaveLength(2)
    expect(await waitsOf(nour)).toMatchObject([{ offer: null }])
    expect(await tryBook(student, { tutor, slot, start: at(24) })).toBe('ok')
  })

  it('passes over who cannot book it, who keeps the place', async () => {
    const { tutor, student, lesson } = await fullTutor()
    const students = await verifiedStudents(4)
    const [poor, busy, gone, last] = students as [Person, Person, Person, Person]
    for (const [index, one] of students.entries()) {
      setNow(NOW + index)
      await wait(one, tutor)
    }
    setNow(NOW)
    await run('UPDATE subscriptions SET terminated_at = ? WHERE user_id = ?', NOW, poor.id)
    const second = await onboardedTutor()
    await book(busy, { tutor: second, slot: await openSlot(second, at(24), 1), start: at(24) })
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', gone.id)
    await tryCancel(student, lesson)
    await expect.poll(() => offersOf(tutor)).toMatchObject([{ studentId: last.id }])
    expect(await waitsOf(await newAdmin(), tutor.id)).toHaveLength(4)
  })

  it('by a move is offered as well', async () => {
    const { tutor, student, slot } = await bookingFixture(2)
    const lesson = await book(student, { tutor, slot, start: at(24) })
    const sara = await verifiedStudent()
    await wait(sara, tutor)
    expect(await tryMove(student, { lesson, slot, start: at(25) })).toBe('ok')
    await expect.poll(() => offersOf(tutor)).toMatchObject([{ studentId: sara.id, start: at(24), outcome: null }])
  })

  it('in a slot that the tutor opens goes to several at once, each another time', async () => {
    const tutor = await onboardedTutor('عمر حسن', 0)
    const students = await verifiedStudents(3)
    for (const [index, one] of students.entries()) {
      setNow(NOW + index)
      await wait(one, tutor)
    }
    const action = { type: 'create', start: iso(at(24)), end: iso(at(25)), purpose: 2 }
    await expectOk(callApi('POST', '/availability-slot/', { as: tutor, body: { actions: [action] } }))
    await expect
      .poll(() => offersOf(tutor))
      .toMatchObject([
        { studentId: students[0]?.id, start: at(24) },
        { studentId: students[1]?.id, start: at(24.5) },
      ])
  })

  it('is for who waits for evenings only from 17:00 on', async () => {
    const tutor = await onboardedTutor('عمر حسن', 0)
    const sara = await verifiedStudent()
    await wait(sara, tutor, true)
    // Noon in Cairo is `NOW`.
    const action = { type: 'create', start: iso(at(28)), end: iso(at(30)), purpose: 2 }
    await expectOk(callApi('POST', '/availability-slot/', { as: tutor, body: { actions: [action] } }))
    await expect.poll(() => offersOf(tutor)).toMatchObject([{ studentId: sara.id, start: at(29) }])
  })

  it('at night is offered at 8:00, unless somebody has booked it by then', async () => {
    const { tutor, student, slot, lesson } = await fullTutor()
    const sara = await verifiedStudent()
    await wait(sara, tutor)
    setNow(at(10))
    await tryCancel(student, lesson)
    await triggerJob('sweep-messages')
    expect(await offersOf(tutor)).toEqual([])
    setNow(at(20) - 1)
    await triggerJob('sweep-messages')
    expect(await offersOf(tutor)).toEqual([])
    setNow(at(20))
    await triggerJob('sweep-messages')
    await expect.poll(() => offersOf(tutor)).toMatchObject([{ studentId: sara.id, start: at(24) }])
    expect(await tryBook(student, { tutor, slot, start: at(24) })).toBe('time-held')
  })

  it('so soon that it could not be booked until the end of the offer is free for everybody', async () => {
    const { tutor, student, slot } = await bookingFixture(1)
    const lesson = await book(student, { tutor, slot, start: at(24), duration: 15 })
    await wait(await verifiedStudent(), tutor)
    setNow(at(24) - OFFER_MS + 1)
    await tryCancel(student, lesson)
    await moveOffersOn(bindings, db, Date.now())
    expect(await offersOf(tutor)).toEqual([])
    expect(await tryBook(student, { tutor, slot, start: at(24), duration: 15 })).toBe('ok')
  })

  it('that nobody waits for leaves nothing behind', async () => {
    const { tutor, student, lesson } = await fullTutor()
    await tryCancel(student, lesson)
    expect(await rows('SELECT start FROM freed_times WHERE tutor_id = ?', tutor.id)).toEqual([])
  })
})

describe('an offer', () => {
  it('that its student leaves, or books at another time, goes to the next one at once', async () => {
    const { tutor, student, lesson } = await fullTutor()
    const [sara, nour] = (await verifiedStudents(2)) as [Person, Person]
    await wait(sara, tutor)
    setNow(NOW + 1)
    await wait(nour, tutor)
    await tryCancel(student, lesson)
    await expect.poll(() => offersOf(tutor)).toHaveLength(1)
    expect(await leave(sara, tutor)).toBe('ok')
    await expect
      .poll(() => offersOf(tutor))
      .toMatchObject([
        { studentId: sara.id, outcome: 'left' },
        { studentId: nour.id, outcome: null },
      ])
    const later: Slot = await openSlot(tutor, at(27), 1)
    expect(await tryBook(nour, { tutor, slot: later, start: at(27) })).toBe('ok')
    await expect.poll(() => offersOf(tutor)).toMatchObject([{}, { outcome: 'booked' }])
    expect(await rows('SELECT student_id FROM held_times WHERE tutor_id = ?', tutor.id)).toEqual([])
  })

  it('that is declined goes to the next one at once; who declines keeps the place and gets other times', async () => {
    const { tutor, student, lesson } = await fullTutor()
    const [sara, nour] = (await verifiedStudents(2)) as [Person, Person]
    await wait(sara, tutor)
    setNow(NOW + 1)
    await wait(nour, tutor)
    await tryCancel(student, lesson)
    await expect.poll(() => offersOf(tutor)).toHaveLength(1)
    expect(await decline(nour, tutor, at(24))).toBe('not-found')
    expect(await decline(sara, tutor, at(25))).toBe('not-found')
    expect(await decline(sara, tutor, at(24))).toBe('ok')
    expect(await decline(sara, tutor, at(24))).toBe('not-found')
    await expect
      .poll(() => offersOf(tutor))
      .toMatchObject([
        { studentId: sara.id, outcome: 'left' },
        { studentId: nour.id, start: at(24), outcome: null },
      ])
    expect(await rows('SELECT student_id FROM held_times WHERE tutor_id = ?', tutor.id)).toEqual([
      { student_id: nour.id },
    ])
    expect(await row('SELECT lapsed FROM waits WHERE student_id = ?', sara.id)).toEqual({ lapsed: 0 })
    await openSlot(tutor, at(27), 1)
    await expect.poll(() => offersOf(tutor)).toMatchObject([{}, {}, { studentId: sara.id, start: at(27) }])
    // Nobody else waits for the first one then: neither it nor a part of it comes back.
    expect(await decline(nour, tutor, at(24))).toBe('ok')
    await expect.poll(() => rows('SELECT start FROM freed_times WHERE tutor_id = ?', tutor.id)).toEqual([])
    expect(await offersOf(tutor)).toHaveLength(3)
  })

  it('that has run out cannot be declined any more', async () => {
    const { tutor, student, lesson } = await fullTutor()
    const sara = await verifiedStudent()
    await wait(sara, tutor)
    await tryCancel(student, lesson)
    await expect.poll(() => offersOf(tutor)).toHaveLength(1)
    setNow(NOW + OFFER_MS)
    expect(await decline(sara, tutor, at(24))).toBe('not-found')
    expect(await offersOf(tutor)).toMatchObject([{ outcome: null }])
  })

  it('that ran out is followed by none for a day, and the third ends the waiting', async () => {
    const tutor = await onboardedTutor('عمر حسن', 0)
    const sara = await verifiedStudent()
    await wait(sara, tutor)
    let made = 0
    const free = async (hoursFromNow: number) => {
      const start = Math.ceil((Date.now() + hours(hoursFromNow)) / minutes(15)) * minutes(15)
      const as = { ...tutor, token: await tokenFor(tutor.id) }
      const action = { type: 'create', start: iso(start), end: iso(start + minutes(30)), purpose: 2 }
      await expectOk(callApi('POST', '/availability-slot/', { as, body: { actions: [action] } }))
    }
    for (let day = 0; day < 3; day++) {
      setNow(NOW + hours(25 * day))
      await free(4)
      made += 1
      await expect.poll(() => offersOf(tutor)).toHaveLength(made)
      setNow(NOW + hours(25 * day) + OFFER_MS)
      await moveOffersOn(bindings, db, Date.now())
      await free(6)
      expect(await offersOf(tutor)).toHaveLength(made)
    }
    expect(await rows('SELECT lapsed FROM waits WHERE student_id = ?', sara.id)).toEqual([])
  })

  it('is one a student, however many tutors are freed at once', async () => {
    const [one, two] = [await fullTutor(), await fullTutor()]
    const sara = await verifiedStudent()
    await wait(sara, one.tutor)
    await wait(sara, two.tutor)
    await Promise.all([tryCancel(one.student, one.lesson), tryCancel(two.student, two.lesson)])
    const running = () => rows('SELECT id FROM time_offers WHERE student_id = ? AND outcome IS NULL', sara.id)
    await expect.poll(running).toHaveLength(1)
  })

  it('is made once, however many runs come at the same moment', async () => {
    const { tutor, student, lesson } = await fullTutor()
    const students = await verifiedStudents(3)
    for (const [index, one] of students.entries()) {
      setNow(NOW + index)
      await wait(one, tutor)
    }
    setNow(at(10))
    await tryCancel(student, lesson)
    setNow(at(20))
    await Promise.all([1, 2, 3, 4].map(() => moveOffersOn(bindings, db, Date.now())))
    await expect.poll(() => offersOf(tutor)).toMatchObject([{ studentId: students[0]?.id, outcome: null }])
    expect(await messagesOf(students[0] as Person, tutor)).toHaveLength(1)
  })
})

describe('staff', () => {
  it('take somebody off a list with a reason, which the audit log keeps; the offer goes on', async () => {
    const { tutor, student, lesson } = await fullTutor()
    const [sara, nour] = (await verifiedStudents(2)) as [Person, Person]
    await wait(sara, tutor)
    setNow(NOW + 1)
    await wait(nour, tutor)
    await tryCancel(student, lesson)
    await expect.poll(() => offersOf(tutor)).toHaveLength(1)
    const adel = await newAdmin()
    const path = `/waiting/${tutor.id}/student/${sara.id}`
    expect(await outcome(callApi('DELETE', path, { as: adel }))).toBe('bad-request')
    expect(await outcome(callApi('DELETE', path, { as: sara, headers: { 'x-reason': 'x' } }))).toBe('forbidden')
    await expectOk(callApi('DELETE', path, { as: adel, headers: { 'x-reason': 'asked by phone' } }))
    expect(await waitsOf(adel, sara.id)).toEqual([])
    await expect.poll(() => offersOf(tutor)).toMatchObject([{ outcome: 'left' }, { studentId: nour.id, outcome: null }])
    expect(
      await row(`SELECT reason FROM audit_entries WHERE act = 'waiting.remove' AND target_id = ?`, sara.id),
    ).toEqual({ reason: 'asked by phone' })
    expect(await outcome(callApi('DELETE', path, { as: adel, headers: { 'x-reason': 'again' } }))).toBe('not-found')
  })
})
