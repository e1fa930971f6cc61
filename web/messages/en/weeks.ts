import type { weeks as ar } from '../ar/weeks.ts'
import type { Wording } from '../messages.ts'

export const weeks = {
  today: 'Today',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  range: '{from} – {to}',
  above: '{count, number} more above',
  below: '{count, number} more below',
  clockForward:
    'The clocks go forward an hour: the hour from {twelve, number} to {one, number} after midnight doesn’t exist.',
  clockBack: 'The clocks go back an hour: {eleven, number} to {twelve, number} at night comes twice.',
  deviceTime: 'That’s {from} by your device’s clock.',
  zone: 'All times are Cairo time. Your device is set to a different time zone.',
} as const satisfies Wording<typeof ar>
