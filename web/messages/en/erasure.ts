import type { erasure as ar } from '../ar/erasure.ts'
import type { Wording } from '../messages.ts'

export const erasure = {
  title: 'Erase your account',
  text: 'The account is erased 14 days after you ask, and you can keep it until then.',
  loading: 'Checking for a request',
  goes: 'What is erased',
  goesText:
    'Your name, email, phone and photo, devices and ways of signing in, the messages, notes and reports you wrote, files and saved cards.',
  stays: 'What stays without your name',
  staysText:
    'Lessons and ratings, payments and accounts, and the log of our team’s work: accounts and the law need them.',
  staysOfTutors: 'Withdrawals that were paid keep the receiver’s name and number, as tax law asks for.',
  plan: 'A plan that is running ends with the account, and nothing is refunded. Cancel it first to get back what is yours.',
  plans: 'Subscription and payments',
  trial: 'Your email can open a new account later, without another free trial.',
  ask: 'Erase my account',
  asking: 'Do you want to erase your account?',
  askingText: 'In 14 days all of this is erased, and nothing brings it back. Until then you can keep the account.',
  cancel: 'Keep it',
  proof: 'So that nobody else can erase your account.',
  done: 'Your request is in',
  askFailed: 'Your request didn’t go through',
  until: 'Your account will be erased after {until}.',
  waits: 'It waits until these have ended:',
  blocked: 'Before that, these have to end:',
  why: {
    'upcoming-lessons': 'Lessons to come',
    'upcoming-meetings': 'Meetings to come',
    'open-orders': 'Payments or refunds under way',
    balance: 'Earnings not withdrawn yet',
    'open-withdrawals': 'Withdrawals not paid yet',
    'waiting-pay': 'Lessons whose pay waits for a decision',
  },
  keep: 'Keep my account',
  kept: 'Your account stays as it is',
  keepFailed: 'The request wasn’t taken back',
} as const satisfies Wording<typeof ar>
