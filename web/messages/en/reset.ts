import type { reset as ar } from '../ar/reset.ts'
import type { Wording } from '../messages.ts'

export const reset = {
  title: 'Forgot your password?',
  emailText: 'Enter your account’s email and we’ll send a code to set a new password.',
  send: 'Send code',
  codeText: 'We sent a code of {length, plural, one {# letter or digit} other {# letters and digits}} to',
  cancel: 'Cancel',
  otherEmail: 'Different email',
  passwordTitle: 'New password',
  passwordText: 'Once you save it you’re logged in, and any other device on your account is logged out.',
  save: 'Save and log in',
  failed: 'Your password wasn’t changed',
  done: 'Your password is changed',
} as const satisfies Wording<typeof ar>
