import type { challenge as ar } from '../ar/challenge.ts'
import type { Wording } from '../messages.ts'

export const challenge = {
  title: 'Checking that you’re a real person…',
  text: 'There have been many attempts to log in to this account from elsewhere. Your device is solving a small puzzle and you’ll be in automatically. We won’t ask again from this network.',
  progress: 'Check progress',
  cancel: 'Cancel',
} as const satisfies Wording<typeof ar>
