import { amounts } from '../../../site/amounts.ts'
import type { privacy as arabicPrivacy, terms as arabicTerms } from '../../ar/site/legal.tsx'
import { number } from './numbers.tsx'

export const terms: typeof arabicTerms = {
  title: 'Terms of use',
  description: 'Hessa’s terms in plain words: the free trial, minutes, cancelling and refunds.',
  intro: 'By creating an account at Hessa you agree to what is written here. We kept it short so that it gets read.',
  sections: [
    [
      'Your account',
      'Your account is yours alone. Give an email that reaches you, and keep your password safe. If you think somebody else got in, change it and log out of all devices.',
    ],
    [
      'The free trial',
      `Every new student gets ${amounts.freeMinutes} once, after confirming their email. It needs no card, doesn’t renew, and ends when a subscription starts. It is given once a person: an email, phone number or Google account that has had it doesn’t get it again.`,
    ],
    [
      'Subscription and minutes',
      `A subscription gives you minutes every week, for ${number(4)}, ${number(12)} or ${number(52)} weeks. They renew at ${number(5)} am Cairo time on the weekday your subscription started, and what you haven’t used carries over to the next week, once, only where the plan says so.`,
      'A subscription is paid once and ends on its date. We take nothing from you later unless you ask for it.',
    ],
    [
      'Booking and cancelling',
      'You can have one coming lesson at a time, within the current week of your minutes. You can cancel or move it before it starts and get its minutes back, with no fees.',
      `If you cancel in the first ${amounts.wait} minutes of a lesson and the tutor hasn’t joined yet, its minutes count. After those ${amounts.wait} minutes it’s the tutor who is late, and you get your minutes back.`,
      'If the tutor cancels or doesn’t come, you get your minutes back.',
    ],
    [
      'Paying and refunds',
      'Prices are in Egyptian pounds and shown in full before you pay.',
      `If you cancel your subscription we refund what you paid, less the lessons you had: ${amounts.halfHour} for half an hour and ${amounts.quarterHour} for a quarter of an hour. We tell you the amount before you confirm.`,
    ],
    [
      'A disputed lesson',
      'If what happened isn’t what it says, tell us from the lesson’s page up to seven days after it. We check who joined and when, and decide.',
    ],
    [
      'Respect',
      'Lessons and messages are for learning. Abuse, harassment or asking to deal outside the site closes the account.',
    ],
    [
      'Ratings',
      'A rating is for a student who had a lesson with the tutor. Say what you think, honestly and respectfully. You can change or delete it at any time.',
    ],
    [
      'Tutors',
      `A tutor gets ${amounts.hour} an hour for each lesson that ended, wasn’t cancelled, and that they were in. They can withdraw from ${amounts.leastWithdrawal} upwards, to a wallet, a bank or InstaPay.`,
    ],
    ['Changes to the terms', 'If we change anything important, we’ll tell you by email before it applies.'],
    ['Contact', 'Send any question about the terms from the page “Contact us”.'],
  ],
}

export const privacy: typeof arabicPrivacy = {
  title: 'Privacy policy',
  description: 'What Hessa knows about you, why, who sees it, and how you control it.',
  intro: 'What we know about you, why, and how you control it.',
  sections: [
    [
      'What we collect',
      'Your email, and what you then write on your page: your name, number, governorate, level, and a photo if you add one. Also your lessons, messages, ratings and payments.',
    ],
    [
      'What we use it for',
      'To make booking, lessons, chat and payment work, and to send you confirmation codes and reminders. We sell your data to nobody.',
    ],
    [
      'Who sees what',
      'Your tutor sees your name, photo, level and goal. They don’t see your number. Your rating appears under your name on the tutor’s page.',
      'Card details go straight to the payment company and aren’t kept by us.',
    ],
    [
      'Who we share it with',
      'The payment company, so that you can pay, and the email and WhatsApp services, so that our messages reach you. Each gets only what it needs.',
    ],
    [
      'Video',
      'Sound and picture pass between you and the other side during the lesson. We don’t record lessons; we only keep who joined and when.',
    ],
    [
      'On your device',
      'We keep on your device that you’re signed in, and the language, digits and colours you chose. There are no advertising trackers.',
      'When you open one of our short links we count the click, without knowing who clicked.',
    ],
    [
      'Your rights',
      'You can change your details at any time, and log out of all devices. For any other request about your data, write to us from the page “Contact us”.',
    ],
    [
      'Protection',
      'Passwords are stored in a form that can’t be turned back, and every connection to the site is encrypted.',
    ],
    ['If this changes', 'If we change anything important in this policy, we’ll tell you by email first.'],
  ],
}
