import type { calendar as ar } from '../ar/calendar.ts'
import type { Wording } from '../messages.ts'

export const calendar = {
  add: {
    action: 'Add to calendar',
    menu: 'Add “{title}” to calendar',
    google: 'Google Calendar',
    file: 'Apple Calendar or another app',
    outlook: 'Outlook',
    reminder: 'Starts in an hour',
    failed: 'The calendar file didn’t download',
  },
  feed: {
    name: 'Hessa',
    title: 'Hessa in your own calendar',
    text: 'Your lessons and interviews appear in Google, Apple or Outlook calendar by themselves, and stay up to date when one is rescheduled or cancelled.',
    loading: 'Loading your calendar link',
    make: 'Create my calendar link',
    address: 'Your calendar link',
    secret:
      'Keep this link private: anyone who has it can see your schedule. Active since {day}. It ends when your password changes or you log out on all devices.',
    copy: 'Copy link',
    copied: 'Link copied',
    in: { google: 'Add to Google Calendar', apple: 'Open in Apple Calendar', outlook: 'Add to Outlook' },
    delay: 'Each app updates at its own pace: Apple every little while, Google within up to a day.',
    reveal: 'Show link',
    proof: 'So that nobody else can see your schedule.',
    unreadable:
      'This link is an older one: it still works in your calendar, but it can’t be shown again. You can create a new one.',
    hidden: 'The link wasn’t shown',
    renew: 'Replace link',
    stop: 'Turn off link',
    keep: 'Keep it',
    ask: {
      renew: 'Replace your calendar link?',
      stop: 'Turn off your calendar link?',
      text: 'The current link will stop working at once in every app you added it to.',
    },
    done: { renew: 'Your new calendar link is ready', stop: 'Your calendar link is off' },
    failed: 'Your calendar link didn’t change',
  },
} as const satisfies Wording<typeof ar>
