import { describe, expect, it } from 'vitest'
import { fromIso, hours, QUARTER_MS } from '../cairo.ts'
import { Role, roles } from '../roles.ts'
import {
  allowedPurposes,
  changeSlots,
  type Slot,
  type SlotAction,
  type SlotChanges,
  type SlotSession,
  whyNotChangeable,
} from './changes.ts'
import { SlotPurpose } from './purposes.ts'

const { General, Lesson, Interview, DemoSession } = SlotPurpose
const at = (time: string) => fromIso(`2026-11-21T${time}:00Z`)
const range = (from: string, to: string) => ({ start: at(from), end: at(to) })

const [omar, mona] = [3, 5]
const now = at('08:00')
const slot = (id: number, from: string, to: string, rest: Partial<Slot> = {}): Slot => ({
  ...range(from, to),
  id,
  userId: omar,
  purpose: Lesson,
  deleted: false,
  ...rest,
})
const create = (from: string, to: string, purpose: SlotPurpose = Lesson): SlotAction => ({
  ...range(from, to),
  type: 'create',
  purpose,
})
const morning = slot(1, '10:00', '12:00')
const evening = slot(2, '18:00', '20:00')
const running = slot(3, '07:00', '09:00')

const changes = (actions: SlotAction[], rest: Partial<SlotChanges> = {}): SlotChanges => ({
  actor: { id: omar, role: Role.Tutor },
  actions,
  slots: [morning, evening, running],
  sessions: [],
  now,
  ...rest,
})
const why = (actions: SlotAction[], rest: Partial<SlotChanges> = {}) => whyNotChangeable(changes(actions, rest))

describe('the owner of slots', () => {
  it('is a tutor or a tutor manager', () => {
    const allowed = roles.filter((role) => why([create('13:00', '14:00')], { actor: { id: omar, role } }) === null)
    expect(allowed).toEqual([Role.Tutor, Role.TutorManager])
    for (const role of roles.filter((one) => !allowed.includes(one)))
      for (const actions of [[], [{ type: 'delete' as const, id: 1 }], [{ type: 'delete' as const, id: 9 }]])
        expect(why(actions, { actor: { id: omar, role } })).toBe('forbidden')
  })

  it('creates them for the purposes of the role', () => {
    expect(allowedPurposes(Role.Tutor)).toEqual([General, Lesson])
    expect(allowedPurposes(Role.TutorManager)).toEqual([General, Lesson, Interview, DemoSession])
    expect(allowedPurposes(Role.Student)).toEqual([])
    expect(why([create('13:00', '14:00', Interview)])).toBe('forbidden')
    expect(why([{ type: 'update', id: 1, purpose: DemoSession }])).toBe('forbidden')
    expect(why([create('13:00', '14:00', Interview)], { actor: { id: omar, role: Role.TutorManager } })).toBeNull()
  })
})

describe('the slots that are changed', () => {
  it('exist', () => {
    expect(why([{ type: 'delete', id: 9 }])).toBe('slot-not-found')
    expect(why([{ type: 'update', id: 9 }])).toBe('slot-not-found')
    expect(why([{ type: 'delete', id: 1 }], { slots: [{ ...morning, deleted: true }] })).toBe('slot-not-found')
  })

  it('belong to the caller', () => {
    const slots = [{ ...morning, userId: mona }]
    expect(why([{ type: 'delete', id: 1 }], { slots })).toBe('forbidden')
    expect(why([{ type: 'update', id: 1 }], { slots })).toBe('forbidden')
    expect(
      why(
        [
          { type: 'delete', id: 1 },
          { type: 'delete', id: 9 },
        ],
        { slots },
      ),
    ).toBe('slot-not-found')
  })

  it('have not started, if they are changed', () => {
    expect(why([{ type: 'update', id: 1, end: at('11:00') }], { now: morning.start - 1 })).toBeNull()
    expect(why([{ type: 'update', id: 1, end: at('11:00') }], { now: morning.start })).toBe('slot-not-found')
    expect(why([{ type: 'delete', id: running.id }])).toBeNull()
  })

  it('occur in one action each', () => {
    expect(
      why([
        { type: 'update', id: 1 },
        { type: 'delete', id: 1 },
      ]),
    ).toBe('bad-request')
  })
})

describe('the time of a slot', () => {
  it('starts and ends on quarter hours and lasts 15 minutes to 24 hours', () => {
    const next = fromIso('2026-11-22T00:00:00Z')
    const lasting = (length: number): SlotAction => ({
      type: 'create',
      start: next,
      end: next + length,
      purpose: Lesson,
    })
    expect([QUARTER_MS, hours(24)].map((length) => why([lasting(length)]))).toEqual([null, null])
    for (const length of [0, -QUARTER_MS, QUARTER_MS - 1, QUARTER_MS + 1, hours(24) + QUARTER_MS])
      expect(why([lasting(length)]), `${length}`).toBe('bad-request')
    expect(why([create('13:05', '14:05')])).toBe('bad-request')
  })

  it('may be a whole day, also one of 25 hours', () => {
    const [thursday, friday] = [fromIso('2027-10-27T21:00:00Z'), fromIso('2027-10-28T22:00:00Z')]
    const until = (end: number): SlotAction => ({ type: 'create', start: thursday, end, purpose: Lesson })
    expect(why([until(friday)])).toBeNull()
    expect(why([until(friday + QUARTER_MS)])).toBe('bad-request')
  })

  it('has not ended; it may have started', () => {
    expect(why([create('06:00', '07:00')], { now: at('07:00') - 1, slots: [] })).toBeNull()
    expect(why([create('06:00', '07:00')], { now: at('07:00'), slots: [] })).toBe('bad-request')
  })

  it('may be changed at one end only', () => {
    expect(why([{ type: 'update', id: 1, end: at('10:15') }])).toBeNull()
    expect(why([{ type: 'update', id: 1, end: at('10:00') }])).toBe('bad-request')
  })
})

describe('slots of one tutor', () => {
  it('may be adjacent, but never overlap', () => {
    expect(why([create('09:00', '10:00')])).toBeNull()
    expect(why([create('12:00', '18:00')])).toBeNull()
    expect(why([create('09:00', '10:15')])).toBe('conflicting-schedule')
    expect(why([create('11:45', '13:00')])).toBe('conflicting-schedule')
    expect(why([create('10:00', '12:00', General)])).toBe('conflicting-schedule')
    expect(why([create('09:00', '21:00')])).toBe('conflicting-schedule')
  })

  it('are compared as they are after all actions', () => {
    expect(why([create('13:00', '14:00'), create('13:45', '15:00')])).toBe('conflicting-schedule')
    expect(why([{ type: 'delete', id: 1 }, create('11:00', '13:00')])).toBeNull()
    expect(why([{ type: 'update', id: 1, end: at('11:00') }, create('11:00', '13:00')])).toBeNull()
    expect(why([{ type: 'update', id: 1, end: at('18:15') }])).toBe('conflicting-schedule')
    expect(
      why([
        { type: 'update', id: 1, start: at('18:00'), end: at('20:00') },
        { type: 'delete', id: 2 },
      ]),
    ).toBeNull()
  })

  it('include the one in progress, and neither ended ones nor those of others', () => {
    expect(why([create('08:45', '09:45')])).toBe('conflicting-schedule')
    expect(why([create('08:45', '09:45')], { slots: [{ ...running, userId: mona }] })).toBeNull()
    expect(why([create('08:45', '09:45')], { slots: [{ ...running, deleted: true }] })).toBeNull()
    expect(why([create('08:45', '09:45')], { now: at('09:00') })).toBeNull()
  })

  it('are checked for overlaps last', () => {
    expect(why([create('11:00', '13:00'), create('13:05', '14:00')])).toBe('bad-request')
  })
})

describe('changing slots', () => {
  const session = (id: number, from: string, to: string, rest: Partial<SlotSession> = {}): SlotSession => ({
    ...range(from, to),
    id,
    kind: Lesson,
    slotId: 1,
    isOpen: true,
    ...rest,
  })
  const cancelledBy = (actions: SlotAction[], sessions: SlotSession[], rest: Partial<SlotChanges> = {}) =>
    changeSlots(changes(actions, { sessions, ...rest })).cancelled.map(({ id }) => id)

  it('returns what to write', () => {
    const actions: SlotAction[] = [create('13:00', '14:00', General), { type: 'update', id: 1, end: at('11:00') }]
    expect(changeSlots(changes([...actions, { type: 'delete', id: 2 }]))).toEqual({
      inserts: [{ ...range('13:00', '14:00'), purpose: General }],
      updates: [{ ...range('10:00', '11:00'), id: 1, purpose: Lesson }],
      deletes: [2],
      softDeletes: [],
      cancelled: [],
    })
  })

  it('throws the refusal', () => {
    expect(() => changeSlots(changes([create('11:00', '13:00')]))).toThrow('conflicting-schedule')
  })

  it('stores a new purpose', () => {
    expect(changeSlots(changes([{ type: 'update', id: 1, purpose: General }])).updates).toEqual([
      { ...range('10:00', '12:00'), id: 1, purpose: General },
    ])
  })

  it('by deletion keeps the row of a slot with sessions, and cancels the open ones', () => {
    const sessions = [
      session(11, '10:00', '10:30'),
      session(12, '10:30', '11:00', { kind: Interview }),
      session(13, '11:00', '11:30', { kind: DemoSession }),
      session(14, '11:30', '12:00', { isOpen: false }),
      session(15, '18:00', '18:30', { slotId: 2 }),
    ]
    const done = changeSlots(changes([{ type: 'delete', id: 1 }], { sessions }))
    expect(done).toMatchObject({ deletes: [], softDeletes: [1] })
    expect(done.cancelled).toEqual(sessions.slice(0, 3))
  })

  it('by deletion does not cancel a lesson that has ended, to the millisecond', () => {
    const sessions = [session(11, '07:00', '07:30', { slotId: 3 }), session(12, '07:30', '08:00', { slotId: 3 })]
    expect(cancelledBy([{ type: 'delete', id: 3 }], sessions)).toEqual([])
    expect(cancelledBy([{ type: 'delete', id: 3 }], sessions, { now: at('08:00') - 1 })).toEqual([12])
    expect(changeSlots(changes([{ type: 'delete', id: 3 }], { sessions })).softDeletes).toEqual([3])
  })

  it('by moving cancels only sessions that no longer lie inside; equal ends do', () => {
    const sessions = [session(11, '10:00', '10:30'), session(12, '10:30', '11:00'), session(13, '11:45', '12:00')]
    const to = (from: string, end: string): SlotAction => ({ type: 'update', id: 1, start: at(from), end: at(end) })
    expect(cancelledBy([to('10:00', '12:00')], sessions)).toEqual([])
    expect(cancelledBy([to('10:00', '11:00')], sessions)).toEqual([13])
    expect(cancelledBy([to('10:15', '12:00')], sessions)).toEqual([11])
    expect(cancelledBy([to('10:30', '11:45')], sessions)).toEqual([11, 13])
  })

  it('by a new purpose cancels nothing', () => {
    const actor = { id: omar, role: Role.TutorManager }
    expect(
      cancelledBy([{ type: 'update', id: 1, purpose: Interview }], [session(11, '10:00', '10:30')], { actor }),
    ).toEqual([])
  })

  it('without actions does nothing', () => {
    expect(changeSlots(changes([]))).toEqual({ inserts: [], updates: [], deletes: [], softDeletes: [], cancelled: [] })
  })
})
