import * as z from 'zod/mini'
import { MAX_SUMMARY } from '#domain/lessons/notes'
import { LessonOutcome } from '#domain/lessons/outcome'
import { waitReasons } from '#domain/lessons/pay'
import { lessonStates } from '#domain/lessons/states'
import { Role } from '#domain/roles'
import { planFigureSources } from '#domain/staff/plan-figures'
import { NotificationMethod } from '#domain/users/profile'
import { defineCall } from './call.ts'
import * as calls from './calls/lessons.ts'
import {
  dateFilter,
  fileUrl,
  id,
  idParams,
  instant,
  listOf,
  nothing,
  oneOf,
  paging,
  queryBoolean,
  queryIds,
  queryList,
  queryOneOf,
  sorting,
  text,
  times,
} from './fields.ts'

/** Minutes. */
const duration = z.literal([15, 30])

export const lesson = z.object({
  id,
  start: instant,
  duration,
  /** The tutor's pay in piastres; null for staff who do not decide about pay, of a lesson that is not theirs. */
  price: z.nullable(z.int()),
  slotId: id,
  sessionId: z.string(),
  canceledBy: z.nullable(id),
  canceledAt: z.nullable(instant),
  /** At the time of the answer. */
  status: z.enum(lessonStates),
  ...times,
})
export type Lesson = z.input<typeof lesson>

/** One of the two members of a lesson; the phone number is masked. */
export const lessonMember = z.object({
  lessonId: id,
  userId: id,
  name: z.nullable(z.string()),
  englishName: z.nullable(z.string()),
  image: fileUrl,
  role: oneOf(Role),
  /** Whether they are a student under 18 (docs/rules/privacy.md 6.7). */
  isMinor: z.boolean(),
  phone: z.nullable(z.string()),
  verifiedPhone: z.boolean(),
  notificationMethod: z.nullable(oneOf(NotificationMethod)),
})
export type LessonMember = z.input<typeof lessonMember>

/** The tutor's summary of a lesson for both members; `updatedAt` is its version. */
export const lessonSummary = z.object({ text: z.string(), updatedAt: instant })
export type LessonSummary = z.input<typeof lessonSummary>

/** The outcome of a lesson that has begun (docs/rules/lessons.md 10.2). */
export const lessonOutcome = z.object({
  /** As decided, or as the attendance shows it; null while the lesson lasts and if it was cancelled. */
  result: z.nullable(oneOf(LessonOutcome)),
  /** Whether the result is in force; one that only the attendance shows changes neither pay nor minutes. */
  isDecided: z.boolean(),
  /** Whether the members have been in the session since the start. */
  studentCame: z.boolean(),
  tutorCame: z.boolean(),
  /** Whole minutes with both in the session, including before the start and after the end. */
  minutesTogether: z.int(),
  isPaid: z.boolean(),
  isCharged: z.boolean(),
  /**
   * For the tutor and staff, of a lesson that is over: why its pay is not credited yet, and when it will be unless somebody
   * says a word; `until` is null where it waits for a decision. `record`: the attendance record is not complete.
   */
  waits: z.nullable(z.object({ reason: z.enum([...waitReasons, 'record']), until: z.nullable(instant) })),
  /** For a member whether the caller disputes it; for staff whether any member does. */
  isDisputed: z.boolean(),
})
export type LessonOutcomeView = z.input<typeof lessonOutcome>

export const lessonWithMembers = z.object({
  lesson,
  members: z.array(lessonMember),
  summary: z.nullable(lessonSummary),
  /** Null before the start, and if the lesson was cancelled before it. */
  outcome: z.nullable(lessonOutcome),
})
export type LessonWithMembers = z.input<typeof lessonWithMembers>

const bookingErrors = [
  'slot-not-found',
  'illegal',
  'busy-tutor',
  'time-held',
  'subscription-paused',
  'no-enough-minutes',
  'week-boundaries-violation',
] as const

export const bookLesson = defineCall(calls.bookLesson, {
  may: 'lesson.book',
  binds: true,
  summary:
    'Book a lesson in a tutor’s free time with minutes of the student’s week; for a student by an admin, who says why',
  /** `studentId`: for whom an admin books; students book for themselves. */
  body: z.object({ tutorId: id, slotId: id, start: instant, duration, studentId: z.optional(id) }),
  answer: lesson,
  errors: [
    'tutor-not-found',
    'student-not-found',
    'subscription-required',
    'reached-booking-limit',
    'conflicting-lessons',
    'guardian-required',
    ...bookingErrors,
  ],
  creates: true,
})

export const rebookLesson = defineCall(calls.rebookLesson, {
  may: 'lesson.rebook',
  summary: 'Move a lesson that has not started to another time of the same tutor; admins say why',
  body: z.object({ lessonId: id, slotId: id, start: instant, duration }),
  answer: nothing,
  errors: ['lesson-not-found', 'lesson-time-passed', 'subscription-required', 'conflicting-lessons', ...bookingErrors],
  versioned: true,
})

export const cancelLesson = defineCall(calls.cancelLesson, {
  may: 'lesson.cancel',
  summary:
    'Cancel a lesson until its end; its student and admins, who say why, no longer once it has begun with its tutor',
  params: idParams,
  answer: nothing,
  errors: ['lesson-not-found', 'lesson-time-passed', 'lesson-in-progress'],
})

export const listLessons = defineCall(calls.listLessons, {
  may: 'lesson.list',
  viewable: true,
  summary: 'Lessons with their members, latest first: one’s own (`users` is the caller alone), or anybody’s for staff',
  query: z.object({
    users: queryIds,
    ratified: z._default(queryBoolean, true),
    canceled: z._default(queryBoolean, true),
    future: z._default(queryBoolean, true),
    past: z._default(queryBoolean, true),
    /** Lessons in progress; defaults to `future` and `past` together. */
    now: z.optional(queryBoolean),
    /** As of now; narrower than the five above. */
    status: z.optional(z.enum(lessonStates)),
    /** Only lessons whose pay waits, or only others; not for students. */
    payWaits: z.optional(queryBoolean),
    /** Lessons that are over, by their stored outcome; for staff, as are the seven below. */
    outcome: z.optional(queryOneOf(LessonOutcome)),
    /** Whether a member disputes the lesson. */
    disputed: z.optional(queryBoolean),
    /** Whether the tutor's pay waits for a decision of staff. */
    undecided: z.optional(queryBoolean),
    /** Whether a lesson that was held was cut short. */
    cutShort: z.optional(queryBoolean),
    /** Whether its call was poor. */
    poorCall: z.optional(queryBoolean),
    /** Whether its tutor was there, but late. */
    late: z.optional(queryBoolean),
    /** Whether its tutor cancelled it, of lessons whose start has passed, or was not there. */
    unfulfilled: z.optional(queryBoolean),
    /** Whether it went wrong and somebody has to look: a dispute that nobody has answered or decided, or nobody came and no word yet. */
    wrong: z.optional(queryBoolean),
    /** Whose minutes were taken from a subscription to one of these plans, and how its order came about; for admins. */
    plans: queryIds,
    sources: z.optional(queryList(z.literal(planFigureSources))),
    start: z.optional(dateFilter),
    after: z.optional(instant),
    before: z.optional(instant),
    full: z._default(queryBoolean, false),
    ...sorting('start', 'createdAt'),
    ...paging,
  }),
  answer: listOf(lessonWithMembers),
  errors: [],
})

export const getLesson = defineCall(calls.getLesson, {
  may: 'lesson.read',
  viewable: true,
  summary: 'A lesson with its members',
  params: idParams,
  answer: lessonWithMembers,
  errors: ['lesson-not-found'],
})

export const attendedStats = defineCall(calls.attendedStats, {
  may: 'lesson.attendedStats',
  summary: 'Lessons and minutes taught per day; lessons with a tutor manager are free',
  query: z.object({ after: instant, before: instant }),
  answer: z.array(
    z.object({
      /** YYYY-MM-DD. */
      date: z.string(),
      paidLessonCount: z.int(),
      paidTutoringMinutes: z.int(),
      freeLessonCount: z.int(),
      freeTutoringMinutes: z.int(),
    }),
  ),
  errors: [],
})

export const summarizeLesson = defineCall(calls.summarizeLesson, {
  may: 'lesson.summarize',
  summary: 'Write what a lesson was about, for both of its members; an empty text removes it',
  params: idParams,
  body: z.object({ text: text(MAX_SUMMARY) }),
  answer: z.nullable(lessonSummary),
  errors: ['lesson-not-found', 'illegal'],
  versioned: true,
})

export const lessonDemand = defineCall(calls.lessonDemand, {
  may: 'lesson.demand',
  viewable: true,
  summary: 'In which hours of the week in Cairo students book, as shares of the busiest one, over the last four weeks',
  answer: z.array(
    z.object({
      /** 0 for Sunday to 6 for Saturday. */
      weekday: z.int(),
      hour: z.int(),
      /** Percent of the busiest hour, which is 100. */
      share: z.int(),
    }),
  ),
  errors: [],
})
