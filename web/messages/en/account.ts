import type { account as ar } from '../ar/account.ts'
import type { Wording } from '../messages.ts'

export const account = {
  login: {
    title: 'Welcome back',
    text: 'Log in with your email and pick up where you left off.',
    submit: 'Log in',
    wrong: 'That email and password don’t match. Check them and try again.',
    noAccount: 'New to Hessa?',
    registerStudent: 'Sign up as a student',
    registerTutor: 'Want to teach? Apply as a tutor',
    forgot: 'Forgot your password?',
  },
  or: 'or',
  google: {
    action: { login: 'Log in with Google', student: 'Sign up with Google', tutor: 'Apply with Google' },
    entering: 'Logging you in with Google…',
    failed: 'Google sign-in didn’t go through',
    mismatch: 'The answer from Google belongs to a different request. Try again from here.',
    noStorage: 'This browser doesn’t allow storing data',
    noStorageText:
      'Without it we can’t continue with Google. Open Hessa in another browser, or log in with your password.',
    noTls: 'Google sign-in doesn’t work at this address',
    noTlsText: 'The page was opened without https. Open it at its secure address, or log in with your password.',
    otherRole: 'This Google email already has a different kind of account. Use it on the log-in page.',
  },
  fields: {
    email: 'Email',
    password: 'Password',
  },
  failed: { login: 'We couldn’t log you in' },
  aside: {
    title: 'One-to-one lessons, on your schedule',
    people: 'Egyptian tutors who get you',
    time: '15 or 30 minutes, to fit your day',
    minutes: 'Fresh minutes every week',
    quote: 'How was your week?',
    answer: 'Busy, but I practised every day!',
  },
} as const satisfies Wording<typeof ar>
