import * as z from 'zod/mini'
import { LATEST_END } from '#domain/availability/pattern'
import { SlotPurpose } from '#domain/availability/purposes'
import { MINUTES_A_DAY } from '#domain/cairo'
import { Role } from '#domain/roles'
import { defineCall } from './call.ts'
import * as calls from './calls/availability.ts'
import {
  id,
  instant,
  listOf,
  localDay,
  nothing,
  oneOf,
  paging,
  queryBoolean,
  queryIds,
  queryList,
  queryOneOf,
  times,
} from './fields.ts'

const purpose = oneOf(SlotPurpose)

/** A time range in which a tutor can be booked. */
export const slot = z.object({ id, userId: id, purpose, start: instant, end: instant, deleted: z.boolean(), ...times })
export type Slot = z.input<typeof slot>

/** A booked part of a slot; with `until`, one that is held for another student until then. */
export const subslot = z.object({ parent: id, start: instant, end: instant, until: z.optional(instant) })
export type Subslot = z.input<typeof subslot>

export const listSlots = defineCall(calls.listSlots, {
  may: 'availability.list',
  viewable: true,
  summary: 'Slots that overlap a window, and their booked parts; all at once for a window of up to 60 days',
  query: z.object({
    userIds: queryIds,
    purposes: z.optional(queryList(queryOneOf(SlotPurpose))),
    roles: z.optional(queryList(queryOneOf(Role))),
    after: z.optional(instant),
    before: z.optional(instant),
    full: z._default(queryBoolean, false),
    ...paging,
  }),
  answer: z.object({ slots: listOf(slot), subslots: z.array(subslot) }),
  errors: [],
})

export const slotAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('create'), start: instant, end: instant, purpose }),
  z.object({
    type: z.literal('update'),
    id,
    start: z.optional(instant),
    end: z.optional(instant),
    purpose: z.optional(purpose),
  }),
  z.object({ type: z.literal('delete'), id }),
])
export type SlotAction = z.input<typeof slotAction>

export const changeSlots = defineCall(calls.changeSlots, {
  may: 'availability.change',
  // Taking hours back stays possible.
  binds: ({ actions }: { actions: readonly { type: string }[] }) => actions.some(({ type }) => type !== 'delete'),
  summary: 'Create, move and delete slots together; sessions that no longer fit are cancelled',
  body: z.object({ actions: z.array(slotAction).check(z.minLength(1), z.maxLength(200)) }),
  answer: nothing,
  errors: ['slot-not-found', 'conflicting-schedule', 'date-too-far'],
  creates: true,
})

/** Minutes after midnight Cairo time on a weekday (0 is Sunday); an end after 1440 is on the next day. */
const patternRange = z.object({
  weekday: z.int().check(z.gte(0), z.lte(6)),
  from: z.int().check(z.gte(0), z.lt(MINUTES_A_DAY)),
  to: z.int().check(z.gt(0), z.lte(LATEST_END)),
  purpose,
})
const patternRanges = z.array(patternRange).check(z.maxLength(42))

export const pattern = z.object({
  ranges: patternRanges,
  season: z.nullable(z.object({ from: localDay, to: localDay, ranges: patternRanges })),
  daysOff: z.array(localDay).check(z.maxLength(100)),
})

export const readPattern = defineCall(calls.readPattern, {
  may: 'availability.readPattern',
  viewable: true,
  summary: 'The week that the tutor repeats, the last day that it has opened, and the days that it leaves alone',
  answer: z.object({
    pattern: z.nullable(pattern),
    openUntil: z.nullable(localDay),
    daysByHand: z.array(localDay),
  }),
  errors: [],
})

export const savePattern = defineCall(calls.savePattern, {
  may: 'availability.savePattern',
  binds: true,
  summary: 'Keep a week that repeats, and open it for the coming four weeks; no lesson is cancelled',
  body: pattern,
  answer: z.object({ openUntil: localDay, opened: z.int(), daysByHand: z.array(localDay) }),
  errors: ['conflicting-schedule', 'date-too-far'],
})

export const stopPattern = defineCall(calls.stopPattern, {
  may: 'availability.stopPattern',
  summary: 'Stop repeating; slots that are open stay',
  answer: nothing,
  errors: [],
})
