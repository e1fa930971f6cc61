import { hours, type Instant, minutes, overlaps, type TimeRange } from '../cairo.ts'
import { isStudent, type Role } from '../roles.ts'
import type { FixedWindow } from '../throttle.ts'

/** How long a time is kept for a student who confirms it (docs/rules/lessons.md 13.1). */
export const HOLD_MS = minutes(2)

/** The times that one student may hold (docs/rules/lessons.md 13.5). */
export const HOLDS_OF_STUDENT: FixedWindow = { uses: 20, windowMs: hours(1) }

/** How often one student may hold the same quarter hour of a tutor (docs/rules/lessons.md 13.5). */
export const HOLDS_OF_QUARTER: FixedWindow = { uses: 3, windowMs: minutes(10) }

/** A time of a tutor that is kept for a student; `until` is excluded. */
export type HeldTime = TimeRange & { studentId: number; until: Instant }

/** Whether a hold still keeps its time: at its end it does not (docs/rules/lessons.md 13.1). */
export const isInForce = ({ until }: Pick<HeldTime, 'until'>, now: Instant): boolean => now < until

/**
 * The times of a tutor that are kept for others than this person; admins are bound by none (docs/rules/lessons.md 13.2,
 * 13.4).
 */
export const heldByOthers = <Held extends HeldTime>(
  holds: readonly Held[],
  { id, role }: { id: number; role: Role },
  now: Instant,
): Held[] => (isStudent(role) ? holds.filter((hold) => hold.studentId !== id && isInForce(hold, now)) : [])

/** The hold by which a student already keeps exactly this time; asking again does not make it longer (docs/rules/lessons.md 13.3). */
export const sameHold = <Held extends HeldTime>(
  holds: readonly Held[],
  studentId: number,
  { start, end }: TimeRange,
  now: Instant,
): Held | undefined =>
  holds.find((hold) => hold.studentId === studentId && hold.start === start && hold.end === end && isInForce(hold, now))

/** Whether one of these holds keeps a part of this time. */
export const isHeld = (held: readonly TimeRange[], range: TimeRange): boolean =>
  held.some((one) => overlaps(one, range))
