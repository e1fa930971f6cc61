import type { referrals as ar } from '../ar/referrals.ts'
import type { Wording } from '../messages.ts'

export const referrals = {
  loading: 'One moment…',
  someone: 'Your friend',
  title: 'Bring a friend',
  text: 'With your friend’s first lesson of a paid plan, each of you gets {count, number} minutes.',
  rules: {
    when: 'The minutes come a day after the lesson. Lessons of the free trial don’t count.',
    use: 'They come into the week of your running plan, and what’s left lasts for the next week. Without a running plan they wait 90 days for one.',
    year: '{count, number} times a year at the most.',
    person:
      'For somebody else, with an account, phone and payment method of their own. Sometimes we check before the minutes come.',
  },
  link: {
    open: 'Get your link',
    needsEmail: 'You get your link once your e-mail is verified.',
    failed: 'The link wasn’t made',
    label: 'Your link',
    hint: 'The code alone: {code}',
    copy: 'Copy the link',
    copied: 'Link copied',
    share: 'Share the link',
    shareText:
      'Learn English with me on Hessa. With the first lesson of your plan each of us gets {count, number} minutes: {url}',
  },
  broughtBy: 'Invited by {name}',
  ownStates: {
    registered: 'Waits for your first paid lesson',
    counted: 'The lesson counts, the minutes are coming',
    given: 'Minutes received',
    ended: 'No minutes',
  },
  enter: {
    title: 'Did somebody invite you?',
    text: 'You can enter their code until {until}.',
    label: 'Code',
    submit: 'Enter the code',
    done: 'The invitation is recorded',
    unknown: 'There’s no such code',
    illegal: 'This code can’t be used here: it must be of an older account, and one code is all.',
  },
  friends: {
    title: 'Your friends',
    left: '{count, plural, =0 {You’ve had all rewards of this year} one {One reward left this year} other {# rewards left this year}}',
    empty: 'Nobody has registered with your link yet.',
    waiting: '{count, number} minutes wait for a plan',
    waitingText: 'They come with the first plan that runs until {until}.',
  },
  states: {
    registered: 'Registered',
    counted: 'Had the first lesson',
    given: 'Minutes received',
    ended: 'No minutes',
  },
  invited: {
    title: 'Invited by {name}',
    untitled: 'An invitation to Hessa',
    text: 'With the first lesson of a paid plan each of you gets {count, number} more minutes.',
  },
  steps: {
    register: 'Register, with {count, number} free minutes to try.',
    lesson: 'Choose a plan, and have its first lesson with any tutor.',
    minutes: 'A day later: {count, number} minutes for each of you.',
  },
  register: 'Register',
  enterHere: 'Enter the code in the settings',
  forStudents: 'Invitations are for students’ accounts.',
  unknown: {
    title: 'This link doesn’t work',
    text: 'You can register without it, and enter the code later in the settings.',
  },
} as const satisfies Wording<typeof ar>
