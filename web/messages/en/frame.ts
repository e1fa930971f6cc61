import type { frame as ar } from '../ar/frame.ts'
import type { Wording } from '../messages.ts'

export const frame = {
  nav: {
    label: 'Main menu',
    dashboard: 'Home',
    onboarding: 'Path to teaching',
    tutors: 'Tutors',
    schedule: 'Lesson schedule',
    upcoming: 'My lessons',
    availability: 'Availability',
    withdrawals: 'Your earnings',
    plans: 'Plans',
    payments: 'Subscription and payments',
    chat: 'Messages',
    profile: 'Your page',
    settings: 'Settings',
    more: 'More',
  },
  unread: '{count, plural, one {# unread message} other {# unread messages}}',
  profile: {
    roles: {
      male: { student: 'Student', tutor: 'Tutor', tutorManager: 'Tutor manager' },
      female: { student: 'Student', tutor: 'Tutor', tutorManager: 'Tutor manager' },
    },
  },
  help: { report: 'Report a problem', contact: 'Contact us' },
  quota: {
    label: 'This week’s minutes',
    used: 'You’ve used {used} of {total}.',
    untouched: 'You haven’t used any of your {total} yet.',
    of: '{left} of {total}',
    remaining: '{minutes} left',
    none: 'No minutes left',
    renews: 'Your minutes renew every {weekday}, next {moment}. Unused minutes don’t carry over.',
    renewsCarrying: 'Your minutes renew every {weekday}, next {moment}. Unused minutes carry over for a week.',
    carried: 'Plus {minutes} from last week, until {moment}.',
    trial: 'These are your free trial minutes. Use them whenever you like.',
    trialLabel: 'Your free trial',
    about: 'How does it work?',
    plans: 'See plans',
  },
  verify: {
    studentText: 'Verify your email to start your free trial and book your first lesson.',
    tutorText: 'Verify your email so that students can book with you.',
    action: 'Verify now',
    label: 'Notice: email not verified yet',
  },
  erasure: {
    label: 'Notice: the account will be erased',
    text: 'Your account will be erased after {until}.',
    action: 'Keep your account',
  },
  notifications: {
    booked: 'You have a new lesson',
    rebooked: 'A lesson was rescheduled',
    canceled: 'A lesson was cancelled',
    whoAndWhen: '{name}, {when}',
    show: 'See lessons',
    someone: 'Hessa user',
    open: 'Open conversation',
  },
} as const satisfies Wording<typeof ar>
