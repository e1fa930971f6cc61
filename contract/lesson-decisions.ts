import * as z from 'zod/mini'
import { MAX_REPORT_DESCRIPTION } from '#domain/inbox/report'
import { whyNotDecisionReason } from '#domain/lessons/decision'
import { LessonOutcome } from '#domain/lessons/outcome'
import { Role } from '#domain/roles'
import { deviceClasses, joinFailures, mediaRoutes, networkKinds } from '#domain/sessions/call-quality'
import { mediaReports, mediaSources, witnesses } from '#domain/sessions/witnesses'
import { defineCall } from './call.ts'
import * as calls from './calls/lesson-decisions.ts'
import { fileUrl, id, idParams, instant, nothing, oneOf, ruledText, text } from './fields.ts'

export const lessonDecision = z.object({
  id,
  outcome: oneOf(LessonOutcome),
  reason: z.string(),
  /** Minutes returned to the student; negative when they were taken back. */
  returnedMinutes: z.int(),
  /** The change of the tutor's earnings in piastres. */
  earning: z.int(),
  /** Null for an automatic decision by the recorded attendance. */
  decidedBy: z.nullable(z.object({ id, name: z.nullable(z.string()) })),
  createdAt: instant,
})
export type LessonDecision = z.input<typeof lessonDecision>

/** A minute of a call as one side measured it (docs/rules/lessons.md 12.1), with what is known of its device and network. */
const measuredMinute = z.object({
  minute: instant,
  /** In thousandths of the packets. */
  loss: z.nullable(z.int()),
  roundTripMs: z.nullable(z.int()),
  jitterMs: z.nullable(z.int()),
  freezes: z.nullable(z.int()),
  frozenMs: z.nullable(z.int()),
  interruptedMs: z.nullable(z.int()),
  receivedKbps: z.nullable(z.int()),
  firstPictureMs: z.nullable(z.int()),
  route: z.nullable(z.enum(mediaRoutes)),
  network: z.nullable(z.enum(networkKinds)),
  failure: z.nullable(z.enum(joinFailures)),
  isPoor: z.boolean(),
  device: z.enum(deviceClasses),
  /** Empty where it is not known. */
  operator: z.string(),
})
export type MeasuredMinute = z.input<typeof measuredMinute>

export const lessonAttendance = defineCall(calls.lessonAttendance, {
  may: 'lesson.attendance',
  summary: 'Who was in a lesson’s session and when, how good its call was, and what staff decided about it',
  params: idParams,
  answer: z.object({
    members: z.array(
      z.object({
        id,
        name: z.nullable(z.string()),
        image: fileUrl,
        role: oneOf(Role),
        /** `end` is null if no departure was recorded. */
        times: z.array(z.object({ start: instant, end: z.nullable(instant) })),
        /** Minutes in the session during the lesson. */
        minutes: z.int(),
        /** The same by the media server, with what the person has sent, and since when. */
        media: z.object({
          times: z.array(z.object({ start: instant, end: z.nullable(instant) })),
          minutes: z.int(),
          sources: z.array(z.object({ source: z.enum(mediaSources), at: instant })),
        }),
        /** The times of the lesson during which only one of the two saw the person; empty without a report. */
        differences: z.array(z.object({ start: instant, end: instant, seenBy: z.enum(witnesses) })),
        /** How good the call was on this side, by the minute; kept for 90 days. */
        call: z.array(measuredMinute),
      }),
    ),
    /** Whether the media server has reported this lesson: `silent` where it could have, `none` where there was none. */
    mediaReport: z.enum(mediaReports),
    /** Null where nothing was measured. */
    isPoorCall: z.nullable(z.boolean()),
    /** Latest last; it is in force. */
    decisions: z.array(lessonDecision),
  }),
  errors: ['lesson-not-found'],
})
export type LessonAttendance = z.input<(typeof lessonAttendance)['answer']>

export const decideLesson = defineCall(calls.decideLesson, {
  may: 'lesson.decide',
  summary: 'Decide a disputed lesson: who attended, and with it the tutor’s pay and the student’s minutes',
  params: idParams,
  body: z.object({ outcome: oneOf(LessonOutcome), reason: ruledText(whyNotDecisionReason) }),
  answer: lessonDecision,
  errors: [
    'lesson-not-found',
    'lesson-not-decidable',
    'lesson-already-decided',
    'lesson-pay-withdrawn',
    'no-enough-minutes',
  ],
})

export const disputeLesson = defineCall(calls.disputeLesson, {
  may: 'lesson.dispute',
  summary: 'Say that what became of a lesson is not what happened; staff read it as a report that names the lesson',
  params: idParams,
  body: z.object({ text: text(MAX_REPORT_DESCRIPTION).check(z.minLength(1)) }),
  answer: nothing,
  errors: ['lesson-not-found', 'lesson-not-disputable', 'lesson-already-disputed'],
})
