import type { units as ar } from '../ar/units.ts'
import type { Wording } from '../messages.ts'

export const units = {
  minutes: '{count, plural, one {# minute} other {# minutes}}',
  hours: '{count, plural, one {# hour} other {# hours}}',
  days: '{count, plural, one {# day} other {# days}}',
  weeks: '{count, plural, one {# week} other {# weeks}}',
  and: '{first} {second}',
  money: 'EGP {amount}',
  percent: '{amount}%',
  // As in the middle of a sentence; `capital` of the formatter puts one at the start.
  today: 'today',
  tomorrow: 'tomorrow',
  yesterday: 'yesterday',
  dayAndTime: '{day} at {time}',
  dayAndRange: '{day}, {range}',
  series: '{first}, {second}',
  pass: { first: '{time} (first time)', second: '{time} (second time)' },
  timeRange: '{from} – {to}',
  in: 'in {duration}',
  ago: '{duration} ago',
  now: 'just now',
  shortWeekdays: {
    saturday: 'Sat',
    sunday: 'Sun',
    monday: 'Mon',
    tuesday: 'Tue',
    wednesday: 'Wed',
    thursday: 'Thu',
    friday: 'Fri',
  },
} as const satisfies Wording<typeof ar>
