import { describe, expect, it } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import {
  callApi,
  insertSlot,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  tutorManager,
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
  storedLesson,
  tryBook,
  tryCancel,
} from './lesson-fixtures.ts'

startClockAtNoon()

type Action = Record<string, unknown> & { type: string }
const callActions = (as: Person, ...actions: Action[]) =>
  callApi('POST', '/availability-slot', { as, body: { actions } })
const tryActions = (as: Person, ...actions: Action[]) => outcome(callActions(as, ...actions))
const create = (start: number, end: number, purpose = 2): Action => ({
  type: 'create',
  start: iso(start),
  end: iso(end),
  purpose,
})
const update = (id: number, values: { start?: number; end?: number; purpose?: number }): Action => ({
  type: 'update',
  id,
  ...(values.start === undefined ? {} : { start: iso(values.start) }),
  ...(values.end === undefined ? {} : { end: iso(values.end) }),
  ...(values.purpose === undefined ? {} : { purpose: values.purpose }),
})
const remove = (id: number): Action => ({ type: 'delete', id })

type SlotRow = { start: number; end: number; purpose: number; deleted: number }
const slotOf = (id: number) =>
  row<SlotRow>('SELECT start, "end", purpose, deleted FROM availability_slots WHERE id = ?', id)
/** The slots that are not deleted, in hours after `NOW`. */
const activeSlotsOf = async (tutor: Person) =>
  (
    await rows<{ start: number; end: number }>(
      'SELECT start, "end" FROM availability_slots WHERE user_id = ? AND deleted = 0 ORDER BY start',
      tutor.id,
    )
  ).map(({ start, end }) => [(start - NOW) / hours(1), (end - NOW) / hours(1)])

describe('a slot', () => {
  it('starts and ends on quarter hours, lasts 15 minutes to 24 hours and ends in the future', async () => {
    const tutor = await onboardedTutor()
    const refused = [
      create(at(1), at(1)),
      create(at(2), at(1)),
      create(at(1) + 1, at(2)),
      create(at(1), at(2) + minutes(5)),
      create(at(1), at(25.25)),
      create(at(-2), at(-1)),
      create(at(-1), at(0)),
    ]
    for (const action of refused) expect(await tryActions(tutor, action)).toBe('bad-request')
    expect(await activeSlotsOf(tutor)).toEqual([])
    expect(await tryActions(tutor, create(at(1), at(1.25)), create(at(2), at(26)), create(at(-0.25), at(0.25)))).toBe(
      'ok',
    )
    expect(await activeSlotsOf(tutor)).toHaveLength(3)
  })

  it('is refused with an unknown action, purpose or form, and for too many actions', async () => {
    const tutor = await onboardedTutor()
    const valid = create(at(1), at(2))
    for (const invalid of [
      { ...valid, type: 'copy' },
      { ...valid, purpose: 0 },
      { ...valid, purpose: 5 },
      { ...valid, start: '2026-02-12' },
      { ...valid, start: '2026-02-12T10:00:00+02:00' },
      { type: 'delete' },
      { type: 'delete', id: '1' },
      { type: 'update', id: -1 },
    ])
      expect(await tryActions(tutor, invalid)).toBe('bad-request')
    expect(await tryActions(tutor)).toBe('bad-request')
    expect(await tryActions(tutor, ...Array.from({ length: 201 }, () => valid))).toBe('bad-request')
  })

  it('has the purpose that it was created with or changed to', async () => {
    const mona = await tutorManager()
    for (const [index, purpose] of [1, 2, 3, 4].entries()) {
      const slot = await openSlot(mona, at(index * 2), 1, purpose)
      expect((await slotOf(slot.id))?.purpose).toBe(purpose)
      if (index === 0) continue
      expect(await tryActions(mona, update(slot.id, { purpose: 1 }))).toBe('ok')
      expect(await slotOf(slot.id)).toMatchObject({ purpose: 1, start: at(index * 2), end: at(index * 2 + 1) })
    }
  })

  it('for interviews or demo sessions is reserved for tutor managers', async () => {
    const tutor = await onboardedTutor()
    for (const purpose of [3, 4]) expect(await tryActions(tutor, create(at(1), at(2), purpose))).toBe('forbidden')
    for (const purpose of [1, 2])
      expect(await tryActions(tutor, create(at(purpose), at(purpose + 1), purpose))).toBe('ok')
  })

  it('may touch others, but overlap none of any purpose', async () => {
    const mona = await tutorManager()
    await openSlot(mona, at(2), 2, 3)
    for (const purpose of [1, 2, 3, 4])
      for (const [start, end] of [
        [at(2), at(4)],
        [at(3.75), at(5)],
        [at(1), at(2.25)],
        [at(1), at(5)],
        [at(2.5), at(3)],
      ] as const)
        expect(await tryActions(mona, create(start, end, purpose))).toBe('conflicting-schedule')
    expect(await tryActions(mona, create(at(1), at(2)), create(at(4), at(5)))).toBe('ok')
    expect(await tryActions(mona, create(at(6), at(8)), create(at(7.75), at(9)))).toBe('conflicting-schedule')
    expect(await activeSlotsOf(mona)).toEqual([
      [1, 2],
      [2, 4],
      [4, 5],
    ])
  })

  it('is changed by its owner only, before it begins', async () => {
    const [tutor, other] = [await onboardedTutor(), await onboardedTutor()]
    const slot = await openSlot(tutor, at(1), 1)
    expect(await tryActions(other, update(slot.id, { end: at(3) }))).toBe('forbidden')
    expect(await tryActions(other, remove(slot.id))).toBe('forbidden')
    expect(await tryActions(tutor, update(999_999, { end: at(3) }))).toBe('slot-not-found')
    expect(await tryActions(tutor, update(slot.id, { end: at(3) }), remove(slot.id))).toBe('bad-request')
    setNow(at(1) - 1)
    expect(await tryActions(tutor, update(slot.id, { end: at(3) }))).toBe('ok')
    setNow(at(1))
    expect(await tryActions(tutor, update(slot.id, { end: at(4) }))).toBe('slot-not-found')
    expect(await tryActions(tutor, remove(slot.id))).toBe('ok')
    expect(await tryActions(tutor, remove(slot.id))).toBe('slot-not-found')
  })

  it('grows when the time beside it is opened, and takes in the slot beyond it', async () => {
    const tutor = await onboardedTutor()
    const [nour] = await verifiedStudents(1)
    if (!nour) throw new Error('a student')
    const [first, second] = [await openSlot(tutor, at(24), 1), await openSlot(tutor, at(26), 1)]
    const lesson = await book(nour, { tutor, slot: second, start: at(26) })
    expect(await tryActions(tutor, create(at(25), at(26)))).toBe('ok')
    expect(await activeSlotsOf(tutor)).toEqual([[24, 27]])
    expect(await slotOf(second.id)).toMatchObject({ start: at(24), end: at(27) })
    expect(await slotOf(first.id)).toBeNull()
    expect((await storedLesson(lesson))?.canceledAt).toBeNull()
    expect(await tryActions(tutor, create(at(27), at(28), 1), create(at(28.25), at(29)))).toBe('ok')
    expect(await activeSlotsOf(tutor)).toEqual([
      [24, 27],
      [27, 28],
      [28.25, 29],
    ])
  })

  it('that has ended conflicts with nothing, one that runs does', async () => {
    const tutor = await onboardedTutor()
    await insertSlot(tutor, at(-4), at(-2))
    const running = await insertSlot(tutor, at(-1), at(1))
    expect(await tryActions(tutor, create(at(0.75), at(2)))).toBe('conflicting-schedule')
    expect(await tryActions(tutor, create(at(1), at(2)))).toBe('ok')
    expect((await slotOf(running))?.deleted).toBe(0)
  })
})

describe('several actions in one call', () => {
  it('are applied all or none', async () => {
    const tutor = await onboardedTutor()
    const slot = await openSlot(tutor, at(1), 1)
    const refused = await callActions(tutor, remove(slot.id), create(at(3), at(4)), create(at(5), at(5)))
    expect(refused.code).toBe('bad-request')
    expect(await activeSlotsOf(tutor)).toEqual([[1, 2]])
  })

  it('can swap two slots, or shift them into each other’s time', async () => {
    const tutor = await onboardedTutor()
    const [first, second] = [await openSlot(tutor, at(1), 1, 1), await openSlot(tutor, at(2), 1)]
    const swap = [update(first.id, { start: at(2), end: at(3) }), update(second.id, { start: at(1), end: at(2) })]
    expect(await tryActions(tutor, ...swap)).toBe('ok')
    expect([await slotOf(first.id), await slotOf(second.id)]).toMatchObject([{ start: at(2) }, { start: at(1) }])
    const shift = [
      update(second.id, { start: at(1.5), end: at(2.5) }),
      update(first.id, { start: at(2.5), end: at(3.5) }),
    ]
    expect(await tryActions(tutor, ...shift)).toBe('ok')
    const replace = [remove(first.id), create(at(2.5), at(3.5), 1)]
    expect(await tryActions(tutor, ...replace)).toBe('ok')
    expect(await activeSlotsOf(tutor)).toEqual([
      [1.5, 2.5],
      [2.5, 3.5],
    ])
  })

  it('can extend slots with lessons into time that others free', async () => {
    const tutor = await onboardedTutor()
    const [nour, sara] = await verifiedStudents(2)
    if (!nour || !sara) throw new Error('two students')
    const [first, second] = [await openSlot(tutor, at(24), 2), await openSlot(tutor, at(26), 2, 1)]
    const early = await book(nour, { tutor, slot: first, start: at(24) })
    const late = await book(sara, { tutor, slot: second, start: at(27) })
    const move = [update(first.id, { end: at(27) }), update(second.id, { start: at(27) })]
    expect(await tryActions(tutor, ...move)).toBe('ok')
    expect(await tryActions(tutor, update(second.id, { start: at(25) }), update(first.id, { end: at(25) }))).toBe('ok')
    expect([await storedLesson(early), await storedLesson(late)]).toMatchObject([
      { canceledAt: null },
      { canceledAt: null },
    ])
    expect(await activeSlotsOf(tutor)).toEqual([
      [24, 25],
      [25, 28],
    ])
  })

  it('sent concurrently and in conflict: one call succeeds', async () => {
    const tutor = await onboardedTutor()
    const outcomes = await Promise.all(
      [1, 1.25, 1.5, 1.75].map((start) => tryActions(tutor, create(at(start), at(start + 1)))),
    )
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 3 }, () => 'conflicting-schedule'), 'ok'])
    expect(await activeSlotsOf(tutor)).toHaveLength(1)
  })

  it('can be 200, enough for a month', async () => {
    const tutor = await onboardedTutor()
    const month = Array.from({ length: 200 }, (_, index) => create(at(index * 3 + 1), at(index * 3 + 3)))
    expect(await tryActions(tutor, ...month)).toBe('ok')
    const ids = await rows<{ id: number }>('SELECT id FROM availability_slots WHERE user_id = ?', tutor.id)
    expect(await tryActions(tutor, ...ids.map(({ id }) => update(id, { purpose: 1 })))).toBe('ok')
    expect(await tryActions(tutor, ...ids.map(({ id }) => remove(id)))).toBe('ok')
    expect(await activeSlotsOf(tutor)).toEqual([])
  })
})

describe('a lesson in a slot', () => {
  it('stays while it fits the slot, and is cancelled in the tutor’s name when it does not', async () => {
    const { tutor, student, slot } = await bookingFixture(4)
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(await tryActions(tutor, update(slot.id, { start: at(25), end: at(25.5) }))).toBe('ok')
    expect((await storedLesson(lesson))?.canceledAt).toBeNull()
    await run(`UPDATE users SET phone = '01155500020', notification_method = 1 WHERE id = ?`, student.id)
    expect(await tryActions(tutor, update(slot.id, { start: at(24), end: at(25.25) }))).toBe('ok')
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: tutor.id, canceledAt: NOW })
    expect(await remainingMinutes(student)).toBe(60)
    for (const person of [tutor, student]) expect(await busyQuartersOf(person)).toEqual([])
    expect(await messagesTo('01155500020')).toMatchObject([{ template: 'lesson_canceled' }])
    expect(await tryBook(student, { tutor, slot, start: at(24) })).toBe('ok')
  })

  it('is cancelled with its slot, which is hidden; minutes are returned', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const lesson = await book(student, { tutor, slot, start: at(25) })
    expect(await tryActions(tutor, remove(slot.id))).toBe('ok')
    expect((await slotOf(slot.id))?.deleted).toBe(1)
    expect(await storedLesson(lesson)).toMatchObject({ canceledBy: tutor.id, canceledAt: NOW })
    expect(await remainingMinutes(student)).toBe(60)
    expect(await activeSlotsOf(tutor)).toEqual([])
    const unbooked = await openSlot(tutor, at(25), 1)
    expect(await tryActions(tutor, remove(unbooked.id))).toBe('ok')
    expect(await slotOf(unbooked.id)).toBeNull()
  })

  it('keeps an earlier cancellation, and stays when it is over', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const cancelledOne = await book(student, { tutor, slot, start: at(24) })
    await tryCancel(student, cancelledOne)
    const over = await book(student, { tutor, slot, start: at(24) })
    setNow(at(24.5))
    const running = await book(student, { tutor, slot, start: at(24.5) })
    setNow(at(24.75))
    expect(await tryActions(tutor, remove(slot.id))).toBe('ok')
    expect(await storedLesson(cancelledOne)).toMatchObject({ canceledBy: student.id, canceledAt: NOW })
    expect((await storedLesson(over))?.canceledBy).toBeNull()
    expect((await storedLesson(running))?.canceledBy).toBe(tutor.id)
    expect(await remainingMinutes(student)).toBe(30)
  })
})
