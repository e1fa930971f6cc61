import { hours, type Instant } from '../cairo.ts'

/** Both members are reminded a day and an hour before a lesson, each once (docs/rules/lessons.md 6.1). */
export const REMINDERS = { day: hours(24), hour: hours(1) } as const
export type ReminderKind = keyof typeof REMINDERS

/**
 * Which reminders of a lesson are due: the time before its start has come, it has not begun, and it was booked (or moved)
 * earlier than that, since nobody is reminded of what they have just done. After the last hour has begun, the day's is
 * of no use any more (docs/rules/lessons.md 6.1).
 */
export function dueReminders(lesson: { start: Instant; bookedAt: Instant }, now: Instant): ReminderKind[] {
  const { start, bookedAt } = lesson
  if (now >= start) return []
  const isDue = (kind: ReminderKind) => now >= start - REMINDERS[kind] && bookedAt < start - REMINDERS[kind]
  if (now >= start - REMINDERS.hour) return isDue('hour') ? ['hour'] : []
  return isDue('day') ? ['day'] : []
}

/** When a lesson's reminders fall due. */
export const reminderTimes = ({ start }: { start: Instant }): Instant[] =>
  Object.values(REMINDERS).map((ms) => start - ms)
