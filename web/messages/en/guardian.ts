import type { guardian as ar } from '../ar/guardian.ts'
import type { Wording } from '../messages.ts'

export const guardian = {
  minor: 'Under 18',
  title: 'Guardian',
  needed: {
    title: 'Your guardian has to agree first',
    text: 'You are under 18, so a parent or guardian agrees once, before your first booking or payment. We send them a code by WhatsApp, and they give it to you.',
    action: 'Add your guardian',
  },
  why: 'We send your guardian what they agree to by WhatsApp, and then a code. If they agree, they give you the code.',
  consent: {
    title: 'The guardian agrees that:',
    books: 'the student books English lessons online and pays for them on Hessa.',
    tutors: 'tutors know that the student is under 18.',
    kept: 'their name and number are kept, and seen by the student and the Hessa team alone.',
    withdrawn: 'they can withdraw at any time in one tap, by the link in the message.',
  },
  name: 'Guardian’s name',
  nameHint: 'First name and family name.',
  phone: 'Guardian’s mobile',
  phoneHint: '11 digits with WhatsApp, like 01012345678, and not your own number.',
  send: 'Send the code to your guardian',
  sent: 'We sent a code of {length, plural, one {# digit} other {# digits}} by WhatsApp to',
  validity: 'The code works for a quarter of an hour. Enter it when your guardian gives it to you.',
  change: 'Change the details',
  resent: 'We sent a new code. The old one no longer works.',
  notSent: 'The code was not sent',
  done: 'Your guardian has agreed',
  doneText: 'You can book and pay now. Your guardian can withdraw by the link in their message.',
  finish: 'OK',
  loading: 'Loading your guardian…',
  given: '{name} agreed on {date}',
  byStaff: 'Recorded by the Hessa team',
  replace: 'Change guardian',
  link: {
    ask: {
      title: 'A guardian’s consent',
      text: 'A student on Hessa wrote that you are their guardian. If you have agreed and want to withdraw, this button does so at once.',
    },
    done: {
      title: 'Your consent is withdrawn',
      text: 'The student can neither book nor pay without a new consent. Lessons that are booked are still there, and can be cancelled.',
    },
    unknown: {
      title: 'There is no consent of yours',
      text: 'No consent by your number is recorded for this student, so there is nothing to withdraw.',
    },
    withdraw: 'Withdraw consent',
    failed: 'We could not withdraw the consent',
    home: 'Open Hessa',
  },
} as const satisfies Wording<typeof ar>
