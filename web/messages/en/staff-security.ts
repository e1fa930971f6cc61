import type { staffSecurity as ar } from '../ar/staff-security.ts'
import type { Wording } from '../messages.ts'

export const staffSecurity = {
  title: 'Your account settings',
  account: {
    title: 'Your details',
    name: 'Name',
    email: 'Email',
    verified: 'Email verified',
    unverified: 'Not verified yet',
    verify: 'Send verification code',
    saved: 'Your details are saved',
  },
  digest: {
    title: 'Daily summary',
    switch: 'An email every day at 9 am',
    hint: 'It says what is yours and what is overdue. Nothing is sent when nothing waits.',
    unverified: 'It starts once your email is verified.',
    failed: 'The change wasn’t saved',
    ask: {
      title: 'Stop the daily email',
      text: 'You won’t get an email every day about what needs you in the dashboard.',
    },
    stopped: { title: 'The daily email is off', text: 'You can turn it on again in your account settings.' },
    unknown: {
      title: 'This link doesn’t work',
      text: 'You can also turn the daily email off in your account settings.',
    },
    stop: 'Stop the email',
    settings: 'Your account settings',
  },
  viewAs: {
    button: 'View as this user',
    title: 'View the website as {name}',
    text: 'It opens in a new tab for 15 minutes: read only, without chat texts or payment details. This is recorded under your name.',
    reason: 'Reason',
    reasonHint: 'Like the report’s number or what the user complains about.',
    open: 'Open',
  },
} as const satisfies Wording<typeof ar>
