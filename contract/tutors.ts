import * as z from 'zod/mini'
import { LESSON_DURATIONS } from '#domain/lessons/durations'
import { RATING_FLOORS, SORTS, WHENS } from '#domain/tutors/options'
import { Governorate, NotificationMethod } from '#domain/users/profile'
import { defineCall } from './call.ts'
import * as calls from './calls/tutors.ts'
import {
  dateFilter,
  fileUrl,
  gender,
  id,
  idParams,
  instant,
  listOf,
  match,
  nothing,
  numberFilter,
  oneOf,
  paging,
  queryBoolean,
  queryDecimal,
  queryId,
  queryList,
  queryOneOf,
  queryText,
  sorting,
  times,
} from './fields.ts'
import { tutorCard, tutorProfile } from './tutor-card.ts'
import { person, user } from './users.ts'

const staffSide = { studioId: z.nullable(id), activated: z.boolean(), bypassOnboarding: z.boolean() }

/** A tutor's profile as the tutor and staff see it. */
export const tutor = z.object({ id, ...tutorProfile, ...staffSide, ...times })
export type Tutor = z.input<typeof tutor>

/** A tutor's account and profile together; `meta` has the times of the profile. */
export const fullTutor = z.object({ ...user.shape, ...tutorProfile, ...staffSide, meta: z.object(times) })

const meta = z.object({
  ...tutor.shape,
  passedIntroVideo: z.boolean(),
  passedInterview: z.boolean(),
  passedDemoSession: z.boolean(),
})
export type TutorMeta = z.input<typeof meta>

export const tutorMeta = defineCall(calls.tutorMeta, {
  may: 'tutor.meta',
  viewable: true,
  summary: 'A tutor’s profile and how far their onboarding is',
  query: z.object({ tutorId: queryId }),
  answer: meta,
  errors: ['tutor-not-found'],
})

export const tutorInfo = defineCall(calls.tutorInfo, {
  may: 'tutor.info',
  viewable: true,
  summary: 'An onboarded tutor’s public profile; tutors also see their own before that',
  params: idParams,
  answer: tutorCard,
  errors: ['tutor-not-found'],
  freshness: 'moment',
})

/** How many tutors the list would contain with each option of a filter in place of its current value. */
const facets = z.object({
  /** Topics that a listed tutor teaches, in the order set by admins. */
  topics: z.array(z.object({ id, name: z.object({ ar: z.string(), en: z.string() }), count: z.int() })),
  gender: z.record(gender, z.int()),
  when: z.record(z.enum(WHENS), z.int()),
  ratings: z.array(z.object({ atLeast: z.number(), count: z.int() })),
  slow: z.int(),
  favourites: z.int(),
  fitting: z.int(),
  /** Without the filter. */
  without: z.object({
    topic: z.int(),
    gender: z.int(),
    when: z.int(),
    rating: z.int(),
    slow: z.int(),
    favourites: z.int(),
    fitting: z.int(),
  }),
})
export type TutorFacets = z.input<typeof facets>

const wanted = {
  search: z.optional(queryText),
  topic: z.optional(queryId),
  gender: z.optional(gender),
  when: z.optional(z.enum(WHENS)),
  rating: z.optional(z.pipe(queryDecimal, oneOf(RATING_FLOORS))),
  slow: z.optional(queryBoolean),
  /** Whether to count the options too. */
  facets: z.optional(queryBoolean),
}

export const listOnboardedTutors = defineCall(calls.listOnboardedTutors, {
  may: 'tutor.listOnboarded',
  viewable: true,
  summary: 'Tutors who take bookings: soonest free time first, then best rated, then busiest',
  query: z.object({ ...wanted, sort: z._default(z.enum(SORTS), 'soonest'), ...paging }),
  answer: z.extend(listOf(tutorCard), { facets: z.optional(facets) }),
  errors: [],
  freshness: 'moment',
})

/** All of them at once: what a sitemap names. */
export const listTutorIds = defineCall(calls.listTutorIds, {
  may: 'tutor.listIds',
  viewable: true,
  summary: 'The ids of all tutors who take bookings, ascending',
  answer: z.object({ ids: z.array(id) }),
  errors: [],
  freshness: 'minute',
})

export const listTutorsForStudent = defineCall(calls.listTutorsForStudent, {
  may: 'tutor.listForStudent',
  viewable: true,
  summary:
    'The same list for the student: those for the chosen topics first, also narrowed to favourites or to the minutes left',
  query: z.object({
    ...wanted,
    favourites: z.optional(queryBoolean),
    fitting: z.optional(queryBoolean),
    sort: z._default(z.enum(['recommended', ...SORTS]), 'recommended'),
    ...paging,
  }),
  answer: z.extend(listOf(tutorCard), {
    facets: z.optional(facets),
    /** The Arabic names of the student's chosen topics and, in the same order, their English names. */
    chosenTopics: z.array(z.string()),
    chosenEnglishTopics: z.array(z.string()),
  }),
  errors: [],
})

export const tutorTimes = defineCall(calls.tutorTimes, {
  may: 'tutor.times',
  viewable: true,
  summary: 'When lessons with a tutor can begin, of the coming seven days, and how long the lesson can be',
  params: idParams,
  answer: z.object({ times: z.array(z.object({ start: instant, longest: z.literal(LESSON_DURATIONS) })) }),
  errors: ['tutor-not-found'],
  freshness: 'moment',
})
export type TutorTimes = z.input<typeof tutorTimes.answer>

export const studioTutor = z.object({
  ...person.shape,
  email: z.string(),
  video: fileUrl,
  thumbnail: fileUrl,
  studioId: z.nullable(id),
  createdAt: instant,
})
export type StudioTutor = z.input<typeof studioTutor>

export const getTutorForStudio = defineCall(calls.getTutorForStudio, {
  may: 'tutor.readForStudio',
  viewable: true,
  summary: 'A tutor whose media the studio makes',
  params: idParams,
  answer: studioTutor,
  errors: ['tutor-not-found'],
})

export const listTutorsForStudio = defineCall(calls.listTutorsForStudio, {
  may: 'tutor.listForStudio',
  viewable: true,
  summary: 'The tutors who chose a studio, newest first; searched by name or e-mail',
  query: z.object({ studioId: z.optional(queryId), search: z.optional(queryText), ...paging }),
  answer: listOf(studioTutor),
  errors: [],
})

export const setTutorMedia = defineCall(calls.setTutorMedia, {
  may: 'tutor.setMedia',
  summary: 'Upload a tutor’s image, video or thumbnail: at least one of them',
  query: z.object({ tutorId: queryId }),
  files: ['image', 'video', 'thumbnail'],
  large: { video: 'video' },
  answer: nothing,
  errors: ['tutor-not-found', 'large-file-size'],
})

export const tutorStats = defineCall(calls.tutorStats, {
  may: 'tutor.stats',
  viewable: true,
  summary: 'A tutor’s past lessons, cancelled ones left out',
  params: idParams,
  answer: z.object({ lessonCount: z.int(), studentCount: z.int(), totalMinutes: z.int() }),
  errors: ['tutor-not-found'],
  freshness: 'minute',
})

export const ownTutorStats = defineCall(calls.ownTutorStats, {
  may: 'tutor.ownStats',
  viewable: true,
  summary: 'The tutor’s own figures; times in minutes',
  answer: z.object({
    studentCount: z.int(),
    completedLessonCount: z.int(),
    totalLessonCount: z.int(),
    totalTutoringTime: z.int(),
  }),
  errors: ['tutor-not-found'],
})

export const tutorActivity = defineCall(calls.tutorActivity, {
  may: 'tutor.activity',
  viewable: true,
  summary: 'Days (YYYY-MM-DD) on which a tutor taught: a long lesson scores two, a short one',
  params: idParams,
  answer: z.record(z.string(), z.object({ score: z.int(), lessonCount: z.int() })),
  errors: ['tutor-not-found'],
  freshness: 'minute',
})

export const uncontactedTutor = z.object({
  ...person.shape,
  bio: z.nullable(z.string()),
  englishBio: z.nullable(z.string()),
  role: tutorCard.shape.role,
  gender: z.nullable(gender),
  lastSeen: z.nullable(instant),
  online: z.boolean(),
})
export type UncontactedTutor = z.input<typeof uncontactedTutor>

export const listUncontactedTutors = defineCall(calls.listUncontactedTutors, {
  may: 'tutor.listUncontacted',
  viewable: true,
  summary: 'Tutors with whom the student shares no chat room yet',
  query: z.object(paging),
  answer: listOf(uncontactedTutor),
  errors: [],
})

/** A search text; the word `null` matches rows without any. */
const textOrNone = z.optional(
  z.pipe(
    queryText,
    z.transform((word) => (word === 'null' ? null : word)),
  ),
)
const present = z.optional(queryBoolean)

export const listFullTutors = defineCall(calls.listFullTutors, {
  may: 'tutor.listFull',
  summary: 'All tutors and tutor managers with everything about them',
  query: z.object({
    bio: textOrNone,
    about: textOrNone,
    name: textOrNone,
    phone: textOrNone,
    email: z.optional(queryText),
    match,
    video: present,
    thumbnail: present,
    image: present,
    password: present,
    activated: present,
    /** The steps of onboarding are passed, and the tutor was never activated. */
    ready: present,
    verifiedEmail: present,
    verifiedPhone: present,
    verifiedWhatsapp: present,
    notice: z.optional(numberFilter),
    birthYear: z.optional(numberFilter),
    notificationMethod: z.optional(queryList(queryOneOf(NotificationMethod))),
    city: z.optional(queryList(queryOneOf(Governorate))),
    gender: z.optional(queryList(gender)),
    createdAt: z.optional(dateFilter),
    ...sorting('createdAt', 'updatedAt'),
    ...paging,
  }),
  answer: listOf(fullTutor),
  errors: [],
})

export const listTutoringMinutes = defineCall(calls.listTutoringMinutes, {
  may: 'tutor.tutoringMinutes',
  summary: 'Minutes taught by each tutor in a window, most first, cancelled lessons left out',
  query: z.object({ after: z.optional(instant), before: z.optional(instant) }),
  answer: z.array(z.object({ tutorId: id, tutoringMinutes: z.int() })),
  errors: [],
})

export const tutorHome = defineCall(calls.tutorHome, {
  may: 'tutor.home',
  viewable: true,
  summary: 'What a tutor’s home shows: this month, the coming seven days, and how the ratings develop',
  answer: z.object({
    /** The calendar month in Cairo; money in piastres. */
    month: z.object({
      start: instant,
      end: instant,
      /** Lessons of the month that are over. */
      held: z.object({ lessons: z.int(), minutes: z.int(), earned: z.int() }),
      /** Lessons of the month that are not over. */
      coming: z.object({ lessons: z.int(), minutes: z.int(), earned: z.int() }),
    }),
    /** Minutes of the coming seven days that are offered to students, and those that are booked. */
    hours: z.object({ offered: z.int(), booked: z.int() }),
    rating: z.object({
      average: z.nullable(z.number()),
      count: z.int(),
      /** The last 90 days. */
      recent: z.object({ average: z.nullable(z.number()), count: z.int() }),
    }),
  }),
  errors: [],
})
