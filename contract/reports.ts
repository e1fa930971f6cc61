import * as z from 'zod/mini'
import { MAX_REPORT_DESCRIPTION, MAX_REPORT_TITLE } from '#domain/reports/report'
import { defineCall } from './call.ts'
import {
  dateFilter,
  fileUrl,
  id,
  listOf,
  nothing,
  paging,
  queryBoolean,
  queryIds,
  queryText,
  sorting,
  text,
  times,
} from './fields.ts'

/** A report of a problem. */
export const report = z.object({
  id,
  userId: z.nullable(id),
  title: z.string(),
  description: z.string(),
  screenshot: fileUrl,
  log: fileUrl,
  resolved: z.boolean(),
  ...times,
})
export type Report = z.input<typeof report>

export const createReport = defineCall({
  may: 'report.create',
  method: 'POST',
  path: '/report/with/asset',
  summary: 'Report a problem, with a screenshot and a log if there are any',
  body: z.object({
    title: text(MAX_REPORT_TITLE).check(z.minLength(1)),
    description: text(MAX_REPORT_DESCRIPTION).check(z.minLength(1)),
  }),
  files: ['screenshot', 'log'],
  answer: nothing,
  errors: ['large-file-size'],
  creates: true,
})

export const resolveReport = defineCall({
  may: 'report.resolve',
  method: 'PUT',
  path: '/report',
  summary: 'Mark a report as resolved or open',
  body: z.object({ id, resolved: z.boolean() }),
  answer: nothing,
  errors: ['report-not-found'],
  versioned: true,
})

export const listReports = defineCall({
  may: 'report.list',
  method: 'GET',
  path: '/report/list',
  summary: 'Reports, newest first',
  query: z.object({
    ids: queryIds,
    users: queryIds,
    title: z.optional(queryText),
    description: z.optional(queryText),
    screenshot: z.optional(queryBoolean),
    log: z.optional(queryBoolean),
    resolved: z.optional(queryBoolean),
    createdAt: z.optional(dateFilter),
    updatedAt: z.optional(dateFilter),
    ...sorting('createdAt', 'updatedAt'),
    ...paging,
  }),
  answer: listOf(report),
  errors: [],
})
