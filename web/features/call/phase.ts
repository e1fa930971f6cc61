import type { Instant } from '#domain/cairo'

/** Why somebody cannot come in, or was put out. */
export type Refusal = 'unallowed' | 'not-found' | 'unreachable' | 'elsewhere'

/** Where a person stands with a meeting. */
export type Phase =
  | { is: 'pre' }
  | { is: 'connecting' }
  | { is: 'in' }
  | { is: 'reconnecting'; since: Instant }
  | { is: 'left' }
  | { is: 'ended' }
  | { is: 'refused'; why: Refusal }

export type PhaseEvent =
  | { event: 'join' }
  | { event: 'entered' }
  | { event: 'lost'; now: Instant }
  | { event: 'refused'; why: Refusal }
  | { event: 'leave' }
  /** The room was closed: its time is over, or the meeting was cancelled. */
  | { event: 'closed' }
  | { event: 'again' }

export const isInside = ({ is }: Phase): boolean => is === 'connecting' || is === 'in' || is === 'reconnecting'
const isBehind = ({ is }: Phase): boolean => is === 'left' || is === 'ended'

/** What happens next; an event that says nothing here changes nothing, so that a late answer never reopens a meeting. */
export function nextPhase(phase: Phase, happened: PhaseEvent): Phase {
  switch (happened.event) {
    case 'join':
      return phase.is === 'pre' || phase.is === 'refused' ? { is: 'connecting' } : phase
    case 'entered':
      return phase.is === 'connecting' || phase.is === 'reconnecting' ? { is: 'in' } : phase
    case 'lost':
      return phase.is === 'in' ? { is: 'reconnecting', since: happened.now } : phase
    case 'refused':
      return isBehind(phase) ? phase : { is: 'refused', why: happened.why }
    case 'leave':
      return isInside(phase) ? { is: 'left' } : phase
    case 'closed':
      return isBehind(phase) ? phase : { is: 'ended' }
    case 'again':
      return isInside(phase) ? phase : { is: 'pre' }
    default:
      return happened satisfies never
  }
}
