/** @jsxImportSource hono/jsx */
import type { live as ar } from '../../ar/site/live.tsx'
import { lessonsOf, minutesOf, number, pounds, ratingsOf } from './numbers.tsx'

export const live: typeof ar = {
  current: (link) => <>See today’s prices on {link('the plans page')}. You don’t need an account.</>,
  month: 'One month',
  quarter: `${number(3)} months`,
  year: 'One year',
  from: (amount) => `After that, plans start at ${pounds(amount)} a month, paid once.`,
  aWeek: (minutes) => `${minutesOf(minutes)} a week`,
  lessonsAWeek: ({ halfHours, quarterHours }) => {
    const lessons = [halfHours > 0 && lessonsOf(halfHours), quarterHours > 0 && 'one of 15 minutes'].filter(Boolean)
    return halfHours > 0 ? `That’s ${lessons.join(' and ')} every week` : 'That’s a 15-minute lesson every week'
  },
  aMonth: (price) => <>{price} a month</>,
  perLesson: (amount, minutes) => `${pounds(amount)} for a ${minutes < 30 ? '15-minute' : 'half-hour'} lesson`,
  save: (amount) => `Save ${pounds(amount)}`,
  insteadOf: 'Instead of',
  pricesOf: (minutes) => `Prices of ${minutesOf(minutes)} a week`,
  subscribe: (rest, minutes) => <>Subscribe{rest(` to ${minutesOf(minutes)} a week`)}</>,
  product: 'Hessa plans: one-to-one English lessons',
  productText: 'Weekly minutes for one-to-one English lessons with Egyptian tutors.',
  ratings: (count) => `(${ratingsOf(count)})`,
  quote: (text) => <>“{text}”</>,
  allTutors: 'See all tutors',
  reviews: 'What students said after their lessons',
  after: (tutor) => <>After a lesson with {tutor}</>,
  saidAfter: (name, tutor) => (
    <>
      {name}, after a lesson with {tutor}
    </>
  ),
}
