import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromIso, hours, overlaps, plusDays, QUARTER_MS, type TimeRange } from '../cairo.ts'
import { Role } from '../roles.ts'
import { changeSlots, type Slot, type SlotAction, type SlotSession } from './changes.ts'
import { SlotPurpose } from './purposes.ts'
import { longestEnd } from './slot-times.ts'

const { General, Lesson } = SlotPurpose
const noon = fromIso('2026-11-21T12:00:00Z')
const at = (hour: number) => noon + hours(hour)
const slot = (id: number, from: number, to: number, rest: Partial<Slot> = {}): Slot => ({
  id,
  userId: 3,
  purpose: Lesson,
  deleted: false,
  start: at(from),
  end: at(to),
  ...rest,
})
const create = (from: number, to: number, purpose: SlotPurpose = Lesson): SlotAction => ({
  type: 'create',
  start: at(from),
  end: at(to),
  purpose,
})
const session = (slotId: number, from: number): SlotSession => ({
  id: slotId,
  kind: Lesson,
  slotId,
  isOpen: true,
  start: at(from),
  end: at(from + 0.5),
})
const change = (slots: Slot[], actions: SlotAction[], sessions: SlotSession[] = []) =>
  changeSlots({ actor: { id: 3, role: Role.Tutor }, actions, slots, sessions, now: noon })
const range = (from: number, to: number, purpose: SlotPurpose = Lesson) => ({ start: at(from), end: at(to), purpose })

describe('slots that touch', () => {
  it('become one: the stored slot grows', () => {
    expect(change([slot(1, 2, 4)], [create(4, 5)])).toMatchObject({
      inserts: [],
      updates: [{ id: 1, ...range(2, 5) }],
      deletes: [],
    })
    expect(change([slot(1, 2, 4)], [create(1, 2)]).updates).toEqual([{ id: 1, ...range(1, 4) }])
  })

  it('become one: two new ones, and two stored ones when the time between them is opened', () => {
    expect(change([], [create(1, 2), create(2, 3)])).toMatchObject({ inserts: [range(1, 3)], updates: [] })
    expect(change([slot(1, 1, 2), slot(2, 3, 4)], [create(2, 3)])).toMatchObject({
      inserts: [],
      updates: [{ id: 1, ...range(1, 4) }],
      deletes: [2],
    })
  })

  it('stay two when their purposes differ, when nothing about them is changed, or when a minute lies between', () => {
    expect(change([slot(1, 2, 4)], [create(4, 5, General)]).inserts).toHaveLength(1)
    expect(change([slot(1, 2, 4), slot(2, 4, 5)], [create(8, 9)])).toMatchObject({ updates: [], deletes: [] })
    expect(change([slot(1, 2, 4)], [create(4.25, 5)]).updates).toEqual([])
  })

  it('stay two when one has begun', () => {
    expect(change([slot(1, -1, 1)], [create(1, 2)])).toMatchObject({ inserts: [range(1, 2)], updates: [] })
    expect(change([slot(1, 0, 1)], [create(1, 2)]).updates).toEqual([])
    expect(change([slot(1, 1, 2)], [create(-1, 1)]).updates).toEqual([])
  })

  it('keep the one that has sessions, and stay two when both have', () => {
    const slots = [slot(1, 1, 2), slot(2, 3, 4)]
    expect(change(slots, [create(2, 3)], [session(2, 3)])).toMatchObject({
      updates: [{ id: 2, ...range(1, 4) }],
      deletes: [1],
      cancelled: [],
    })
    expect(change(slots, [create(2, 3)], [session(1, 1), session(2, 3)])).toMatchObject({
      updates: [{ id: 1, ...range(1, 3) }],
      deletes: [],
      cancelled: [],
    })
  })

  it('keep the one that is changed, where none has sessions', () => {
    const move: SlotAction = { type: 'update', id: 2, start: at(2), end: at(3) }
    expect(change([slot(1, 1, 2), slot(2, 5, 6)], [move])).toMatchObject({
      updates: [{ id: 2, ...range(1, 3) }],
      deletes: [1],
    })
  })

  it('stay two when one is another tutor’s or deleted', () => {
    for (const rest of [{ userId: 5 }, { deleted: true }])
      expect(change([slot(1, 2, 4, rest)], [create(4, 5)])).toMatchObject({ inserts: [range(4, 5)], updates: [] })
  })

  it('keep the row of one whose sessions are over or cancelled', () => {
    const cancelled = { ...session(2, 3), isOpen: false }
    expect(change([slot(1, 1, 2), slot(2, 3, 4)], [create(2, 3)], [cancelled])).toMatchObject({
      deletes: [],
      softDeletes: [2],
    })
  })

  it('never become longer than a day', () => {
    expect(change([slot(1, 1, 25)], [create(25, 26)])).toMatchObject({ inserts: [range(25, 26)], updates: [] })
  })
})

describe('whatever is opened around clock changes', () => {
  const changes = ['2027-04-29T12:00:00Z', '2027-10-28T12:00:00Z'].map(fromIso)
  const span = fc.record({
    from: fc.integer({ min: 1, max: 4 * 48 }),
    length: fc.integer({ min: 1, max: 30 }),
    purpose: fc.constantFrom(General, Lesson),
    isStored: fc.boolean(),
    isBooked: fc.boolean(),
  })

  it('is open after merging as before, in slots of a day at most that never overlap, with every session in its slot', () => {
    fc.assert(
      fc.property(fc.constantFrom(...changes), fc.array(span, { minLength: 1, maxLength: 20 }), (now, spans) => {
        let end = now
        // Laid one after the other, often touching.
        const ranges = spans.map(({ from, length, ...rest }) => {
          const start = end + (from % 3 === 0 ? QUARTER_MS * from : QUARTER_MS * (end === now ? 1 : 0))
          end = start + QUARTER_MS * length
          return { start, end, ...rest }
        })
        const slots = ranges.flatMap(({ start, end, purpose, isStored }, id) =>
          isStored ? [{ id, userId: 3, deleted: false, start, end, purpose }] : [],
        )
        const sessions = ranges.flatMap(({ start, isStored, isBooked }, slotId): SlotSession[] =>
          isStored && isBooked
            ? [{ id: slotId, kind: Lesson, slotId, isOpen: true, start, end: start + QUARTER_MS }]
            : [],
        )
        const actions = ranges.flatMap(({ start, end, purpose, isStored }): SlotAction[] =>
          isStored ? [] : [{ type: 'create', start, end, purpose }],
        )
        const done = changeSlots({ actor: { id: 3, role: Role.Tutor }, actions, slots, sessions, now })
        const gone = new Set([...done.deletes, ...done.softDeletes, ...done.updates.map(({ id }) => id)])
        const after: (TimeRange & { purpose: SlotPurpose; id?: number })[] = [
          ...slots.filter(({ id }) => !gone.has(id)),
          ...done.updates,
          ...done.inserts,
        ]
        expect(done.cancelled).toEqual([])
        expect(quarters(after)).toEqual(quarters(ranges))
        for (const one of after) {
          expect(one.end).toBeLessThanOrEqual(longestEnd(one.start))
          expect(after.some((other) => other !== one && overlaps(one, other))).toBe(false)
        }
        for (const { slotId, start, end: until } of sessions)
          expect(after.some(({ id, start: from, end: to }) => id === slotId && from <= start && until <= to)).toBe(true)
      }),
    )
  })

  it('may fill the day of 25 hours', () => {
    const before = fromIso('2027-10-27T21:00:00Z')
    const midnight = plusDays(before, 1)
    const actions: SlotAction[] = [
      { type: 'create', start: before, end: before + hours(20), purpose: Lesson },
      { type: 'create', start: before + hours(20), end: midnight, purpose: Lesson },
    ]
    const { inserts } = changeSlots({
      actor: { id: 3, role: Role.Tutor },
      actions,
      slots: [],
      sessions: [],
      now: before - 1,
    })
    expect(inserts).toEqual([{ start: before, end: before + hours(25), purpose: Lesson }])
  })
})

/** Each open quarter hour with its purpose. */
const quarters = (ranges: readonly (TimeRange & { purpose: SlotPurpose })[]) =>
  ranges
    .flatMap(({ start, end, purpose }) =>
      Array.from({ length: (end - start) / QUARTER_MS }, (_, index) => `${start + index * QUARTER_MS} ${purpose}`),
    )
    .toSorted()
