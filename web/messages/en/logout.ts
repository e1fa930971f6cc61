import type { logout as ar } from '../ar/logout.ts'
import type { Wording } from '../messages.ts'

export const logout = {
  title: 'Log out?',
  text: 'You’ll need your email and password to log in again on this device.',
  confirm: 'Log out',
  keep: 'Stay logged in',
} as const satisfies Wording<typeof ar>
