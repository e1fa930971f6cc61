import type { ErrorCode } from '../errors.ts'
import type { SessionKind } from '../sessions/session-id.ts'
import { type Transition, transitionTo } from '../transitions.ts'

/** A meeting: half an hour of an applying tutor with a tutor manager (docs/rules/onboarding.md 3.1). */
export const meetingKinds = ['interview', 'demo'] as const satisfies readonly SessionKind[]
export type MeetingKind = (typeof meetingKinds)[number]

/** `CanceledByInterviewer` and `CanceledByInterviewee` in docs/rules/onboarding.md 4.3 are those of manager and tutor. */
export const InterviewStatus = { Pending: 1, Passed: 2, Rejected: 3, CanceledByManager: 4, CanceledByTutor: 5 } as const
export type InterviewStatus = (typeof InterviewStatus)[keyof typeof InterviewStatus]

/** The statuses of both kinds: only a demo session can be cancelled by an admin as such. */
export const MeetingStatus = { ...InterviewStatus, CanceledByAdmin: 6 } as const
export type MeetingStatus = (typeof MeetingStatus)[keyof typeof MeetingStatus]

/** Whose part somebody has in a meeting. */
export type MeetingActor = 'tutor' | 'manager' | 'admin'

type Transitions = readonly Transition<MeetingStatus, string, MeetingActor>[]

const { Pending, Passed, Rejected, CanceledByManager, CanceledByTutor, CanceledByAdmin } = MeetingStatus

/** A cancelled meeting is final: its time has been freed and may be taken by now (docs/rules/onboarding.md 3.3). */
const ofBoth = [
  { from: [Pending], event: 'pass', to: Passed, who: ['manager', 'admin'] },
  { from: [Pending], event: 'reject', to: Rejected, who: ['manager', 'admin'] },
  { from: [Pending], event: 'cancel-as-manager', to: CanceledByManager, who: ['manager', 'admin'] },
  { from: [Pending], event: 'cancel-as-tutor', to: CanceledByTutor, who: ['tutor', 'admin'] },
  { from: [Passed, Rejected], event: 'reopen', to: Pending, who: ['admin'] },
] as const satisfies Transitions

/** A verdict is changed by an admin after an interview, by the manager too after a demo session. */
const verdictChangedBy = (who: readonly MeetingActor[]): Transitions => [
  { from: [Rejected], event: 'correct-to-passed', to: Passed, who },
  { from: [Passed], event: 'correct-to-rejected', to: Rejected, who },
]

/** Docs/rules/onboarding.md 4.3, 5.2. */
const transitions: Record<MeetingKind, Transitions> = {
  interview: [...ofBoth, ...verdictChangedBy(['admin'])],
  demo: [
    ...ofBoth,
    ...verdictChangedBy(['manager', 'admin']),
    { from: [Pending], event: 'cancel-as-admin', to: CanceledByAdmin, who: ['admin'] },
  ],
}

/** The code with which a change is refused that the statuses of its kind do not permit. */
export const STATUS_REFUSAL = { interview: 'bad-request', demo: 'forbidden' } as const satisfies Record<
  MeetingKind,
  ErrorCode
>

/** Only the transitions of the kind are allowed, each to its actors. */
export const whyNotMeetingStatus = (
  kind: MeetingKind,
  from: MeetingStatus,
  to: MeetingStatus,
  who: MeetingActor,
): ErrorCode | null => (transitionTo(transitions[kind], from, to, who) ? null : STATUS_REFUSAL[kind])

/** What a status says of the meeting: it waits, has a verdict, or does not take place. */
export type MeetingPhase = 'pending' | 'judged' | 'canceled'

export function meetingPhase(status: MeetingStatus): MeetingPhase {
  if (status === Pending) return 'pending'
  return status === Passed || status === Rejected ? 'judged' : 'canceled'
}

/** Cancelled by either side. */
export const isMeetingCanceled = (status: MeetingStatus): boolean => meetingPhase(status) === 'canceled'
