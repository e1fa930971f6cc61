import type { dashboard as ar } from '../ar/dashboard.ts'
import type { Wording } from '../messages.ts'

export const dashboard = {
  login: { title: 'Staff dashboard', text: 'For the Hessa team only.' },
  notStaff: 'This account isn’t part of the Hessa team. If you’re a student or a tutor, log in on the main site.',
  toApp: 'Go to the main site',
} as const satisfies Wording<typeof ar>
