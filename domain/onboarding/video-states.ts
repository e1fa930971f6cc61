import type { ErrorCode } from '#domain/errors'
import { type Transition, transitionTo } from '#domain/transitions'

export const IntroVideoState = { Pending: 1, Rejected: 2, Approved: 3 } as const
export type IntroVideoState = (typeof IntroVideoState)[keyof typeof IntroVideoState]

export type IntroVideoActor = 'reviewer' | 'admin'

const { Pending, Rejected, Approved } = IntroVideoState

/** A video starts pending; assigning another reviewer makes it pending again (docs/rules/onboarding.md 2.4). */
export const introVideoTransitions = [
  { from: [Pending, Rejected], event: 'approve', to: Approved, who: ['reviewer', 'admin'] },
  { from: [Pending, Approved], event: 'reject', to: Rejected, who: ['reviewer', 'admin'] },
  { from: [Rejected, Approved], event: 'reopen', to: Pending, who: ['reviewer', 'admin'] },
  { from: [Pending, Rejected, Approved], event: 'reassign', to: Pending, who: ['admin'] },
] as const satisfies readonly Transition<IntroVideoState, string, IntroVideoActor>[]

/** Setting the current state again changes nothing and is allowed. */
export const whyNotIntroVideoState = (
  from: IntroVideoState,
  to: IntroVideoState,
  who: IntroVideoActor,
): ErrorCode | null => (from === to || transitionTo(introVideoTransitions, from, to, who) ? null : 'forbidden')

/** Only an admin may assign another reviewer. */
export const whyNotReassigned = (who: IntroVideoActor): ErrorCode | null =>
  introVideoTransitions.some((row) => row.event === 'reassign' && row.who.some((one) => one === who))
    ? null
    : 'forbidden'

const MIN_MINUTES = 1
const MAX_MINUTES = 3

/** Minutes, with fractions (docs/rules/onboarding.md 2.1). */
export function whyNotIntroVideoDuration(minutes: number): ErrorCode | null {
  if (minutes < MIN_MINUTES) return 'short-video-dur'
  return minutes > MAX_MINUTES ? 'long-video-dur' : null
}

/** Seconds. */
export const INTRO_VIDEO_SECONDS = { min: MIN_MINUTES * 60, max: MAX_MINUTES * 60 } as const

/**
 * As `whyNotIntroVideoDuration`, for the measured lengths in seconds: the video track must be long enough, the whole file
 * not too long. Half a second is tolerated, because a video ends with a frame and not on a second (docs/rules/onboarding.md
 * 2.1).
 */
export function whyNotIntroVideoLength({ picture, whole }: { picture: number; whole: number }): ErrorCode | null {
  if (Math.round(picture) < INTRO_VIDEO_SECONDS.min) return 'short-video-dur'
  return Math.round(whole) > INTRO_VIDEO_SECONDS.max ? 'long-video-dur' : null
}
