import type { tutors as ar } from '../ar/tutors.ts'
import type { Wording } from '../messages.ts'

export const tutors = {
  list: {
    title: 'Tutors',
    purpose: 'Tap a time that suits you and book your lesson in under a minute.',
    found: '{count, plural, =0 {No tutors} one {# tutor} other {# tutors}}',
    foundFor:
      '{count, plural, =0 {No results for “{search}”} one {# result for “{search}”} other {# results for “{search}”}}',
    loading: 'Finding tutors for you…',
    searchLabel: 'Search tutors',
    searchHint: 'A tutor’s name or a topic, like “conversation”',
    clearSearch: 'Clear search',
    showChanges: 'Show the new order',
  },
  titles: {
    of: 'English lessons with {name} | Hessa',
    notFound: 'Tutor not found | Hessa',
  },
  card: {
    book: 'Book {when} with {name}',
    film: 'Play {name}’s video',
    slow: 'Easy on beginners',
    quote: '“{text}”',
    quoted: 'A student said:',
    notFree: 'No free times right now',
    lessons: '{count, plural, =0 {New to Hessa} one {# lesson with us} other {# lessons with us}}',
    moreTopics: '+{count, number}',
    otherTopics: 'And other topics: {topics}',
    topics: 'Topics',
  },
} as const satisfies Wording<typeof ar>
