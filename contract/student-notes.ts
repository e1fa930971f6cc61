import * as z from 'zod/mini'
import { MAX_STUDENT_NOTES } from '#domain/lessons/notes'
import { EnglishLevel } from '#domain/users/profile'
import { defineCall } from './call.ts'
import * as calls from './calls/student-notes.ts'
import { id, idParams, instant, oneOf, text } from './fields.ts'
import { lessonSummary } from './lessons.ts'
import { topic } from './topics.ts'
import { person } from './users.ts'

/** A tutor's own notes about a student; `updatedAt` is their version. */
const ownNotes = z.object({ text: z.string(), updatedAt: instant })

/** What a tutor needs to know about a student before a lesson. */
export const studentBrief = z.object({
  id,
  /** Whether the student is under 18 (docs/rules/privacy.md 6.7). */
  isMinor: z.boolean(),
  goals: z.object({
    jobTitle: z.nullable(z.string()),
    englishLevel: z.nullable(oneOf(EnglishLevel)),
    learningObjective: z.nullable(z.string()),
    topics: z.array(z.pick(topic, { id: true, name: true })),
  }),
  /** The pair's lessons before `before` that were not cancelled. */
  lessonCount: z.int(),
  lastLesson: z.nullable(z.object({ id, start: instant, duration: z.int(), summary: z.nullable(lessonSummary) })),
  notes: z.nullable(ownNotes),
})
export type StudentBrief = z.input<typeof studentBrief>

export const getStudentBrief = defineCall(calls.getStudentBrief, {
  may: 'student.brief',
  summary: 'What a tutor needs before a lesson: the student’s goals, the lesson before it, the tutor’s own notes',
  params: idParams,
  /** The start of the lesson to prepare; defaults to now. */
  query: z.object({ before: z.optional(instant) }),
  answer: studentBrief,
  errors: ['student-not-found'],
})

export const writeStudentNotes = defineCall(calls.writeStudentNotes, {
  may: 'student.writeNotes',
  summary: 'Write the tutor’s own notes about a student; an empty text removes them',
  params: idParams,
  body: z.object({ text: text(MAX_STUDENT_NOTES) }),
  answer: z.nullable(ownNotes),
  errors: ['student-not-found'],
  versioned: true,
})

export const listStudentNotes = defineCall(calls.listStudentNotes, {
  may: 'student.listNotes',
  summary: 'Which tutors have notes about a student, how long and since when; never their words',
  params: idParams,
  answer: z.array(z.object({ tutor: person, characters: z.int(), updatedAt: instant })),
  errors: ['student-not-found'],
})
