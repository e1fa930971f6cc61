import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/staff-digest.ts'

/** Whether the caller wants the daily mail about what needs them (docs/rules/staff.md 14.3). */
const staffDigest = z.object({ isWanted: z.boolean() })
export type StaffDigest = z.input<typeof staffDigest>

export const readStaffDigest = defineCall(calls.readStaffDigest, {
  may: 'staffDigest.read',
  summary: 'Whether the caller gets the daily mail about what needs them',
  answer: staffDigest,
  errors: [],
})

export const changeStaffDigest = defineCall(calls.changeStaffDigest, {
  may: 'staffDigest.change',
  summary: 'Get the daily mail about what needs the caller, or do not',
  body: staffDigest,
  answer: staffDigest,
  errors: [],
})
