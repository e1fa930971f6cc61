import type { Instant } from '../cairo.ts'
import { type ErrorCode, refuse } from '../errors.ts'
import {
  type DemoSessionActor,
  DemoSessionStatus,
  isDemoSessionCanceled,
  whyNotDemoSessionStatus,
} from './demo-session-statuses.ts'

export type DemoSessionChange = {
  status?: DemoSessionStatus | undefined
  tutorManagerFeedback?: string | undefined
  /** Empty if the tutor has skipped it. */
  tutorFeedback?: string | undefined
  note?: string | undefined
  level?: number | undefined
}

type Found = { status: DemoSessionStatus; start: Instant }

const isGiven = (value: unknown): boolean => value !== undefined

function whyNotByTutor(demo: Found, change: DemoSessionChange, now: Instant): ErrorCode | null {
  const { status, tutorManagerFeedback, tutorFeedback, note, level } = change
  if ([tutorManagerFeedback, note, level].some(isGiven)) return 'forbidden'
  if (isDemoSessionCanceled(demo.status) || (isGiven(status) && now >= demo.start)) return 'forbidden'
  if (tutorFeedback === undefined) return null
  const isJudged = demo.status === DemoSessionStatus.Passed || demo.status === DemoSessionStatus.Rejected
  return isJudged && status === undefined ? null : 'bad-request'
}

/**
 * Why this person may not make this change, null when they may: the tutor may cancel before the start and give feedback
 * after the verdict, the manager may judge, an admin may do anything (docs/rules/onboarding.md 5.2, 5.4). `now` in epoch
 * milliseconds.
 */
export function whyNotDemoSessionChanged(
  demo: Found,
  change: DemoSessionChange,
  who: DemoSessionActor,
  now: Instant,
): ErrorCode | null {
  if (!Object.values(change).some(isGiven)) return 'empty-request'
  if (who === 'tutor-manager' && isGiven(change.tutorFeedback)) return 'forbidden'
  if (who === 'tutor') {
    const refusal = whyNotByTutor(demo, change, now)
    if (refusal) return refusal
  }
  return change.status === undefined ? null : whyNotDemoSessionStatus(demo.status, change.status, who)
}

/** @throws DomainError the code of `whyNotDemoSessionChanged`. */
export const assertDemoSessionChange = (...change: Parameters<typeof whyNotDemoSessionChanged>): void =>
  refuse(whyNotDemoSessionChanged(...change))
