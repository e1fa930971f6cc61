import * as z from 'zod/mini'
import { qualityFigures } from '#domain/tutors/quality'
import { defineCall } from './call.ts'
import * as calls from './calls/tutor-quality.ts'
import { instant, listOf, numberFilter, paging, sorting } from './fields.ts'
import { person } from './users.ts'

const count = z.int()
/** Null without anything to count. */
const figure = z.nullable(z.int())

/**
 * How a tutor has taught in the weeks that count (docs/rules/staff.md 15.1), as of `computedAt`. Shares are in hundredths of a
 * percent, the rating in hundredths of a star.
 */
export const tutorQuality = z.object({
  tutor: person,
  since: instant,
  computedAt: instant,
  /** Lessons that came due: those that are over, and those that the tutor cancelled. */
  lessons: count,
  /** Lessons with an outcome. */
  settled: count,
  /** Lessons that the tutor cancelled. */
  canceled: count,
  /** Lessons at which the tutor was. */
  fulfilledLessons: count,
  held: count,
  /** Of the lessons at which the tutor was, those of which it is known whether the tutor was late. */
  timed: count,
  late: count,
  cutShortLessons: count,
  disputedLessons: count,
  /** Of the lessons held, those whose call was measured. */
  measured: count,
  poorCallLessons: count,
  /** All ratings, however old. */
  ratings: count,
  fulfilled: figure,
  punctual: figure,
  rating: figure,
  disputed: figure,
  cutShort: figure,
  poorCall: figure,
})
export type TutorQuality = z.input<typeof tutorQuality>

export const listTutorQualities = defineCall(calls.listTutorQualities, {
  may: 'tutorQuality.list',
  summary: 'How tutors have taught in the last twelve weeks, most lessons first',
  query: z.object({
    /** Tutors of whom this figure is poor. */
    poor: z.optional(z.enum(qualityFigures)),
    lessons: z.optional(numberFilter),
    ...sorting('lessons', ...qualityFigures),
    ...paging,
  }),
  answer: listOf(tutorQuality),
  errors: [],
})
