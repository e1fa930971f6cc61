import { hours, type Instant } from '../cairo.ts'

/** Both members are reminded a day and an hour before a lesson, each once (docs/rules/lessons.md 6.1). */
export const REMINDERS = { day: hours(24), hour: hours(1) } as const
export type ReminderKind = keyof typeof REMINDERS

/**
 * Which reminders of a lesson are due: their time before its start has come, the lesson has not started, and it was booked
 * or moved before that time, since a reminder of a new booking is useless. In the last hour only the hour's reminder is
 * sent (docs/rules/lessons.md 6.1).
 */
export function dueReminders(lesson: { start: Instant; bookedAt: Instant }, now: Instant): ReminderKind[] {
  const { start, bookedAt } = lesson
  if (now >= start) return []
  const isDue = (kind: ReminderKind) => now >= start - REMINDERS[kind] && bookedAt < start - REMINDERS[kind]
  if (now >= start - REMINDERS.hour) return isDue('hour') ? ['hour'] : []
  return isDue('day') ? ['day'] : []
}

/** The times at which a lesson's reminders become due. */
export const reminderTimes = ({ start }: { start: Instant }): Instant[] =>
  Object.values(REMINDERS).map((ms) => start - ms)
