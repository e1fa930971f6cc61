import type { platformNotice as ar } from '../ar/platform-notice.ts'
import type { Wording } from '../messages.ts'

export const platformNotice = {
  label: 'Notice from Hessa',
  whatsApp: 'Message us on WhatsApp',
  registrationPaused: 'Tutor sign-up is paused',
  registrationPausedText: 'We’re not taking new tutors right now. Please try again later.',
} as const satisfies Wording<typeof ar>
