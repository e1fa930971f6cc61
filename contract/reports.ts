import * as z from 'zod/mini'
import {
  MAX_CRASH_MESSAGE,
  MAX_CRASH_SCREEN,
  MAX_CRASH_STACK,
  MAX_REPORT_DESCRIPTION,
  MAX_REPORT_TITLE,
} from '#domain/inbox/report'
import { defineCall } from './call.ts'
import * as calls from './calls/reports.ts'
import {
  fileUrl,
  id,
  idParams,
  line,
  listOf,
  nothing,
  queryBoolean,
  queryIds,
  queryText,
  text,
  times,
} from './fields.ts'
import {
  inboxChange,
  inboxChanges,
  inboxEntry,
  inboxErrors,
  inboxFields,
  inboxFilters,
  inboxOutcome,
  inboxText,
} from './inbox.ts'

/** A problem report. */
export const report = z.object({
  id,
  userId: z.nullable(id),
  title: z.string(),
  description: z.string(),
  /** The lesson whose outcome is disputed; null for any other problem. */
  lessonId: z.nullable(id),
  screenshot: fileUrl,
  log: fileUrl,
  resolved: z.boolean(),
  /** Whether its author was a minor when they sent it. */
  byMinor: z.boolean(),
  ...inboxFields,
  ...times,
})
export type Report = z.input<typeof report>

/** A report with its answers and notes, oldest first. */
export const reportThread = z.object({ ...report.shape, entries: z.array(inboxEntry) })
export type ReportThread = z.input<typeof reportThread>

export const createReport = defineCall(calls.createReport, {
  may: 'report.create',
  summary: 'Report a problem, with a screenshot and a log if there are any',
  body: z.object({
    title: line(MAX_REPORT_TITLE).check(z.minLength(1)),
    description: text(MAX_REPORT_DESCRIPTION).check(z.minLength(1)),
  }),
  files: ['screenshot', 'log'],
  answer: nothing,
  errors: ['large-file-size'],
  creates: true,
})

export const reportCrash = defineCall(calls.reportCrash, {
  may: 'report.crash',
  summary: 'Say that a screen has crashed; it goes into the log',
  body: z.object({
    host: text(MAX_CRASH_SCREEN),
    /** The path of the screen, without its query. */
    screen: text(MAX_CRASH_SCREEN),
    message: text(MAX_CRASH_MESSAGE),
    stack: text(MAX_CRASH_STACK),
  }),
  /** The number by which staff find it in the log. */
  answer: z.object({ number: z.string() }),
  errors: ['too-many-requests'],
})

export const resolveReport = defineCall(calls.resolveReport, {
  may: 'report.resolve',
  summary: 'Mark a report as resolved or open',
  body: z.object({ id, resolved: z.boolean() }),
  answer: nothing,
  errors: ['report-not-found'],
  versioned: true,
})

export const listReports = defineCall(calls.listReports, {
  may: 'report.list',
  summary: 'Reports, newest first',
  query: z.object({
    ...inboxFilters,
    users: queryIds,
    title: z.optional(queryText),
    description: z.optional(queryText),
    screenshot: z.optional(queryBoolean),
    log: z.optional(queryBoolean),
    resolved: z.optional(queryBoolean),
    /** In the order of their creation: those that a minor has sent before all others. */
    minorsFirst: z.optional(queryBoolean),
  }),
  answer: listOf(report),
  errors: [],
})

export const getReport = defineCall(calls.getReport, {
  may: 'report.read',
  summary: 'A report with its answers and notes',
  params: idParams,
  answer: reportThread,
  errors: ['report-not-found'],
})

export const changeReport = defineCall(calls.changeReport, {
  may: 'report.change',
  summary: 'Take or give back a report, close it or open it again',
  params: idParams,
  body: inboxChange,
  answer: reportThread,
  errors: ['report-not-found', 'user-not-found', 'empty-request', ...inboxErrors],
  versioned: true,
})

export const changeReports = defineCall(calls.changeReports, {
  may: 'report.changeMany',
  summary: 'Take, give back, close or reopen several reports; each is decided as if it were alone',
  body: inboxChanges,
  answer: inboxOutcome,
  errors: ['empty-request'],
})

export const answerReport = defineCall(calls.answerReport, {
  may: 'report.answer',
  summary: 'Answer a report by mail',
  params: idParams,
  body: z.object({ text: inboxText }),
  answer: reportThread,
  errors: ['report-not-found', ...inboxErrors],
  creates: true,
})

export const noteReport = defineCall(calls.noteReport, {
  may: 'report.note',
  summary: 'Write a note for staff under a report',
  params: idParams,
  body: z.object({ text: inboxText }),
  answer: reportThread,
  errors: ['report-not-found'],
  creates: true,
})
