import type { staffTutorQuality as ar } from '../ar/staff-tutor-quality.ts'
import type { Wording } from '../messages.ts'

export const staffTutorQuality = {
  title: 'Tutor quality',
  empty: 'No figures yet',
  emptyText: 'They’re worked out every night from the lessons of the last 12 weeks.',
  someone: 'Account {id}',
  unknown: 'Not known',
  filters: { poor: 'Needs a look', lessons: 'Number of lessons' },
  poor: {
    fulfilled: 'Misses lessons',
    punctual: 'Comes late',
    rating: 'Low rating',
    disputed: 'Disputed lessons',
    cutShort: 'Lessons cut short',
    poorCall: 'Poor calls',
  },
  columns: {
    tutor: 'Tutor',
    lessons: 'Lessons',
    fulfilled: 'Came',
    punctual: 'On time',
    rating: 'Rating',
    disputed: 'Disputed',
    cutShort: 'Cut short',
    poorCall: 'Poor calls',
    computedAt: 'Worked out',
  },
  counted: {
    fulfilled: '{count, plural, one {# lesson missed} other {# lessons missed}}',
    punctual: '{count, plural, one {late for # lesson} other {late for # lessons}}',
    rating: '{count, plural, one {# rating} other {# ratings}}',
    disputed: '{count, plural, one {# lesson} other {# lessons}}',
    cutShort: '{count, plural, one {# lesson} other {# lessons}}',
    poorCall: '{count, plural, one {# lesson} other {# lessons}} of {measured} measured',
  },
} as const satisfies Wording<typeof ar>
