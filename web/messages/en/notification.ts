import type { notification as ar } from '../ar/notification.ts'
import type { Wording } from '../messages.ts'

export const notification = {
  title: 'Hessa',
  body: 'There’s something new for you on Hessa.',
} as const satisfies Wording<typeof ar>
