import { isTutorManager, isTutorSide, type Role } from '../roles.ts'

/** The fields that decide whether a tutor or manager is listed; empty text and media count as missing. */
export type TutorProfile = {
  role: Role
  activated: boolean
  name: string | null
  phone: string | null
  city: number | null
  gender: string | null
  birthYear: number | null
  bio: string | null
  about: string | null
  image: string | null
  verifiedEmail: boolean
  verifiedPhone: boolean
  video: string | null
  thumbnail: string | null
}
type Field = Exclude<keyof TutorProfile, 'role'>

/** The fields that a tutor fills in before onboarding begins (docs/rules/tutors.md 1.4). */
export const OWN_FIELDS = [
  ...(['name', 'phone', 'city', 'gender', 'birthYear', 'bio', 'about', 'verifiedPhone', 'verifiedEmail'] as const),
]
const LISTED_FIELDS = [...OWN_FIELDS, 'activated', 'image'] as const
const MEDIA_FIELDS = ['video', 'thumbnail'] as const

const missing = <F extends Field>(tutor: TutorProfile, fields: readonly F[]): F[] =>
  fields.filter((field) => !tutor[field])

/** The missing fields that keep a tutor off the public list; a manager needs no video and no thumbnail (docs/rules/tutors.md 2.1). */
export const missingForListing = (tutor: TutorProfile): Field[] =>
  missing(tutor, isTutorManager(tutor.role) ? LISTED_FIELDS : [...LISTED_FIELDS, ...MEDIA_FIELDS])

/** Whether a tutor is listed and can be booked; onboarding results and bypasses do not matter. */
export const isOnboarded = (tutor: TutorProfile): boolean =>
  isTutorSide(tutor.role) && missingForListing(tutor).length === 0

const INTRODUCED_FIELDS = ['name', 'about', 'bio', 'image', 'phone', 'city', 'verifiedEmail'] as const
const TUTOR_FIELDS = ['verifiedPhone', 'activated', 'birthYear'] as const

/**
 * Whether a tutor is shown as a contact to write to; a manager needs fewer fields than other tutors (docs/rules/tutors.md
 * 2.8).
 */
export const isIntroduced = (tutor: TutorProfile): boolean =>
  isTutorSide(tutor.role) &&
  missing(
    tutor,
    isTutorManager(tutor.role) ? INTRODUCED_FIELDS : [...INTRODUCED_FIELDS, ...TUTOR_FIELDS, ...MEDIA_FIELDS],
  ).length === 0

/** The missing fields of an incomplete profile (docs/rules/tutors.md 1.4). */
export const missingForProfile = (tutor: TutorProfile) => missing(tutor, OWN_FIELDS)

/** Whether the profile is complete, so that the wizard lets the tutor continue. */
export const isProfileComplete = (tutor: TutorProfile): boolean => missingForProfile(tutor).length === 0
