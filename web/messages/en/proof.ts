import type { proof as ar } from '../ar/proof.ts'
import type { Wording } from '../messages.ts'

export const proof = {
  title: 'Confirm it’s you',
  text: 'So that nobody else can change how you log in.',
  password: 'Current password',
  wrong: 'That password isn’t right.',
  code: 'Code from your authenticator app',
  passkey: 'Confirm with a passkey',
  google: 'Confirm with Google',
  googleText: 'You’ll go to Google and come back here. Then enter your change again and save it.',
  canceled: 'The confirmation closed before it was complete. Try again.',
  confirm: 'Confirm and save',
  none: 'Your account has no password yet. Log out, set one with “Forgot your password?” on the log-in page, then make your change.',
  pending: {
    title: 'Your new email is waiting to be verified',
    text: 'We sent a code to <email></email>. Until you verify it, you log in and get messages with your current email.',
    verify: 'Enter code',
    cancel: 'Cancel change',
    canceled: 'The change is cancelled and your email stays the same.',
    failed: 'The change wasn’t cancelled',
  },
  undo: {
    title: 'Restore your old email',
    text: 'Choose a new password: your old email returns to the account, and anyone who logged in after the change is logged out.',
    action: 'Restore my email',
    failed: 'Your email wasn’t restored',
    used: 'This link doesn’t work: either it has been used or part of it is missing. If you need help, contact us.',
    expired:
      'This link is more than {days, plural, one {# day} other {# days}} old and no longer works. Contact us and we’ll help.',
    noToken: 'Open the link from the message we sent you, complete as it is.',
    done: 'Your email is back',
    doneText:
      'Log in with your old email and the new password. Your mobile number was removed: enter and verify it again in settings.',
    login: 'Log in',
  },
} as const satisfies Wording<typeof ar>
