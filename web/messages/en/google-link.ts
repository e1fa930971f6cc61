import type { googleLink as ar } from '../ar/google-link.ts'
import type { Wording } from '../messages.ts'

export const googleLink = {
  title: 'Link Google to your account',
  text: 'You already have an account with this email. Enter its password once, and from then on you can log in with Google:',
  noPassword:
    'You already have an account with this email, but it has no password. Set one with a code sent to your email, then link it to Google:',
  submit: 'Link and log in',
  wrong: 'That password isn’t right. Try again.',
  late: 'Time ran out. Go back and sign in with Google again.',
  setPassword: 'Email me a code',
  back: 'Back',
} as const satisfies Wording<typeof ar>
