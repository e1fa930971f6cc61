import * as z from 'zod/mini'
import { Role } from '#domain/roles'
import { fileUrl, gender, id, instant, isoInstant, oneOf } from './fields.ts'

/** The public part of a tutor's profile; not with the calls about tutors, since the live frames, which every page loads, hold it. */
export const tutorProfile = {
  bio: z.nullable(z.string()),
  /** The bio that English readers see; null without one. */
  englishBio: z.nullable(z.string()),
  about: z.nullable(z.string()),
  video: fileUrl,
  thumbnail: fileUrl,
  notice: z.int(),
  /** Speaks slowly with beginners. */
  speaksSlowly: z.boolean(),
}

/** A tutor's public card; topics by their Arabic names and, in the same order, their English names. */
export const tutorCard = z.object({
  id,
  role: oneOf({ Tutor: Role.Tutor, TutorManager: Role.TutorManager }),
  name: z.nullable(z.string()),
  englishName: z.nullable(z.string()),
  image: fileUrl,
  gender: z.nullable(gender),
  ...tutorProfile,
  topics: z.array(z.string()),
  englishTopics: z.array(z.string()),
  avgRating: z.number(),
  ratingCount: z.int(),
  studentCount: z.int(),
  lessonCount: z.int(),
  /** The earliest bookable start; null without free time. */
  nearestFreeTime: z.nullable(instant),
  /** Up to three starts to choose from, within the range of the list's filter. */
  nextTimes: z.array(instant),
  /** A line from a satisfied student's review. */
  quote: z.nullable(z.string()),
})
export type TutorCard = z.input<typeof tutorCard>

/** The card in WebSocket frames, whose instants are not decoded. */
export const wireTutorCard = z.extend(tutorCard, {
  nearestFreeTime: z.nullable(isoInstant),
  nextTimes: z.array(isoInstant),
})
