import type { maintenance as ar } from '../ar/maintenance.ts'
import type { Wording } from '../messages.ts'

export const maintenance = {
  title: 'Down for maintenance, back soon',
  text: 'Leave this page open. It goes on by itself as soon as we are done, and everything you typed is still here.',
  until: 'We expect to be back {moment}.',
  retry: 'Check now',
  notYet: 'Still working on it.',
} as const satisfies Wording<typeof ar>
