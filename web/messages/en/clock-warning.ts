import type { clockWarning as ar } from '../ar/clock-warning.ts'
import type { Wording } from '../messages.ts'

export const clockWarning = {
  ahead: 'Your device’s clock is {duration} fast.',
  behind: 'Your device’s clock is {duration} slow.',
  zone: 'Your device’s data for Cairo time is out of date.',
  elsewhere: 'Your device isn’t on Cairo time.',
  elsewhereText: 'All times here are Cairo time, where it’s {time} now.',
  text: 'Lesson times here are correct, but set the clock to automatic in your device’s settings so that reminders come on time.',
  dismiss: 'Got it',
  label: 'Notice: device clock',
} as const satisfies Wording<typeof ar>
