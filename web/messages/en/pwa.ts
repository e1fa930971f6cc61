import type { pwa as ar } from '../ar/pwa.ts'
import type { Wording } from '../messages.ts'

export const pwa = {
  update: {
    title: 'There’s a new version of Hessa',
    text: 'Update whenever you like: nothing will be lost.',
    reload: 'Update now',
    busy: 'A lesson is on, or something isn’t saved yet. Finish it first, then update.',
  },
  offline: {
    comesBack: 'This screen needs the internet. It’ll open by itself as soon as you’re back online.',
    reference: 'Payment number <ltr>{number}</ltr>',
  },
  push: {
    title: 'Notifications on this device',
    label: 'Send me notifications on this device',
    hint: 'A day and an hour before each lesson, and when a message comes while Hessa is closed. A notification says who wrote, not what.',
    blocked:
      'Your browser is blocking Hessa’s notifications. Allow them in the browser’s site settings, then come back here.',
    unsupported:
      'This browser has no notifications. On an iPhone, add Hessa to the home screen and open it from there.',
    failed: 'We couldn’t turn notifications on. Try again in a little while.',
    offer: 'Remind me on this device',
    on: 'We’ll remind you on this device. You can turn it off in the settings.',
  },
} as const satisfies Wording<typeof ar>
