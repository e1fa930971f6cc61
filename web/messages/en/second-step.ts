import type { secondStep as ar } from '../ar/second-step.ts'
import type { Wording } from '../messages.ts'

export const secondStep = {
  title: 'One more step',
  codeText: 'Enter the code your authenticator app shows now.',
  passkeyText: 'Confirm it’s you with your fingerprint or your device’s lock.',
  recoveryText: 'Enter one of the recovery codes you saved. Each works once.',
  code: 'Authenticator code',
  recoveryCode: 'Recovery code',
  submit: 'Log in',
  passkey: 'Log in with a passkey',
  useCode: 'Use an authenticator code',
  useRecovery: 'Use a recovery code',
  back: 'Back to password',
  failed: 'We couldn’t verify you',
  wrongCode: 'This code isn’t right or was already used. Wait for a new one in the app.',
  wrongRecovery: 'This recovery code isn’t right or was already used.',
  late: 'Time ran out for this step. Go back and enter your password again.',
  passkeyOnlyHere: 'Passkeys only work in the staff dashboard. Log in there, or use a recovery code.',
  canceled: 'The confirmation was cancelled or timed out. Try again.',
} as const satisfies Wording<typeof ar>
