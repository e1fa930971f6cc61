import type { ErrorCode } from '#domain/errors'
import { type Transition, transitionTo } from '#domain/transitions'
import { MANAGER_MEETING_MINUTES } from '../availability/manager-meetings.ts'

export const DemoSessionStatus = {
  Pending: 1,
  Passed: 2,
  Rejected: 3,
  CanceledByTutorManager: 4,
  CanceledByTutor: 5,
  CanceledByAdmin: 6,
} as const
export type DemoSessionStatus = (typeof DemoSessionStatus)[keyof typeof DemoSessionStatus]

export const DEMO_SESSION_MINUTES = MANAGER_MEETING_MINUTES

export type DemoSessionActor = 'tutor' | 'tutor-manager' | 'admin'

const { Pending, Passed, Rejected, CanceledByTutorManager, CanceledByTutor, CanceledByAdmin } = DemoSessionStatus

/**
 * A demo session starts pending. A cancelled one is final: its time has been freed (docs/rules/onboarding.md 3.3). The
 * manager may change a verdict.
 */
export const demoSessionTransitions = [
  { from: [Pending, Rejected], event: 'pass', to: Passed, who: ['tutor-manager', 'admin'] },
  { from: [Pending, Passed], event: 'reject', to: Rejected, who: ['tutor-manager', 'admin'] },
  { from: [Pending], event: 'cancel-as-manager', to: CanceledByTutorManager, who: ['tutor-manager', 'admin'] },
  { from: [Pending], event: 'cancel-as-tutor', to: CanceledByTutor, who: ['tutor', 'admin'] },
  { from: [Pending], event: 'cancel-as-admin', to: CanceledByAdmin, who: ['admin'] },
  { from: [Passed, Rejected], event: 'reopen', to: Pending, who: ['admin'] },
] as const satisfies readonly Transition<DemoSessionStatus, string, DemoSessionActor>[]

/** Cancelled by either side. */
export const isDemoSessionCanceled = (status: DemoSessionStatus): boolean =>
  status === CanceledByTutorManager || status === CanceledByTutor || status === CanceledByAdmin

/** Only the transitions of the table above are allowed, each to its actors. */
export const whyNotDemoSessionStatus = (
  from: DemoSessionStatus,
  to: DemoSessionStatus,
  who: DemoSessionActor,
): ErrorCode | null => (transitionTo(demoSessionTransitions, from, to, who) ? null : 'forbidden')
