import type { plans as ar } from '../ar/plans.ts'
import type { Wording } from '../messages.ts'

export const plans = {
  title: 'Plans',
  intro:
    'Choose how much time suits you each week. Your minutes renew by themselves, and you can book any tutor with them.',
  loading: 'Getting the plans ready…',
  empty: 'No plans on offer right now',
  emptyText: 'We’re preparing new plans. Until then, have a look at our tutors.',
  seeTutors: 'See tutors',
  period: {
    label: 'Subscription length',
    month: '1 month',
    quarter: '3 months',
    year: '1 year',
    best: 'up to {percent} off',
  },
  periodWeeks: '{weeks, plural, one {# week} other {# weeks}}',
  name: '{duration} a week',
  topUp: { name: '{duration} more', period: 'this week and the next' },
  lessons:
    '{halfHours, plural, =0 {One 15-minute lesson} one {One 30-minute lesson} other {# lessons of 30 minutes}}{quarterHours, plural, =0 {} other {{halfHours, plural, =0 {} other { and one of 15}}}} a week',
  allowance:
    '{lessons, plural, one {One lesson booked at a time} other {Up to # lessons booked ahead}}, {weeks, plural, one {within the current week} other {within # weeks}}',
  carriesOver: 'Minutes you don’t use come with you for one more week',
  standingTimes: 'The same time with your tutor every week',
  total: 'for {period}',
  once: 'For {period} ({weeks}), paid once',
  was: 'was {amount}',
  saves: 'Save {amount}',
  perLesson: '{amount} per {minutes, number}-minute lesson',
  choose: 'Subscribe',
  chooseOf: 'Subscribe to {name} for {period}',
  popular: 'Most popular',
  current: 'Your current plan',
  invited: 'Just for you',
  invitedText: 'A plan by invitation',
  invitedUntil: 'Invitation until {day}',
  active: {
    title: 'Your subscription is active: {name}',
    text: 'Until {end}.',
    action: 'Your subscription and payments',
  },
  waiting: {
    title: 'You have an unpaid order',
    text: '{name} for {period}, {amount}.',
    action: 'Continue to payment',
  },
  trial: {
    title: 'Try {minutes} for free',
    text: 'Verify your email and get {minutes} to book with any tutor: no card, no money. It’s once only and doesn’t renew.',
    register: 'Sign up and try it',
    verify: 'Verify email and start',
    left: 'You have {minutes} left of your free trial',
    leftText: 'Use them before you pay. The trial ends when you subscribe to a plan.',
    book: 'Book a lesson',
    proofTitle: 'The free trial is once per person',
    proofText:
      'This mailbox or mobile number has already had a trial, or five accounts of your email’s domain have had one today. If this is your first time, verify your mobile number and get {minutes}.',
    proofUsed: 'This email and mobile number have already had a trial. Choose a plan to start.',
    verifyPhone: 'Verify mobile number',
    over: 'Your free trial is over',
    overText: 'Choose a plan and continue with the tutor you liked.',
  },
  facts: {
    title: 'Every plan includes',
    tutors: 'Lessons with any tutor, and switching whenever you like',
    weekly: 'Minutes that renew every week. Unused minutes carry over only where the plan says so',
    change: 'Rescheduling or cancelling before a lesson starts, with your minutes back',
    noRenewal: 'No surprise charges: the subscription ends by itself and renewing is up to you',
    refund: 'If you cancel the subscription, you get back what you paid less the lessons you took',
  },
} as const satisfies Wording<typeof ar>
