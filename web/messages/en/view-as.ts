import type { viewAs as ar } from '../ar/view-as.ts'
import type { Wording } from '../messages.ts'

export const viewAs = {
  label: 'You’re viewing someone else’s account',
  as: 'Viewing as <name></name>, read only',
  left: '{time} left',
  leave: 'Exit',
} as const satisfies Wording<typeof ar>
