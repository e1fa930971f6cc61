import type { Instant } from '../cairo.ts'
import { reminderTimes } from '../lessons/reminders.ts'
import type { ScheduledMeeting } from './access.ts'
import { closesAt } from './hours.ts'

/** The first instant at which the room is closed; `closesAt` is the last one at which it is open. */
const endOf = (meeting: ScheduledMeeting): Instant => closesAt(meeting) + 1

/**
 * The next reminder or the closing of the room, whichever is first; null once it is over or cancelled. Epoch milliseconds.
 */
export function nextAlarm(meeting: ScheduledMeeting, now: Instant): Instant | null {
  if (meeting.isCanceled) return null
  const coming = [...reminderTimes(meeting), endOf(meeting)].filter((time) => time > now)
  return coming.length > 0 ? Math.min(...coming) : null
}

/** Whether a reminder has become due after the last check at `checkedAt`, and the meeting has not begun. */
export const hasReminderDue = (meeting: ScheduledMeeting, checkedAt: Instant, now: Instant): boolean =>
  !meeting.isCanceled && now < meeting.start && reminderTimes(meeting).some((time) => time > checkedAt && time <= now)
