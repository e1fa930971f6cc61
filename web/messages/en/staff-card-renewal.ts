import type { staffCardRenewal as ar } from '../ar/staff-card-renewal.ts'
import type { Wording } from '../messages.ts'

export const staffCardRenewal = {
  title: 'Renewal by card',
  text: 'The next period charged to a saved card. Only the student switches it on.',
  loading: 'Loading the renewal…',
  off: 'Off',
  card: 'On since {since}, {brand} card ending in {digits}',
  next: '{amount} on {charge}; the period begins on {begins}',
  announced: 'Announced on {at}',
  failed: '{count, plural, one {One charge} other {# charges}} failed',
  stop: 'Switch renewal off',
  stopTitle: 'Switch off renewal by card?',
  stopText: 'The card won’t be charged. The reason is kept in the audit log.',
  stopped: 'Renewal is off',
  notStopped: 'Renewal wasn’t switched off',
} as const satisfies Wording<typeof ar>
