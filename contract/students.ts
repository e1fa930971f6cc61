import * as z from 'zod/mini'
import { MAX_WEEKLY_GOAL } from '#domain/students/week'
import { MAX_GIVEN_MINUTES } from '#domain/subscriptions/given-minutes'
import { minuteEntryKinds } from '#domain/subscriptions/minutes'
import { PAUSE } from '#domain/subscriptions/pauses'
import { PlanPeriod } from '#domain/subscriptions/periods'
import {
  EnglishLevel,
  MAX_JOB_TITLE,
  MAX_LEARNING_OBJECTIVE,
  TimeOfDay,
  whyNotEnglishLevel,
} from '#domain/users/profile'
import { defineCall } from './call.ts'
import * as calls from './calls/students.ts'
import {
  email,
  id,
  idParams,
  instant,
  line,
  listOf,
  localDay,
  oneOf,
  paging,
  password,
  queryId,
  ruledOneOf,
  text,
  times,
} from './fields.ts'
import { paidPeriod } from './subscriptions.ts'
import { hasAgreed, marketing, otherThanTutor, staffReason, user } from './users.ts'

const profile = {
  jobTitle: z.nullable(z.string()),
  englishLevel: z.nullable(oneOf(EnglishLevel)),
  learningObjective: z.nullable(z.string()),
  timePeriod: z.nullable(oneOf(TimeOfDay)),
  /** The student's goal of lessons per week; null without one. */
  weeklyGoal: z.nullable(z.int()),
}

/** A student's learning profile; `userId` equals `id`. */
export const student = z.object({ id, userId: id, ...profile, ...times })
export type Student = z.input<typeof student>

const changes = {
  jobTitle: z.optional(z.nullable(line(MAX_JOB_TITLE))),
  englishLevel: z.optional(z.nullable(ruledOneOf(EnglishLevel, whyNotEnglishLevel))),
  learningObjective: z.optional(z.nullable(text(MAX_LEARNING_OBJECTIVE))),
  timePeriod: z.optional(z.nullable(oneOf(TimeOfDay))),
  weeklyGoal: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_WEEKLY_GOAL)))),
}

export const registerStudent = defineCall(calls.registerStudent, {
  may: 'student.register',
  summary: 'Open a student account',
  body: z.object({ email, password, marketing, hasAgreed, ...changes }),
  answer: z.object({ user: z.object({ ...user.shape, userId: id, ...profile }), token: z.string() }),
  errors: [
    ...(['user-exists', 'invalid-email-address', 'invalid-email', 'invalid-english-level'] as const),
    ...(['short-password', 'long-password', 'invalid-password', 'service-unavailable', 'too-many-requests'] as const),
  ],
  creates: true,
})

export const getStudent = defineCall(calls.getStudent, {
  may: 'student.read',
  viewable: true,
  summary: 'What a student says about their learning',
  params: idParams,
  answer: student,
  errors: ['student-not-found'],
})

export const editStudent = defineCall(calls.editStudent, {
  may: 'student.edit',
  summary: 'Change what a student says about their learning',
  params: idParams,
  body: z.object(changes),
  answer: student,
  errors: ['student-not-found', 'empty-request', 'invalid-english-level'],
  versioned: true,
})

/** An entry of a student's minutes ledger: positive minutes were added, negative ones taken. */
export const minuteEntry = z.object({
  id,
  subscriptionId: id,
  period: oneOf(PlanPeriod),
  /** The start of the minutes week that the entry belongs to; what a plan carries over is an entry of the next week. */
  week: instant,
  kind: z.enum(minuteEntryKinds),
  minutes: z.int(),
  /** The balance of the week after the entry. */
  balance: z.int(),
  lesson: z.nullable(z.object({ id, start: instant, duration: z.int() })),
  /** Only for staff: who gave the minutes or took them back, and why. */
  givenBy: z.nullable(otherThanTutor),
  reason: z.nullable(z.string()),
  /** Whether staff may take these minutes back now, if enough are left. */
  isReversible: z.boolean(),
  createdAt: instant,
})
export type MinuteEntry = z.input<typeof minuteEntry>

export const listMinutes = defineCall(calls.listMinutes, {
  may: 'student.minutes',
  summary: 'A student’s minutes as a statement, newest first, with what remained of the week after each entry',
  params: idParams,
  query: z.object(paging),
  answer: listOf(minuteEntry),
  errors: ['student-not-found'],
})

export const giveMinutes = defineCall(calls.giveMinutes, {
  may: 'student.giveMinutes',
  summary: 'Give a student more minutes for the week that lasts',
  params: idParams,
  body: z.object({
    minutes: z.int().check(z.positive(), z.maximum(MAX_GIVEN_MINUTES)),
    reason: staffReason,
  }),
  answer: z.object({ entryId: id, remainingWeeklyMinutes: z.int() }),
  errors: ['student-not-found', 'subscription-required', 'subscription-paused'],
  creates: true,
})

export const takeMinutesBack = defineCall(calls.takeMinutesBack, {
  may: 'student.takeMinutesBack',
  summary: 'Take minutes back that staff gave this week, if none of them is spent',
  params: z.object({ id: queryId, entryId: queryId }),
  answer: z.object({ remainingWeeklyMinutes: z.int() }),
  errors: ['student-not-found', 'not-found', 'no-enough-minutes'],
})

/** A pause of a plan, in whole minutes weeks; one that was undone before it began ends where it begins. */
export const pause = z.object({
  id,
  subscriptionId: id,
  start: instant,
  end: instant,
  createdAt: instant,
  /** When it was ended early or undone. */
  endedAt: z.nullable(instant),
  /** Only for staff: why a member of staff paused it, and why one ended it. */
  reason: z.nullable(z.string()),
  endReason: z.nullable(z.string()),
})
export type Pause = z.input<typeof pause>

export const listPauses = defineCall(calls.listPauses, {
  may: 'student.pauses',
  viewable: true,
  summary: 'The pauses of a student’s plans, newest first',
  params: idParams,
  answer: z.object({ list: z.array(pause) }),
  errors: ['student-not-found'],
})

export const pausePlan = defineCall(calls.pausePlan, {
  may: 'student.pause',
  summary: 'Pause a student’s plan from the next minutes week on; its lessons in those weeks are cancelled',
  params: idParams,
  body: z.object({ weeks: z.int().check(z.minimum(1), z.maximum(PAUSE.weeks)) }),
  answer: pause,
  errors: ['student-not-found', 'subscription-required', 'subscription-paused'],
  creates: true,
})

export const endPause = defineCall(calls.endPause, {
  may: 'student.endPause',
  summary: 'End a pause with the minutes week that lasts, or undo one that has not begun',
  params: z.object({ id: queryId, pauseId: queryId }),
  answer: pause,
  errors: ['student-not-found', 'not-found'],
})

export const studentHome = defineCall(calls.studentHome, {
  may: 'student.home',
  summary: 'What a student’s home shows: the week, the goal, the weeks in a row, and the plan that has ended',
  answer: z.object({
    /** The calendar week in Cairo; `lessons` and `minutes` count taken lessons. */
    week: z.object({
      start: instant,
      end: instant,
      lessons: z.int(),
      minutes: z.int(),
      days: z.array(z.object({ date: localDay, taken: z.int(), coming: z.int() })),
    }),
    /** The student's goal of lessons per week; null without one. */
    goal: z.nullable(z.int()),
    /** Consecutive weeks with a lesson. */
    streak: z.int(),
    /** Lessons taken in all weeks. */
    lessonsTaken: z.int(),
    /** The most recently ended paid plan; null without one, and while a plan is current. */
    endedPlan: z.nullable(z.object({ planId: id, period: paidPeriod, weeklyMinutes: z.int(), end: instant })),
  }),
  errors: [],
})

const counted = { total: z.int(), ratified: z.int(), canceled: z.int() }

export const studentStats = defineCall(calls.studentStats, {
  may: 'student.stats',
  viewable: true,
  summary: 'Lessons, tutors and minutes of a student; ratified are those not cancelled',
  params: idParams,
  answer: z.object({
    lessonCount: z.object({ ...counted, future: z.object(counted), past: z.object(counted) }),
    tutorCount: z.object(counted),
    minutes: z.object(counted),
  }),
  errors: ['student-not-found'],
})

export const ownStudentStats = defineCall(calls.ownStudentStats, {
  may: 'student.ownStats',
  viewable: true,
  summary: 'The student’s own figures; times in minutes',
  answer: z.object({
    tutorCount: z.int(),
    completedLessonCount: z.int(),
    upcomingLessonCount: z.int(),
    totalLearningTime: z.int(),
  }),
  errors: ['student-not-found'],
})
