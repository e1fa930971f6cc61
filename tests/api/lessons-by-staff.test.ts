import { describe, expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import {
  callApi,
  expectOk,
  newAdmin,
  newStudent,
  newSuperAdmin,
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
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import {
  at,
  attend,
  book,
  bookingFixture,
  busyQuartersOf,
  iso,
  messagesTo,
  remainingMinutes,
  startClockAtNoon,
  storedLesson,
  tryCancel,
  tryMove,
} from './lesson-fixtures.ts'
import { race } from './race.ts'

startClockAtNoon()

const WHY = 'الطالب طلب ده بالتليفون'
const why = { 'x-reason': encodeURIComponent(WHY) }
/** The clock may have passed the end of the first token. */
const fresh = async (person: Person): Promise<Person> => ({ ...person, token: await tokenFor(person.id) })

type BookFor = { student?: Person; tutor: Person; slot: Slot; start: number; duration?: number }
const bodyOf = ({ student, tutor, slot, start, duration = 30 }: BookFor) => ({
  ...(student ? { studentId: student.id } : {}),
  tutorId: tutor.id,
  slotId: slot.id,
  start: iso(start),
  duration,
})
const bookFor = (as: Person, input: BookFor, headers: Record<string, string> = why) =>
  callApi('POST', '/lesson', { as, body: bodyOf(input), headers })
const moveFor = (
  as: Person,
  lesson: { id: number },
  slot: { id: number },
  start: number,
  headers: Record<string, string> = why,
) =>
  callApi('PATCH', '/lesson', {
    as,
    body: { lessonId: lesson.id, slotId: slot.id, start: iso(start), duration: 30 },
    headers,
  })
const cancelFor = (as: Person, lesson: { id: number }, headers: Record<string, string> = why) =>
  callApi('DELETE', `/lesson/${lesson.id}`, { as, headers })

const auditOf = (act: string, lesson: { id: number }) =>
  row<{ actorId: number; reason: string | null; before: string | null; after: string | null }>(
    `SELECT actor_id AS actorId, reason, before, after FROM audit_entries WHERE act = ? AND target_kind = 'lesson' AND target_id = ?`,
    act,
    lesson.id,
  )

async function reachable(person: Person, phone: string): Promise<void> {
  await run('UPDATE users SET phone = ?, notification_method = 1 WHERE id = ?', phone, person.id)
}

describe('an admin books a lesson for a student', () => {
  it('with the student’s minutes and both people’s time, and says why', async () => {
    const { tutor, student, slot } = await bookingFixture()
    await reachable(tutor, '01155500081')
    await reachable(student, '01155500082')
    const adel = await newAdmin()
    const lesson = await expectOk<{ id: number; price: number }>(bookFor(adel, { student, tutor, slot, start: at(25) }))
    expect(await remainingMinutes(student)).toBe(30)
    for (const person of [tutor, student]) expect(await busyQuartersOf(person)).toEqual([at(25), at(25.25)])
    expect(await rows('SELECT user_id AS id FROM lesson_members WHERE lesson_id = ? ORDER BY id', lesson.id)).toEqual(
      [student, tutor].map(({ id }) => ({ id })).sort((one, other) => one.id - other.id),
    )
    expect(await auditOf('lesson.book', lesson)).toMatchObject({
      actorId: adel.id,
      reason: WHY,
      after: JSON.stringify({ studentId: student.id, tutorId: tutor.id, start: at(25), duration: 30 }),
    })
    for (const phone of ['01155500081', '01155500082'])
      expect((await messagesTo(phone)).map(({ template }) => template)).toEqual(['new_lesson_booked'])
  })

  it('only with a reason, and for a student whom they name', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const adel = await newAdmin()
    const asked = { student, tutor, slot, start: at(25) }
    for (const headers of [{}, { 'x-reason': 'no' }] as Record<string, string>[])
      expect(await outcome(bookFor(adel, asked, headers))).toBe('bad-request')
    expect(await outcome(bookFor(adel, { tutor, slot, start: at(25) }))).toBe('bad-request')
    expect(await outcome(bookFor(adel, { ...asked, student: tutor }))).toBe('student-not-found')
    expect(await outcome(bookFor(adel, { ...asked, student: { ...student, id: 999_999 } }))).toBe('student-not-found')
    expect(await outcome(bookFor(await tutorManager(), asked))).toBe('forbidden')
    expect(await outcome(bookFor(await verifiedStudent(), asked))).toBe('forbidden')
    expect(await outcome(bookFor(student, asked, {}))).toBe('ok')
  })

  it('by the same checks as the student', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const adel = await newAdmin()
    const outcomeOf = (changed: Partial<BookFor>) =>
      outcome(bookFor(adel, { student, tutor, slot, start: at(25), ...changed }))
    expect(await outcomeOf({ student: await newStudent() })).toBe('forbidden')
    expect(await outcomeOf({ start: at(25) + minutes(1) })).toBe('bad-request')
    const other = await onboardedTutor()
    expect(await outcomeOf({ slot: await openSlot(other, at(24), 4) })).toBe('bad-request')
    await book(await verifiedStudent(), { tutor, slot, start: at(25) })
    expect(await outcomeOf({})).toBe('busy-tutor')
    expect(await outcomeOf({ start: at(26) })).toBe('ok')
    expect(await outcomeOf({ start: at(27) })).toBe('reached-booking-limit')
    const poor = await verifiedStudent()
    await run(
      `INSERT INTO minute_entries (subscription_id, week, kind, minutes, revision, created_at)
       SELECT id, start, 'adjustment', -45, 1, 1 FROM subscriptions WHERE user_id = ?`,
      poor.id,
    )
    expect(await outcomeOf({ student: poor, start: at(24) })).toBe('no-enough-minutes')
  })

  it('once, where the same request is sent again', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const adel = await newAdmin()
    const headers = { ...why, 'idempotency-key': crypto.randomUUID() }
    const [one, other] = [
      await expectOk<{ id: number }>(bookFor(adel, { student, tutor, slot, start: at(25) }, headers)),
      await expectOk<{ id: number }>(bookFor(adel, { student, tutor, slot, start: at(25) }, headers)),
    ]
    expect(one.id).toBe(other.id)
    expect(await remainingMinutes(student)).toBe(30)
  })

  it('and loses the time to whoever books it first', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const [adel, dina, other] = [await newAdmin(), await newSuperAdmin(), await verifiedStudent()]
    const answer = await race({
      write: 'lessons/book:book',
      refusedBy: 'busy_quarters.user_id, busy_quarters.quarter',
      slow: () => outcome(bookFor(adel, { student, tutor, slot, start: at(25) })),
      fast: () => expectOk(bookFor(dina, { student: other, tutor, slot, start: at(25) })),
    })
    expect(answer).toBe('busy-tutor')
    expect(await remainingMinutes(student)).toBe(60)
    expect(await remainingMinutes(other)).toBe(30)
  })
})

describe('an admin moves a lesson', () => {
  it('for its student, and tells both', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    // The booking has been notified; the move is a notice of its own.
    await messagesTo('')
    await reachable(tutor, '01155500083')
    await reachable(student, '01155500084')
    const adel = await newAdmin()
    expect(await outcome(moveFor(adel, lesson, slot, at(26), {}))).toBe('bad-request')
    expect(await outcome(moveFor(adel, lesson, slot, at(26)))).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(26) })
    for (const person of [tutor, student]) expect(await busyQuartersOf(person)).toEqual([at(26), at(26.25)])
    expect(await remainingMinutes(student)).toBe(30)
    expect(await auditOf('lesson.rebook', lesson)).toEqual({
      actorId: adel.id,
      reason: WHY,
      before: JSON.stringify({ start: at(25), duration: 30 }),
      after: JSON.stringify({ start: at(26), duration: 30 }),
    })
    for (const phone of ['01155500083', '01155500084'])
      expect((await messagesTo(phone)).map(({ template }) => template)).toEqual(['lesson_updated'])
    expect(await outcome(moveFor(await tutorManager(), lesson, slot, at(27)))).toBe('forbidden')
  })

  it('that its student cancels meanwhile stays cancelled', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const adel = await newAdmin()
    const answer = await race({
      write: 'lessons/rebook:rebook',
      refusedBy: 'lesson-moved',
      slow: () => outcome(moveFor(adel, lesson, slot, at(26))),
      fast: () => tryCancel(student, lesson),
    })
    expect(answer).toBe('lesson-time-passed')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(25), canceledBy: student.id })
    expect(await busyQuartersOf(tutor)).toEqual([])
    expect(await remainingMinutes(student)).toBe(60)
    expect(await auditOf('lesson.rebook', lesson)).toBeNull()
  })

  it('that another admin moves at once only once, where both name the version', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const [adel, dina] = [await newAdmin(), await newSuperAdmin()]
    const stored = await row<{ at: number }>('SELECT updated_at AS at FROM lessons WHERE id = ?', lesson.id)
    const headers = { ...why, 'if-match': `"${iso(stored?.at ?? 0)}"` }
    const answer = await race({
      write: 'lessons/rebook:rebook',
      refusedBy: 'lesson-moved',
      slow: () => outcome(moveFor(adel, lesson, slot, at(26), headers)),
      fast: () => expectOk(moveFor(dina, lesson, slot, at(27), headers)),
    })
    expect(answer).toBe('version-conflict')
    expect(await storedLesson(lesson)).toMatchObject({ start: at(27) })
    expect(await busyQuartersOf(tutor)).toEqual([at(27), at(27.25)])
  })
})

describe('an admin cancels a lesson', () => {
  it('with a reason, returns the minutes, and tells both', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    await messagesTo('')
    await reachable(tutor, '01155500085')
    await reachable(student, '01155500086')
    const adel = await newAdmin()
    expect(await outcome(cancelFor(adel, lesson, {}))).toBe('bad-request')
    expect(await outcome(cancelFor(adel, lesson))).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: adel.id })
    expect(await remainingMinutes(student)).toBe(60)
    for (const person of [tutor, student]) expect(await busyQuartersOf(person)).toEqual([])
    expect(await auditOf('lesson.cancel', lesson)).toMatchObject({ actorId: adel.id, reason: WHY })
    for (const phone of ['01155500085', '01155500086'])
      expect((await messagesTo(phone)).map(({ template }) => template)).toEqual(['lesson_canceled'])
  })

  it('also in its first minutes at no cost to the student, but not once its tutor was there', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const other = await verifiedStudent()
    const missed = await book(other, { tutor, slot, start: at(26) })
    const adel = await newAdmin()
    await attend(tutor, lesson, at(25), null)
    setNow(at(25) + minutes(2))
    expect(await outcome(cancelFor(await fresh(adel), lesson))).toBe('lesson-in-progress')
    setNow(at(26) + minutes(2))
    expect(await outcome(cancelFor(await fresh(adel), missed))).toBe('ok')
    expect(await remainingMinutes(other)).toBe(60)
    expect(await outcome(cancelFor(await fresh(adel), lesson))).toBe('lesson-time-passed')
  })

  it('is refused when the tutor comes first', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const adel = await newAdmin()
    setNow(at(25) + minutes(2))
    const as = await fresh(adel)
    const answer = await race({
      write: 'lessons/cancel:cancel',
      refusedBy: 'tutor-came',
      slow: () => outcome(cancelFor(as, lesson)),
      fast: () => attend(tutor, lesson, at(25) + minutes(1), null),
    })
    expect(answer).toBe('lesson-in-progress')
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: null })
  })

  it('that its student moves meanwhile is cancelled at its new time, and pays back once', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const adel = await newAdmin()
    const answers = await Promise.all([
      outcome(cancelFor(adel, lesson)),
      tryMove(student, { lesson, slot, start: at(26) }),
    ])
    expect(answers[0]).toBe('ok')
    expect(['ok', 'lesson-time-passed']).toContain(answers[1])
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: adel.id })
    expect(await busyQuartersOf(tutor)).toEqual([])
    expect(await remainingMinutes(student)).toBe(60)
  })

  it('that another admin cancels at once returns its minutes once', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    const [adel, dina] = [await newAdmin(), await newSuperAdmin()]
    const answer = await race({
      write: 'lessons/cancel:cancel',
      refusedBy: 'lesson-canceled',
      slow: () => outcome(cancelFor(adel, lesson)),
      fast: () => expectOk(cancelFor(dina, lesson)),
    })
    expect(answer).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: dina.id })
    expect(await remainingMinutes(student)).toBe(60)
    expect(
      await rows(`SELECT id FROM audit_entries WHERE act = 'lesson.cancel' AND target_id = ?`, lesson.id),
    ).toHaveLength(1)
  })
})
