import type { cardRenewal as ar } from '../ar/card-renewal.ts'
import type { Wording } from '../messages.ts'

export const cardRenewal = {
  title: 'Renewal by card',
  text: 'Your next period is charged to a saved card. Three days and one day before, we send you the sum and the date, with a link that switches it off.',
  card: 'Card',
  cardOf: '{brand} ending in {digits}',
  start: 'Switch renewal on',
  line: '{name} for {period}: {amount} from the {brand} card ending in {digits}, on {charge}. The next period begins on {begins}.',
  ask: {
    title: 'Switch on renewal by card?',
    text: 'If the charge fails, we try twice more and then stop. Switch it off here or from the message at any time.',
    keep: 'Leave it off',
  },
  on: 'Renewal by card is on',
  none: 'There is no next period to renew now.',
  failed: '{count, plural, one {One charge} other {# charges}} failed. You can pay here in any other way.',
  stop: 'Switch renewal off',
  started: 'Renewal is on',
  stopped: 'Renewal is off',
  unchanged: 'The change wasn’t saved',
  link: {
    ask: { title: 'Switch off renewal by card', text: 'Your card won’t be charged, and your plan goes on to its end.' },
    done: {
      title: 'Renewal is off',
      text: 'Your card won’t be charged. You can pay for the next period on the payments screen.',
    },
    unknown: { title: 'This link doesn’t work', text: 'You can also switch renewal off on the payments screen.' },
    failed: 'Renewal wasn’t switched off',
    home: 'Open Hessa',
  },
} as const satisfies Wording<typeof ar>
