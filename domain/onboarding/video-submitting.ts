import { addMonths, type Instant } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'
import { IntroVideoState } from './video-states.ts'

export const MONTHS_TO_RESUBMIT = 3

/** A tutor's latest intro video; `createdAt` in epoch milliseconds. */
export type LatestVideo = { state: IntroVideoState; createdAt: Instant }

/** When the next video may be submitted after this one was rejected, in epoch milliseconds. */
export const videoRetryAt = ({ createdAt }: Pick<LatestVideo, 'createdAt'>): Instant =>
  addMonths(createdAt, MONTHS_TO_RESUBMIT)

/** One video at a time; after a rejected one the next may follow three months later (docs/rules/onboarding.md 2.2). */
export function whyNotSubmitted(latest: LatestVideo | null, now: Instant): ErrorCode | null {
  if (!latest) return null
  if (latest.state !== IntroVideoState.Rejected) return 'intro-video-exists'
  return now >= videoRetryAt(latest) ? null : 'forbidden'
}

/** @throws DomainError the code of `whyNotSubmitted`. */
export const assertSubmittable = (latest: LatestVideo | null, now: Instant): void =>
  refuse(whyNotSubmitted(latest, now))

/** An activated tutor manager, and the number of videos assigned to them so far. */
export type Reviewer = { id: number; reviews: number }

/**
 * The reviewer of the next video: the one with the fewest, but not `previous` unless there is no other. Ties are resolved
 * by id.
 */
export function nextReviewer(reviewers: readonly Reviewer[], previous: number | null): Reviewer | null {
  const others = reviewers.filter(({ id }) => id !== previous)
  const [next] = (others.length > 0 ? others : reviewers).toSorted(
    (one, other) => one.reviews - other.reviews || one.id - other.id,
  )
  return next ?? null
}
