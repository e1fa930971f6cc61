import type { bookingIntent as ar } from '../ar/booking-intent.ts'
import type { Wording } from '../messages.ts'

export const bookingIntent = {
  label: 'The lesson you chose',
  login: 'Once you log in, your time is ready to book.',
  with: 'Your lesson with {name}',
  free: '{count, plural, one {Your first # minute} other {Your first # minutes}} free. Carry on and your time is ready to book.',
} as const satisfies Wording<typeof ar>
