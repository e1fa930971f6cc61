import type { contact as ar } from '../ar/contact.ts'
import type { Wording } from '../messages.ts'

export const contact = {
  review: 'Please check the highlighted fields.',
  failed: 'Your message wasn’t sent. What you wrote is still here.',
  soon: 'We received a message from you not long ago, and accept one every 6 hours. What you wrote is still here.',
  empty: 'Please fill this in.',
} as const satisfies Wording<typeof ar>
