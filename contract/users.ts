import * as z from 'zod/mini'
import { MAX_REASON, MIN_REASON } from '#domain/reason'
import { Role } from '#domain/roles'
import { isLocalMonth, readStay } from '#domain/staff/cohorts'
import { visibleText } from '#domain/text'
import { whyNotEnglishBio, whyNotNotice } from '#domain/tutors/profile'
import { requiredTexts } from '#domain/users/consents'
import { normalName, whyNotEnglishName } from '#domain/users/name'
import { Governorate, MAX_ADDRESS, NotificationMethod } from '#domain/users/profile'
import { authSession } from './auth-sessions.ts'
import { defineCall } from './call.ts'
import * as calls from './calls/users.ts'
import {
  dateFilter,
  email,
  fileUrl,
  gender,
  id,
  idParams,
  instant,
  line,
  listOf,
  match,
  nothing,
  oneOf,
  paging,
  password,
  phone,
  queryBoolean,
  queryId,
  queryIds,
  queryOneOf,
  queryText,
  refusing,
  ruledInt,
  ruledText,
  sorting,
  text,
  times,
  unless,
} from './fields.ts'
import { proof, proofErrors } from './proof.ts'

/** An account as its owner and staff see it, with a flag for whether it has a password, never the password. */
export const user = z.object({
  id,
  email: z.string(),
  /** Replaces `email` once it is verified; null without a pending address. */
  pendingEmail: z.nullable(z.string()),
  password: z.boolean(),
  hasPassword: z.boolean(),
  name: z.nullable(z.string()),
  /** What English readers see of a tutor; null without one, and for everybody else. */
  englishName: z.nullable(z.string()),
  image: fileUrl,
  address: z.nullable(z.string()),
  birthYear: z.nullable(z.int()),
  /** Whether a guardian has consented; without one a student under 18 neither books nor pays. */
  hasGuardian: z.boolean(),
  gender: z.nullable(gender),
  role: oneOf(Role),
  verifiedEmail: z.boolean(),
  verifiedPhone: z.boolean(),
  verifiedWhatsApp: z.boolean(),
  creditScore: z.int(),
  city: z.nullable(oneOf(Governorate)),
  phone: z.nullable(z.string()),
  notificationMethod: z.nullable(oneOf(NotificationMethod)),
  /** Until when its person can keep it, where they have asked for it to be erased; in answers about one account only. */
  erasedAfter: z.optional(z.nullable(instant)),
  /** The texts that its person has to accept before anything that costs or binds. */
  consentsDue: z.optional(z.array(z.enum(requiredTexts))),
  ...times,
})
export type User = z.input<typeof user>

/** A user who is no tutor, as others see them. */
export const otherThanTutor = z.object({ id, name: z.nullable(z.string()), image: fileUrl })

/** A user as others see them, with what English readers see of a tutor's name (docs/rules/tutors.md 1.9). */
export const person = z.extend(otherThanTutor, { englishName: z.nullable(z.string()) })
export type Person = z.input<typeof person>

/** A person in an interview, a demo session or the review of a video. */
export const member = z.object({ ...person.shape, role: oneOf(Role) })
export type Member = z.input<typeof member>

/** Whether the person who registers agrees to mailings; ignored where staff open the account (docs/rules/privacy.md 5.5). */
export const marketing = z.optional(z.boolean())

/**
 * Whether whose account staff open has agreed to the terms and the privacy policy towards them, as is taken for granted unless it says
 * no; ignored of others, who accept both by registering (docs/rules/privacy.md 5.2).
 */
export const hasAgreed = z.optional(z.boolean())

export const registerUser = defineCall(calls.registerUser, {
  may: 'user.register',
  summary: 'Open an account: anybody as student or tutor, admins for any role, the super admin for admins',
  body: z.object({ role: oneOf(Role), email, password, marketing, hasAgreed }),
  answer: z.object({ user, token: z.string() }),
  errors: [
    'forbidden',
    'service-unavailable',
    'too-many-requests',
    'user-exists',
    'invalid-email-address',
    'invalid-email',
    'short-password',
    'long-password',
    'invalid-password',
  ],
  creates: true,
})

export const currentUser = defineCall(calls.currentUser, {
  may: 'user.current',
  viewable: true,
  summary: 'The account that asks',
  answer: user,
  errors: [],
})

const isStay = (text: string): boolean => readStay(text) !== null

/** What accounts are filtered by. */
export const accountFilters = {
  role: z.optional(queryOneOf(Role)),
  verified: z.optional(queryBoolean),
  gender: z.optional(gender),
  online: z.optional(queryBoolean),
  city: z.optional(queryOneOf(Governorate)),
  /** Which admins take care of them. */
  owners: queryIds,
  /** A tag that staff gave them, however it is spelt. */
  tag: z.optional(queryText),
  /** The month in Cairo, `YYYY-MM`, in which they first paid. */
  firstPaid: z.optional(z.string().check(z.refine(isLocalMonth))),
  /** Of those who first paid in `firstPaid`, or in a month that is shown: how they stood at the end of a month, `kept-YYYY-MM`. */
  stay: z.optional(z.string().check(z.refine(isStay))),
  /** Students who were brought by a friend: when both got their minutes. */
  brought: z.optional(dateFilter),
  /** Students with a standing time that runs, or others. */
  standing: z.optional(queryBoolean),
  search: z.optional(queryText),
  match,
  createdAt: z.optional(dateFilter),
}

export const listUsers = defineCall(calls.listUsers, {
  may: 'user.list',
  summary: 'Accounts, newest first',
  query: z.object({
    ...accountFilters,
    ...sorting('createdAt', 'name', 'email', 'lastSeen'),
    ...paging,
  }),
  answer: listOf(user),
  errors: [],
})

export const getUser = defineCall(calls.getUser, {
  may: 'user.read',
  summary: 'An account',
  params: idParams,
  answer: user,
  errors: ['user-not-found'],
})

/**
 * Absent: unchanged. Null: cleared; for a file: deleted. Rules that depend on the account's role are checked by the act.
 */
const changes = z.object({
  email: z.optional(email),
  password: z.optional(z.object({ current: z.nullable(z.string()), new: password })),
  name: z.optional(z.nullable(z.string().check(z.overwrite(normalName)))),
  englishName: z.optional(z.nullable(z.string().check(z.overwrite(normalName), refusing(whyNotEnglishName)))),
  gender: z.optional(z.nullable(gender)),
  birthYear: z.optional(z.int().check(z.positive())),
  city: z.optional(z.nullable(oneOf(Governorate))),
  address: z.optional(z.nullable(line(MAX_ADDRESS))),
  phone: z.optional(z.nullable(phone)),
  notificationMethod: z.optional(z.nullable(oneOf(NotificationMethod))),
  image: z.optional(z.null()),
  video: z.optional(z.null()),
  thumbnail: z.optional(z.null()),
  bio: z.optional(z.nullable(z.string(unless('invalid-bio')).check(z.overwrite(visibleText)))),
  englishBio: z.optional(z.nullable(ruledText(whyNotEnglishBio))),
  about: z.optional(z.nullable(z.string(unless('invalid-tutor-about')).check(z.overwrite(visibleText)))),
  notice: z.optional(ruledInt(whyNotNotice)),
  speaksSlowly: z.optional(z.boolean()),
  studioId: z.optional(z.nullable(id)),
  activated: z.optional(z.boolean()),
  bypassOnboarding: z.optional(z.boolean()),
  /** The owner's proof, for another e-mail or phone and for the first password. */
  proof: z.optional(proof),
})

export const editUser = defineCall(calls.editUser, {
  may: 'user.edit',
  summary: 'Change an account: one’s own, a studio its tutors’, admins anybody’s but another admin’s',
  params: idParams,
  body: changes,
  answer: user,
  errors: [
    ...([
      'user-not-found',
      'user-exists',
      ...proofErrors,
      'unverified-phone',
      'empty-request',
      'invalid-email',
      'invalid-phone',
    ] as const),
    ...([
      'short-password',
      'long-password',
      'invalid-password',
      'old-user',
      'young-user',
      'birth-year-fixed',
      'invalid-notice',
      'max-notice-exceeded',
    ] as const),
    ...([
      'api-invalid-user-name',
      'invalid-user-name',
      'invalid-tutor-name',
      'invalid-english-name',
      'short-user-name',
      'long-user-name',
    ] as const),
    ...([
      'empty-bio',
      'short-bio',
      'long-bio',
      'invalid-bio',
      'invalid-english-bio',
      'invalid-tutor-about',
      'short-tutor-about',
      'long-tutor-about',
    ] as const),
  ],
  versioned: true,
})

export const cancelPendingEmail = defineCall(calls.cancelPendingEmail, {
  may: 'user.cancelPendingEmail',
  summary: 'Keep the present address: the one that waits for its proof is dropped',
  answer: nothing,
  errors: [],
})

/** The reason of an action by staff, stored in the audit log. */
export const staffReason = text(MAX_REASON).check(z.minLength(MIN_REASON))

export const userSessions = defineCall(calls.userSessions, {
  may: 'user.sessions',
  summary:
    'Whether somebody is online, their open connections, when their tokens were last ended, and whether they have a second factor',
  params: idParams,
  answer: z.object({
    online: z.boolean(),
    /** When the last connection was closed; null for a user who was never connected. */
    lastSeen: z.nullable(instant),
    /** The tokens of the open connections, one per tab. */
    connections: z.array(z.object({ issuedAt: instant, expiresAt: instant })),
    /** The devices on which the account is signed in, most recently used first. */
    devices: z.array(authSession),
    /** Tokens issued earlier are invalid; null if none was revoked. */
    tokensEndedAt: z.nullable(instant),
    /** Whether a sign-in requires a second step; always false for students and tutors. */
    hasSecondFactor: z.boolean(),
  }),
  errors: ['user-not-found'],
})

export const endUserSessions = defineCall(calls.endUserSessions, {
  may: 'user.endSessions',
  summary: 'Sign somebody out on every device; a regular admin signs no other admin out',
  params: idParams,
  body: z.object({ reason: staffReason }),
  answer: nothing,
  errors: ['user-not-found'],
})

export const sendUserReset = defineCall(calls.sendUserReset, {
  may: 'user.sendReset',
  summary: 'Mail somebody the code for a new password; a regular admin mails none to another admin',
  params: idParams,
  answer: nothing,
  errors: ['user-not-found', 'too-many-requests'],
})

export const setUserImage = defineCall(calls.setUserImage, {
  may: 'user.setImage',
  summary: 'Upload a profile image: one’s own, admins anybody’s',
  query: z.object({ forUser: z.optional(queryId) }),
  files: ['image'],
  answer: nothing,
  errors: ['user-not-found', 'large-file-size'],
})

export const selectInterviewer = defineCall(calls.selectInterviewer, {
  may: 'user.selectInterviewer',
  viewable: true,
  summary: 'The tutor manager who can interview soonest; the same as GET /interview/select',
  answer: person,
  errors: ['user-not-found', 'conflicting-interview'],
})
