import type { mailings as ar } from '../ar/mailings.ts'
import type { Wording } from '../messages.ts'

export const mailings = {
  title: 'Messages from the team of Hessa',
  switch: 'Send me news from Hessa by email and as notifications',
  hint: 'Two a week at most. Messages about lessons, money and your account arrive in any case.',
  language: 'Language of the messages',
  failed: 'The change wasn’t saved',
  ask: { title: 'Stop messages from the team', text: 'Messages about lessons, money and your account still arrive.' },
  stopped: { title: 'The messages are stopped', text: 'Turn them on again in settings, under notifications.' },
  unknown: {
    title: 'This link doesn’t work',
    text: 'You can also stop the messages in settings, under notifications.',
  },
  stop: 'Stop the messages',
  home: 'Open Hessa',
} as const satisfies Wording<typeof ar>
