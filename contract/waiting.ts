import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import * as calls from './calls/waiting.ts'
import { fileUrl, id, idParams, instant, nothing, queryId } from './fields.ts'

const waitingPerson = z.object({
  id,
  name: z.nullable(z.string()),
  englishName: z.nullable(z.string()),
  image: fileUrl,
})

/** A student who waits for a time of a tutor. */
export const wait = z.object({
  student: waitingPerson,
  tutor: waitingPerson,
  /** Only for times in the evening. */
  isEvening: z.boolean(),
  createdAt: instant,
  /** What is offered to the student now. */
  offer: z.nullable(z.object({ start: instant, end: instant, until: instant })),
})
export type Wait = z.input<typeof wait>

export const listWaits = defineCall(calls.listWaits, {
  may: 'waiting.list',
  viewable: true,
  summary:
    'The tutors for whom a student waits, and for staff also the students who wait for a tutor; the first to come first',
  /** A student, or for staff a student or a tutor. */
  query: z.object({ userId: queryId }),
  answer: z.object({ list: z.array(wait) }),
  errors: [],
})

export const waitForTutor = defineCall(calls.waitForTutor, {
  may: 'waiting.join',
  summary: 'Wait for a time of a tutor that is freed or opened; who waits already keeps their place',
  params: idParams,
  body: z.object({ isEvening: z.boolean() }),
  answer: nothing,
  errors: ['tutor-not-found', 'guardian-required', 'waiting-limit-reached'],
})

export const stopWaiting = defineCall(calls.stopWaiting, {
  may: 'waiting.leave',
  summary: 'Wait no longer for a tutor; what is offered goes to the next one',
  params: idParams,
  answer: nothing,
  errors: [],
})

export const declineOffer = defineCall(calls.declineOffer, {
  may: 'waiting.decline',
  summary: 'Decline the offered time of a tutor and keep the place; it goes to the next one at once',
  params: idParams,
  body: z.object({ start: instant }),
  answer: nothing,
  errors: ['not-found'],
})

export const removeWaiting = defineCall(calls.removeWaiting, {
  may: 'waiting.remove',
  summary: 'Take a student off the waiting list of a tutor, with a reason',
  params: z.object({ id: queryId, studentId: queryId }),
  answer: nothing,
  errors: ['not-found'],
})
