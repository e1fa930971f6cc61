import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/staff-digest.ts'
import { nothing } from './fields.ts'

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

export const stopStaffDigest = defineCall(calls.stopStaffDigest, {
  may: 'staffDigest.stop',
  summary: 'Stop the daily mail by the link in it, without signing in; also one click in a mail program (RFC 8058)',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: nothing,
  errors: ['invalid-verification-code'],
})
