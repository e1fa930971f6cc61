import type { Instant } from '../cairo.ts'
import { reminderTimes } from '../lessons/reminders.ts'
import type { ScheduledMeeting } from './access.ts'
import { closesAt } from './hours.ts'

/** The first moment at which a room is over: the last instant that it is open is still its members'. */
const endOf = (meeting: ScheduledMeeting): Instant => closesAt(meeting) + 1

/** Only lessons are reminded of (docs/rules/lessons.md 6.1). */
const remindersOf = (meeting: ScheduledMeeting): Instant[] => (meeting.kind === 'lesson' ? reminderTimes(meeting) : [])

/** When a session has something to do by itself again; null once it is over or cancelled. Epoch milliseconds. */
export function nextAlarm(meeting: ScheduledMeeting, now: Instant): Instant | null {
  if (meeting.isCanceled) return null
  const coming = [...remindersOf(meeting), endOf(meeting)].filter((time) => time > now)
  return coming.length > 0 ? Math.min(...coming) : null
}

/** Whether a reminder has fallen due since the room was last looked at. */
export const hasReminderDue = (meeting: ScheduledMeeting, checkedAt: Instant, now: Instant): boolean =>
  !meeting.isCanceled && now < meeting.start && remindersOf(meeting).some((time) => time > checkedAt && time <= now)
