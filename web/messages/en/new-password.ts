import type { newPassword as ar } from '../ar/new-password.ts'
import type { Wording } from '../messages.ts'

export const newPassword = {
  label: 'New password',
  confirm: 'Repeat password',
  mismatch: 'The two passwords don’t match.',
  rules: {
    label: 'Your password needs',
    length: '{min, number} to {max, number} characters',
    digit: 'At least one number',
    letter: 'At least one English letter',
    noSpace: 'No spaces',
  },
} as const satisfies Wording<typeof ar>
