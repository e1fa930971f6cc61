import * as z from 'zod/mini'
import {
  EnglishLevel,
  MAX_JOB_TITLE,
  MAX_LEARNING_OBJECTIVE,
  TimeOfDay,
  whyNotEnglishLevel,
} from '#domain/users/profile'
import { defineCall } from './call.ts'
import { email, id, idParams, oneOf, password, ruledOneOf, text, times } from './fields.ts'
import { user } from './users.ts'

const profile = {
  jobTitle: z.nullable(z.string()),
  englishLevel: z.nullable(oneOf(EnglishLevel)),
  learningObjective: z.nullable(z.string()),
  timePeriod: z.nullable(oneOf(TimeOfDay)),
}

/** What a student says about their learning; `userId` is the same as `id`. */
export const student = z.object({ id, userId: id, ...profile, ...times })
export type Student = z.input<typeof student>

const changes = {
  jobTitle: z.optional(z.nullable(text(MAX_JOB_TITLE))),
  englishLevel: z.optional(z.nullable(ruledOneOf(EnglishLevel, whyNotEnglishLevel))),
  learningObjective: z.optional(z.nullable(text(MAX_LEARNING_OBJECTIVE))),
  timePeriod: z.optional(z.nullable(oneOf(TimeOfDay))),
}

export const registerStudent = defineCall({
  may: 'student.register',
  method: 'POST',
  path: '/student',
  summary: 'Open a student account',
  body: z.object({ email, password, ...changes }),
  answer: z.object({ user: z.object({ ...user.shape, userId: id, ...profile }), token: z.string() }),
  errors: [
    ...(['user-exists', 'invalid-email-address', 'invalid-email', 'invalid-english-level'] as const),
    ...(['short-password', 'long-password', 'invalid-password'] as const),
  ],
  creates: true,
})

export const getStudent = defineCall({
  may: 'student.read',
  method: 'GET',
  path: '/student/:id',
  summary: 'What a student says about their learning',
  params: idParams,
  answer: student,
  errors: ['student-not-found'],
})

export const editStudent = defineCall({
  may: 'student.edit',
  method: 'PUT',
  path: '/student/:id',
  summary: 'Change what a student says about their learning',
  params: idParams,
  body: z.object(changes),
  answer: student,
  errors: ['student-not-found', 'empty-request', 'invalid-english-level'],
  versioned: true,
})

const counted = { total: z.int(), ratified: z.int(), canceled: z.int() }

export const studentStats = defineCall({
  may: 'student.stats',
  method: 'GET',
  path: '/user/student/stats/:id',
  summary: 'Lessons, tutors and minutes of a student; ratified are those not cancelled',
  params: idParams,
  answer: z.object({
    lessonCount: z.object({ ...counted, future: z.object(counted), past: z.object(counted) }),
    tutorCount: z.object(counted),
    minutes: z.object(counted),
  }),
  errors: ['student-not-found'],
})

export const ownStudentStats = defineCall({
  may: 'student.ownStats',
  method: 'GET',
  path: '/user/student/stats/personalized',
  summary: 'The student’s own figures; times in minutes',
  answer: z.object({
    tutorCount: z.int(),
    completedLessonCount: z.int(),
    upcomingLessonCount: z.int(),
    totalLearningTime: z.int(),
  }),
  errors: ['student-not-found'],
})
