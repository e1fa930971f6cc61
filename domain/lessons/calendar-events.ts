import type { Instant } from '../cairo.ts'
import type { SessionKind } from '../sessions/session-id.ts'

/** A feed contains events that ended at most this many days ago, and all future ones (docs/rules/calendar.md 2.1). */
export const PAST_DAYS = 60
/** The maximum number of events in a feed: the earliest ones, starting `PAST_DAYS` ago. */
export const MAX_EVENTS = 1000

/** A lesson, interview or demo session as a calendar shows it to one of its two members. Epoch milliseconds. */
export type CalendarEvent = {
  kind: SessionKind
  id: number
  start: Instant
  end: Instant
  isCanceled: boolean
  createdAt: Instant
  updatedAt: Instant
  /** How often it was changed: SEQUENCE of RFC 5545, 3.8.7.4, by which a calendar knows the later of two states. */
  sequence: number
  /** Null until the other member has entered a name. */
  otherName: string | null
}

/** Constant for the life of the session, so that a calendar moves its entry instead of adding a second. */
export const eventUid = ({ kind, id }: Pick<CalendarEvent, 'kind' | 'id'>): string => `${kind}-${id}@hessa`
