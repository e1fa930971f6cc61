import type { Instant } from '#domain/cairo'

/** Why somebody cannot enter a session, or had to leave it. */
export type JoinRefusal = 'unallowed' | 'not-found' | 'unreachable' | 'elsewhere'

/** Where one person is in a session. */
export type Phase =
  | { is: 'pre' }
  | { is: 'connecting' }
  | { is: 'in' }
  | { is: 'reconnecting'; since: Instant }
  | { is: 'left' }
  | { is: 'ended' }
  | { is: 'refused'; why: JoinRefusal }

export type PhaseEvent =
  | { event: 'join' }
  | { event: 'entered' }
  | { event: 'lost'; now: Instant }
  | { event: 'refused'; why: JoinRefusal }
  | { event: 'leave' }
  /** The room was closed: its time is over, or the session was cancelled. */
  | { event: 'closed' }
  | { event: 'restart' }

export const isInside = ({ is }: Phase): boolean => is === 'connecting' || is === 'in' || is === 'reconnecting'
const isFinished = ({ is }: Phase): boolean => is === 'left' || is === 'ended'

/** The phase after an event. An event that does not fit changes nothing, so that a late answer never reopens a session. */
export function nextPhase(phase: Phase, event: PhaseEvent): Phase {
  switch (event.event) {
    case 'join':
      return phase.is === 'pre' || phase.is === 'refused' ? { is: 'connecting' } : phase
    case 'entered':
      return phase.is === 'connecting' || phase.is === 'reconnecting' ? { is: 'in' } : phase
    case 'lost':
      return phase.is === 'in' ? { is: 'reconnecting', since: event.now } : phase
    case 'refused':
      return isFinished(phase) ? phase : { is: 'refused', why: event.why }
    case 'leave':
      return isInside(phase) ? { is: 'left' } : phase
    case 'closed':
      return isFinished(phase) ? phase : { is: 'ended' }
    case 'restart':
      return isInside(phase) ? phase : { is: 'pre' }
    default:
      return event satisfies never
  }
}
