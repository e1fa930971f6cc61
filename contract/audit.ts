import * as z from 'zod/mini'
import { Role } from '#domain/roles'
import { defineCall } from './call.ts'
import * as calls from './calls/audit.ts'
import { dateFilter, id, instant, listOf, oneOf, paging, queryIds, queryList } from './fields.ts'

/** Short texts defined by the code: acts, kinds, request ids. */
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const names = z.optional(queryList(name))

/** The changed fields, or, for a created or deleted record, all of its fields; instants as ISO text. */
const fields = z.nullable(z.record(z.string(), z.unknown()))

/** One write by staff: who, what, on which record, before, after and why. */
export const auditEntry = z.object({
  id,
  actor: z.object({ id, name: z.nullable(z.string()), role: oneOf(Role) }),
  act: z.string(),
  targetKind: z.string(),
  /** Null for a write without a target record, such as flushing a cache. */
  targetId: z.nullable(id),
  before: fields,
  after: fields,
  reason: z.nullable(z.string()),
  requestId: z.string(),
  at: instant,
})
export type AuditEntry = z.input<typeof auditEntry>

export const listAuditEntries = defineCall(calls.listAuditEntries, {
  may: 'audit.list',
  summary: 'What staff have changed, newest first',
  query: z.object({
    actors: queryIds,
    acts: names,
    targetKinds: names,
    targetIds: queryIds,
    requestId: z.optional(name),
    at: z.optional(dateFilter),
    ...paging,
  }),
  answer: listOf(auditEntry),
  errors: [],
})
