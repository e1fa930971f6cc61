import type { bookSameTime as ar } from '../ar/book-same-time.ts'
import type { Wording } from '../messages.ts'

export const bookSameTime = {
  title: 'Same time again with {name}?',
  loading: 'Checking times…',
  open: '{name} is free at the same time next week.',
  taken: '{name} isn’t free {when}.',
  short: 'You don’t have enough minutes in the week of {when}.',
  notYet: {
    weeks: 'You can book until {end}, so {when} isn’t open yet. The next week opens {opens}.',
    renewal: 'Booking for {when} opens {end}, when your minutes renew.',
    'trial-horizon': 'You can only book until {end}, so {when} isn’t open yet.',
    'subscription-end': 'Your subscription runs until {end}. To book {when}, you’ll need to renew it.',
  },
  sooner: 'The same time is free sooner, though:',
  book: 'Book {when}',
  choose: 'Choose another time',
  again: 'Book another lesson with {name}',
  done: 'Your lesson with {name} is booked',
} as const satisfies Wording<typeof ar>
