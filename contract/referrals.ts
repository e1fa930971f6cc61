import * as z from 'zod/mini'
import {
  REFERRAL_CODE_LENGTH,
  referralSides,
  referralSignals,
  referralStates,
  rewardStates,
  shownReferralStates,
} from '#domain/subscriptions/referral'
import { isTypedCode, normalTypedCode } from '#domain/typed-codes'
import { defineCall } from './call.ts'
import * as calls from './calls/referrals.ts'
import { id, idParams, instant, listOf, nothing, paging, queryId, times } from './fields.ts'
import { person } from './users.ts'

/** The code of a student's link, as people type it. */
export const referralCode = z.string().check(
  z.maxLength(50),
  z.overwrite(normalTypedCode),
  z.refine((code) => isTypedCode(code, REFERRAL_CODE_LENGTH)),
)

export const readInvitation = defineCall(calls.readInvitation, {
  may: 'referral.invitation',
  summary: 'Who invites by a code: the first name alone',
  params: z.object({ code: referralCode }),
  answer: z.object({ name: z.nullable(z.string()) }),
  errors: ['not-found'],
})

export const openReferralCode = defineCall(calls.openReferralCode, {
  may: 'referral.open',
  summary: 'The code of the student’s link, which stays the same; it is made the first time',
  answer: z.object({ code: z.string() }),
  errors: ['forbidden'],
})

/** Somebody whom the student has brought, by first name alone (docs/rules/minutes.md 12.10). */
const ownReferral = z.object({
  id,
  name: z.nullable(z.string()),
  state: z.enum(shownReferralStates),
  createdAt: instant,
})
export type OwnReferral = z.input<typeof ownReferral>

/** The minutes of one of the two. */
const reward = z.object({
  side: z.enum(referralSides),
  minutes: z.int(),
  state: z.enum(rewardStates),
  /** Until when they wait for a plan. */
  expiresAt: instant,
})

export const ownReferrals = defineCall(calls.ownReferrals, {
  may: 'referral.mine',
  viewable: true,
  summary: 'The student’s link, whom it has brought, and who has brought the student',
  answer: z.object({
    /** Null until it is asked for. */
    code: z.nullable(z.string()),
    /** Who has brought the student, by first name; null for nobody. */
    broughtBy: z.nullable(z.object({ name: z.nullable(z.string()), state: z.enum(shownReferralStates) })),
    /** Until when the student may enter a code; null if not any more. */
    enterUntil: z.nullable(instant),
    /** The last hundred, newest first. */
    list: z.array(ownReferral),
    /** How often the student can still be rewarded this year. */
    rewardsLeft: z.int(),
    /** Minutes of the student that wait for a plan. */
    waiting: z.array(z.object({ minutes: z.int(), expiresAt: instant })),
  }),
  errors: [],
})
export type OwnReferrals = z.input<typeof ownReferrals.answer>

export const enterReferral = defineCall(calls.enterReferral, {
  may: 'referral.enter',
  summary: 'Say who has brought the student, within seven days of registering; the same again changes nothing',
  body: z.object({
    code: referralCode,
    /** Whether this browser is one in which the student with the code has seen their link. */
    isOwnBrowser: z.boolean(),
  }),
  answer: nothing,
  errors: ['not-found', 'illegal'],
})

/** A referral as staff see it. */
export const referral = z.object({
  id,
  bringer: person,
  friend: person,
  state: z.enum(referralStates),
  /** What coincides between the two (docs/rules/minutes.md 12.7). */
  signals: z.array(z.enum(referralSignals)),
  lessonId: z.nullable(id),
  /** When the minutes are or were due; null until a lesson has counted. */
  dueAt: z.nullable(instant),
  decidedBy: z.nullable(z.object({ id, name: z.nullable(z.string()) })),
  reason: z.nullable(z.string()),
  rewards: z.array(reward),
  ...times,
})
export type Referral = z.input<typeof referral>

export const listReferrals = defineCall(calls.listReferrals, {
  may: 'referral.list',
  summary: 'Students who were brought by others, newest first',
  query: z.object({
    state: z.optional(z.enum(referralStates)),
    /** Either of the two. */
    userId: z.optional(queryId),
    ...paging,
  }),
  answer: listOf(referral),
  errors: [],
})

export const decideReferral = defineCall(calls.decideReferral, {
  may: 'referral.decide',
  summary: 'Grant or refuse the minutes of a referral that waits for staff, with a reason',
  params: idParams,
  body: z.object({ isGranted: z.boolean() }),
  answer: nothing,
  errors: ['not-found', 'illegal'],
})

export const undoReferral = defineCall(calls.undoReferral, {
  may: 'referral.undo',
  summary: 'Take back what is left of the minutes of a referral, with a reason',
  params: idParams,
  answer: nothing,
  errors: ['not-found', 'illegal'],
})
