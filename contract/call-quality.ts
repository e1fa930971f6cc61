import * as z from 'zod/mini'
import { deviceClasses } from '#domain/sessions/call-quality'
import { defineCall } from './call.ts'
import * as calls from './calls/call-quality.ts'
import { instant, listOf, localDay, numberFilter, paging, sorting } from './fields.ts'

const count = z.int()
/** Null without anything to count. */
const figure = z.nullable(z.int())

/** How calls were by one operator's network and class of device (docs/rules/staff.md 17.1). Shares are in hundredths of a percent. */
export const callNetwork = z.object({
  /** Empty where it is not known. */
  operator: z.string(),
  device: z.enum(deviceClasses),
  /** The first of the days that count, in Cairo. */
  since: localDay,
  computedAt: instant,
  /** Calls of a person. */
  calls: count,
  /** Minutes, and those of them that were poor. */
  measured: count,
  poor: count,
  /** Minutes in which a join failed. */
  failed: count,
  poorShare: figure,
  relayShare: figure,
  /** Means: in thousandths of the packets, and in milliseconds. */
  loss: figure,
  roundTripMs: figure,
})
export type CallNetwork = z.input<typeof callNetwork>

export const listCallNetworks = defineCall(calls.listCallNetworks, {
  may: 'callQuality.list',
  summary: 'How calls were by network operator and class of device in the last four weeks, most minutes first',
  query: z.object({
    device: z.optional(z.enum(deviceClasses)),
    measured: z.optional(numberFilter),
    ...sorting('measured', 'poorShare', 'failed'),
    ...paging,
  }),
  answer: listOf(callNetwork),
  errors: [],
})
