import type { callSettings as ar } from '../ar/call-settings.ts'
import type { Wording } from '../messages.ts'

export const callSettings = {
  title: 'Calls',
  sounds: 'Call sounds',
  soundsHint: 'A soft chime when someone joins, leaves or sends a message.',
} as const satisfies Wording<typeof ar>
