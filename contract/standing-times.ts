import * as z from 'zod/mini'
import { MINUTES_A_DAY } from '#domain/cairo'
import { LESSON_DURATIONS } from '#domain/lessons/durations'
import { standingStates, weekStates, whysOff } from '#domain/lessons/standing-times'
import { defineCall } from './call.ts'
import * as calls from './calls/standing-times.ts'
import { fileUrl, id, idParams, instant, localDay, nothing, queryId } from './fields.ts'

const standingPerson = z.object({
  id,
  name: z.nullable(z.string()),
  englishName: z.nullable(z.string()),
  image: fileUrl,
})

/** By Cairo's clock: 0 for Sunday to 6 for Saturday, and minutes after midnight. */
const weeklyTime = {
  weekday: z.int().check(z.gte(0), z.lte(6)),
  minute: z.int().check(z.gte(0), z.lt(MINUTES_A_DAY)),
  duration: z.literal(LESSON_DURATIONS),
}

/** One of the coming weeks. */
const standingWeek = z.object({
  day: localDay,
  start: instant,
  end: instant,
  state: z.enum(weekStates),
  /** Why nothing is reserved. */
  why: z.nullable(z.enum(whysOff)),
  lessonId: z.nullable(id),
})

/** A weekly time of a student with a tutor. */
export const standingTime = z.object({
  id,
  student: standingPerson,
  tutor: standingPerson,
  ...weeklyTime,
  state: z.enum(standingStates),
  /** Until when the tutor can accept it. */
  askedUntil: instant,
  acceptedAt: z.nullable(instant),
  /** From when on it keeps no time. */
  endsAt: z.nullable(instant),
  createdAt: instant,
  /** The coming weeks, the next one first. */
  weeks: z.array(standingWeek),
})
export type StandingTime = z.input<typeof standingTime>

export const listStandingTimes = defineCall(calls.listStandingTimes, {
  may: 'standingTime.list',
  viewable: true,
  summary: 'The standing times of a student or a tutor with their coming weeks, the latest first',
  query: z.object({ userId: queryId }),
  answer: z.object({ list: z.array(standingTime) }),
  errors: [],
})

export const askForStandingTime = defineCall(calls.askForStandingTime, {
  may: 'standingTime.ask',
  binds: true,
  summary: 'Ask a tutor for the same time every week; nothing happens where it is asked for already',
  body: z.object({ tutorId: id, ...weeklyTime }),
  answer: nothing,
  errors: [
    'tutor-not-found',
    'guardian-required',
    'subscription-required',
    'standing-times-not-included',
    'standing-limit-reached',
    'no-enough-minutes',
    'conflicting-lessons',
    'standing-time-taken',
  ],
})

export const answerStandingTime = defineCall(calls.answerStandingTime, {
  may: 'standingTime.answer',
  binds: ({ accepts }: { accepts: boolean }) => accepts,
  summary: 'Accept a standing time, which reserves the coming four weeks, or decline it',
  params: idParams,
  body: z.object({ accepts: z.boolean() }),
  answer: nothing,
  errors: ['not-found', 'illegal', 'standing-time-taken'],
})

export const endStandingTime = defineCall(calls.endStandingTime, {
  may: 'standingTime.end',
  summary:
    'End a standing time in a week, as its student, its tutor, or an admin with a reason; withdraw a request at once',
  params: idParams,
  answer: nothing,
  errors: ['not-found', 'illegal'],
})
