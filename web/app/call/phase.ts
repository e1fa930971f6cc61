import type { Instant } from '#domain/cairo'

/** Why somebody cannot enter a session, or had to leave it. */
export type JoinRefusal = 'unallowed' | 'not-found' | 'unreachable' | 'elsewhere'

/** Where one person is in a session. */
export type Phase =
  | { type: 'pre' }
  | { type: 'connecting' }
  | { type: 'in' }
  | { type: 'reconnecting'; since: Instant }
  | { type: 'left' }
  | { type: 'ended' }
  | { type: 'refused'; why: JoinRefusal }

export type PhaseEvent =
  | { event: 'join' }
  | { event: 'entered' }
  | { event: 'lost'; now: Instant }
  | { event: 'refused'; why: JoinRefusal }
  | { event: 'leave' }
  /** The room was closed: its time is over, or the session was cancelled. */
  | { event: 'closed' }
  | { event: 'restart' }

export const isInside = ({ type }: Phase): boolean => type === 'connecting' || type === 'in' || type === 'reconnecting'
const isFinished = ({ type }: Phase): boolean => type === 'left' || type === 'ended'

/** The phase after an event. An event that does not fit changes nothing, so that a late answer never reopens a session. */
export function nextPhase(phase: Phase, event: PhaseEvent): Phase {
  switch (event.event) {
    case 'join':
      return phase.type === 'pre' || phase.type === 'refused' ? { type: 'connecting' } : phase
    case 'entered':
      return phase.type === 'connecting' || phase.type === 'reconnecting' ? { type: 'in' } : phase
    case 'lost':
      return phase.type === 'in' ? { type: 'reconnecting', since: event.now } : phase
    case 'refused':
      return isFinished(phase) ? phase : { type: 'refused', why: event.why }
    case 'leave':
      return isInside(phase) ? { type: 'left' } : phase
    case 'closed':
      return isFinished(phase) ? phase : { type: 'ended' }
    case 'restart':
      return isInside(phase) ? phase : { type: 'pre' }
    default:
      return event satisfies never
  }
}
