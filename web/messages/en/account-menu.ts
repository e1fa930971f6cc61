import type { accountMenu as ar } from '../ar/account-menu.ts'
import type { Wording } from '../messages.ts'

export const accountMenu = {
  cairoTime: '{moment} (Cairo)',
  cairoTimeShort: '{moment} (Cairo)',
  label: 'Your account: {name}',
  menu: 'Your account and display',
  verified: 'Email verified',
} as const satisfies Wording<typeof ar>
