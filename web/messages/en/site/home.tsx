/** @jsxImportSource hono/jsx */

import { here } from '../../../site/addresses.ts'
import { amounts } from '../../../site/amounts.ts'
import { Mark } from '../../../site/pages/parts.tsx'
import type { home as ar } from '../../ar/site/home.tsx'
import { minutesOf, number } from './numbers.tsx'

export const home: typeof ar = {
  title: 'Hessa | Speak English with a tutor of your own',
  description: `One-to-one English lessons with Egyptian tutors, 15 or 30 minutes, at a time that suits you. Your first ${amounts.freeMinutesNumber} minutes are free, no card needed.`,
  organization: 'One-to-one English lessons with Egyptian tutors.',
  heading: (
    <>
      Speak English with a tutor <Mark>of your own.</Mark>
    </>
  ),
  lead: 'One-to-one video lessons with Egyptian tutors. 15 or 30 minutes, on your phone, at a time that suits you.',
  free: `Your first ${amounts.freeMinutesNumber} minutes are free, no card needed.`,
  from: 'After that, a monthly plan that fits your time, paid once.',
  start: 'Start your free hour',
  tutors: 'See the tutors',
  scene: {
    next: 'Your next lesson',
    today: 'Today',
    time: '7:30 pm',
    initial: 'N',
    title: 'Everyday conversation',
    kind: `${minutesOf(30)}, one to one`,
    join: 'Join the lesson',
    week: 'This week’s minutes',
    left: `${number(90)} of ${number(120)} left`,
  },
  near: {
    title: 'Tutors who are free soon',
    text: 'Every tutor has a video, ratings from students who really had lessons with them, and free times you can see.',
    all: 'Open the list of tutors',
  },
  steps: {
    title: 'Three steps and you’re in the lesson',
    list: [
      ['Choose your tutor', 'Listen to their voice, read what students say, and see when they’re next free.'],
      ['Book in under a minute', '15 or 30 minutes, at one of their times. We’ll remind you a day and an hour before.'],
      ['Speak', 'Video and chat in one place, straight from the browser. Afterwards your tutor writes what to review.'],
    ],
  },
  prices: {
    title: 'Prices up front',
    text: (
      <>
        You buy minutes for every week. You pay once, and nothing is taken later.{' '}
        <a href={here('/pricing')}>See all periods and savings</a>
      </>
    ),
  },
  safe: {
    title: 'Your money and minutes are safe',
    list: [
      ['Try it first', `${amounts.freeMinutes} with any tutor before you pay anything.`],
      ['Cancel freely', 'Any time before the lesson starts. You get all your minutes back, with no fees.'],
      ['Tutor didn’t come?', `Wait ${amounts.wait} minutes and leave. Your minutes come back without asking.`],
      ['Changed your mind?', 'Cancel the subscription and get back what you paid, less the lessons you had.'],
    ],
  },
  questions: { title: 'Often asked', all: 'All students’ questions' },
  teach: {
    title: 'Do you teach English?',
    text: 'Open your hours from home, and students book them.',
    action: 'See what you’d earn',
  },
}
