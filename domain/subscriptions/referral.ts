import { days, hours, type Instant, localDay } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import { after, type Transition } from '../transitions.ts'

/** What each of the two gets (docs/rules/minutes.md 12.4). */
export const REFERRAL_MINUTES = 30

/** The length of a link's code: 50 random bits, which nobody finds by trying. */
export const REFERRAL_CODE_LENGTH = 10

/** For how long after registering a student may enter a code (docs/rules/minutes.md 12.2). */
export const ENTERING_TIME = days(7)

/** Between a lesson that counts and the minutes (docs/rules/minutes.md 12.4). */
export const REFERRAL_DELAY = hours(24)

/** For how long the minutes wait for a proof, and then for a plan (docs/rules/minutes.md 12.4, 12.6). */
export const REFERRAL_PATIENCE = days(90)

/** How often a student is rewarded in a calendar year for bringing somebody (docs/rules/minutes.md 12.5). */
export const REWARDS_A_YEAR = 10

/**
 * `open`: no lesson has counted yet. `held`: one has, and the minutes are given when they are due. `review`: staff decide.
 * `undone`: given, and taken back by staff.
 */
export const referralStates = ['open', 'held', 'review', 'given', 'refused', 'lapsed', 'undone'] as const
export type ReferralState = (typeof referralStates)[number]

/** What coincides between the two (docs/rules/minutes.md 12.7). */
export const referralSignals = ['browser', 'network', 'card', 'phone', 'address', 'mail-domain'] as const
export type ReferralSignal = (typeof referralSignals)[number]

export const referralSides = ['bringer', 'friend'] as const
export type ReferralSide = (typeof referralSides)[number]

/** What became of the minutes of one of the two. */
export const rewardStates = ['waiting', 'given', 'lapsed', 'taken-back'] as const
export type RewardState = (typeof rewardStates)[number]

type ReferralEvent = 'count' | 'suspect' | 'give' | 'count-no-more' | 'lapse' | 'refuse' | 'undo'

/** The states of a referral (docs/rules/minutes.md 12.3 to 12.9); `system` is the job. */
export const referralMachine: readonly Transition<ReferralState, ReferralEvent, 'system' | 'staff'>[] = [
  { from: ['open'], event: 'count', to: 'held', who: ['system'] },
  { from: ['open', 'held'], event: 'suspect', to: 'review', who: ['system'] },
  { from: ['held'], event: 'give', to: 'given', who: ['system'] },
  { from: ['review'], event: 'give', to: 'given', who: ['staff'] },
  { from: ['held'], event: 'count-no-more', to: 'open', who: ['system'] },
  { from: ['held'], event: 'lapse', to: 'lapsed', who: ['system'] },
  { from: ['review'], event: 'refuse', to: 'refused', who: ['staff'] },
  { from: ['given'], event: 'undo', to: 'undone', who: ['staff'] },
]

type Entering = {
  /** The student who enters the code, and when they registered. */
  friend: { id: number; registeredAt: Instant; isReferred: boolean }
  /** Accounts are numbered in the order of their registration. */
  bringerId: number
}

/** Why a code cannot be entered (docs/rules/minutes.md 12.2). */
export function whyNotReferred({ friend, bringerId }: Entering, now: Instant): ErrorCode | null {
  if (!mayEnter(friend, now)) return 'illegal'
  return bringerId < friend.id ? null : 'illegal'
}

/** Whether a student may still enter a code. */
export const mayEnter = ({ registeredAt, isReferred }: Omit<Entering['friend'], 'id'>, now: Instant): boolean =>
  !isReferred && now <= registeredAt + ENTERING_TIME

/** What is known of a referral when a lesson has counted. */
export type ReferralFacts = {
  state: 'open' | 'held'
  signals: ReferralSignal[]
  /** When the minutes are due; null for an open one, whose lesson has just counted. */
  dueAt: Instant | null
  /** Whether the lesson still counts: not once the plan was given back in full, or staff decided otherwise. */
  counts: boolean
  /** Whether both have a free trial of their own (docs/rules/minutes.md 5.3). */
  areProven: boolean
}

/**
 * The next state of a referral whose lesson has counted (docs/rules/minutes.md 12.4, 12.7); null while nothing changes. Whether
 * it still counts is looked at before what coincides, so that staff do not decide about a plan that nobody has.
 */
export function nextReferralState(
  { state, signals, dueAt, counts, areProven }: ReferralFacts,
  now: Instant,
): ReferralState | null {
  if (!counts) return after(referralMachine, state, 'count-no-more')
  if (signals.length > 0) return after(referralMachine, state, 'suspect')
  if (dueAt === null) return after(referralMachine, state, 'count')
  if (now < dueAt) return null
  if (areProven) return after(referralMachine, state, 'give')
  return now < dueAt + REFERRAL_PATIENCE ? null : after(referralMachine, state, 'lapse')
}

/** The calendar year in Cairo in which a reward counts (docs/rules/minutes.md 12.5). */
export const rewardYear = (now: Instant): number => Number(localDay(now).slice(0, 4))

/** How a student reads where one of theirs stands: not why it waits for staff, nor that it does (docs/rules/minutes.md 12.10). */
export const shownReferralStates = ['registered', 'counted', 'given', 'ended'] as const
export type ShownReferralState = (typeof shownReferralStates)[number]

const SHOWN: Record<ReferralState, ShownReferralState> = {
  open: 'registered',
  held: 'counted',
  review: 'counted',
  given: 'given',
  refused: 'ended',
  lapsed: 'ended',
  undone: 'ended',
}

export const shownReferralState = (state: ReferralState): ShownReferralState => SHOWN[state]
