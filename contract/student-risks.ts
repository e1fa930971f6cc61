import * as z from 'zod/mini'
import { MAX_REASON } from '#domain/reason'
import { riskReasons } from '#domain/students/risk'
import { defineCall } from './call.ts'
import * as calls from './calls/student-risks.ts'
import {
  idParams,
  instant,
  listOf,
  nothing,
  paging,
  queryBoolean,
  queryIds,
  queryText,
  sorting,
  text,
} from './fields.ts'
import { person } from './users.ts'

/** A student at risk (docs/rules/staff.md 13.1), who takes care of them and what was done; `updatedAt` is its version. */
export const studentRisk = z.object({
  student: person,
  /** Since when each reason holds; null for one that does not. */
  idleSince: z.nullable(instant),
  missedAt: z.nullable(instant),
  lowRatedAt: z.nullable(instant),
  /** The latest of the three. */
  latestAt: instant,
  owner: z.nullable(person),
  done: z.nullable(z.string()),
  doneBy: z.nullable(person),
  doneAt: z.nullable(instant),
  /** Whether what was done is later than every reason. */
  isHandled: z.boolean(),
  updatedAt: instant,
})
export type StudentRisk = z.input<typeof studentRisk>

export const listStudentRisks = defineCall(calls.listStudentRisks, {
  may: 'studentRisk.list',
  summary: 'Students at risk, the latest reason first',
  query: z.object({
    reason: z.optional(z.enum(riskReasons)),
    /** Whether the caller takes care of them. */
    mine: z.optional(queryBoolean),
    /** Which admins take care of them. */
    owners: queryIds,
    /** A tag that staff gave the student, however it is spelt. */
    tag: z.optional(queryText),
    handled: z.optional(queryBoolean),
    ...sorting('latestAt'),
    ...paging,
  }),
  answer: listOf(studentRisk),
  errors: [],
})

export const changeStudentRisk = defineCall(calls.changeStudentRisk, {
  may: 'studentRisk.change',
  summary: 'Take care of a student at risk or give them back, and write down what was done',
  params: idParams,
  body: z.object({ isMine: z.optional(z.boolean()), done: z.optional(text(MAX_REASON)) }),
  answer: nothing,
  errors: ['student-not-found', 'empty-request'],
  versioned: true,
})
