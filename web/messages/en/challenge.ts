import type { challenge as ar } from '../ar/challenge.ts'
import type { Wording } from '../messages.ts'

export const challenge = {
  title: 'Checking that you’re a real person…',
  text: 'There have been many attempts to log in to this account from elsewhere. Your device is solving a small puzzle and you’ll be in automatically. We won’t ask again from this network.',
  progress: 'Check progress',
  cancel: 'Cancel',
  impossible: 'Your device can’t check this from here',
  impossibleText:
    'The page was opened without https, or the browser doesn’t allow the check. Open it at its secure address or in another browser, and log in there.',
} as const satisfies Wording<typeof ar>
