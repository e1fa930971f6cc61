import * as z from 'zod/mini'
import { LESSON_DURATIONS } from '#domain/lessons/durations'
import { defineCall } from './call.ts'
import * as calls from './calls/held-times.ts'
import { id, instant, nothing, queryId } from './fields.ts'

export const holdTime = defineCall(calls.holdTime, {
  may: 'heldTime.take',
  summary: 'Keep a time for the student for two minutes while they confirm it; others see it as taken',
  /** `lessonId`: the lesson that is to be moved there. */
  body: z.object({
    tutorId: id,
    slotId: id,
    start: instant,
    duration: z.literal(LESSON_DURATIONS),
    lessonId: z.optional(id),
  }),
  answer: z.object({ until: instant }),
  errors: [
    'tutor-not-found',
    'slot-not-found',
    'illegal',
    'busy-tutor',
    'time-held',
    'subscription-required',
    'subscription-paused',
    'no-enough-minutes',
    'week-boundaries-violation',
    'reached-booking-limit',
    'conflicting-lessons',
    'guardian-required',
    'lesson-not-found',
    'lesson-time-passed',
  ],
})

export const releaseTime = defineCall(calls.releaseTime, {
  may: 'heldTime.release',
  summary: 'Stop keeping a time; nothing happens for one that is not kept',
  query: z.object({ tutorId: queryId, start: instant }),
  answer: nothing,
  errors: [],
})
