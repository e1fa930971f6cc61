import type { Instant } from '../cairo.ts'
import { interviewRetryAt, type LatestInterview } from '../meetings/booking.ts'
import { MeetingStatus } from '../meetings/statuses.ts'
import { IntroVideoState } from './video-states.ts'
import { type LatestVideo, videoRetryAt } from './video-submitting.ts'

/** The steps of a tutor's onboarding, in their order (docs/rules/onboarding.md 1.1). */
export const ONBOARDING_STEPS = ['introVideo', 'interview', 'demoSession', 'photoSession'] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

/** The state of a step of a tutor's onboarding (docs/rules/onboarding.md 1.3). */
export const StepState = {
  /** An earlier step must be passed first. */
  Locked: 'locked',
  /** The tutor may act now: submit, book or choose. */
  Open: 'open',
  /** Staff must act, or a meeting is booked. */
  Pending: 'pending',
  /** Rejected, and the tutor may not try again yet. */
  Rejected: 'rejected',
  Passed: 'passed',
} as const
export type StepState = (typeof StepState)[keyof typeof StepState]

/** `retryAt` is when a rejected tutor may try again, in epoch milliseconds; null in every other state. */
export type StepProgress = { state: StepState; retryAt: Instant | null }

const { Locked, Open, Pending, Rejected, Passed } = StepState

const at = (state: StepState): StepProgress => ({ state, retryAt: null })
const afterRejection = (retryAt: Instant, now: Instant): StepProgress =>
  now >= retryAt ? at(Open) : { state: Rejected, retryAt }

/** `video` is the approved one, otherwise the latest; null without any. */
export function introVideoStep(video: LatestVideo | null, now: Instant): StepProgress {
  if (!video) return at(Open)
  if (video.state === IntroVideoState.Approved) return at(Passed)
  return video.state === IntroVideoState.Pending ? at(Pending) : afterRejection(videoRetryAt(video), now)
}

/** `latest` is the latest interview that was not cancelled (docs/rules/onboarding.md 1.2). */
export function interviewStep(latest: LatestInterview | null, now: Instant): StepProgress {
  if (!latest) return at(Open)
  if (latest.status === MeetingStatus.Passed) return at(Passed)
  return latest.status === MeetingStatus.Pending ? at(Pending) : afterRejection(interviewRetryAt(latest), now)
}

/** `demo` is the pending or passed one, of which there is at most one; a demo session requires an approved video. */
export function demoSessionStep(demo: { status: MeetingStatus } | null, hasApprovedVideo: boolean): StepProgress {
  if (demo?.status === MeetingStatus.Passed) return at(Passed)
  if (demo?.status === MeetingStatus.Pending) return at(Pending)
  return at(hasApprovedVideo ? Open : Locked)
}

/** Which media a tutor has, and whether a studio was chosen. */
export type TutorMedia = { hasStudio: boolean; image: boolean; video: boolean; thumbnail: boolean }

/** Passed with image, video and thumbnail; pending once a studio is chosen (docs/rules/onboarding.md 1.3). */
export function photoSessionStep({ hasStudio, image, video, thumbnail }: TutorMedia): StepProgress {
  if (image && video && thumbnail) return at(Passed)
  return at(hasStudio ? Pending : Open)
}
