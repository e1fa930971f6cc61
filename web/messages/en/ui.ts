import type { ui as ar } from '../ar/ui.ts'
import type { Wording } from '../messages.ts'

export const ui = {
  loading: 'Loading…',
  close: 'Close',
  back: 'Back',
  optional: 'optional',
  required: 'required',
  retry: 'Try again',
  report: 'Report the problem',
  clear: 'Clear',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  characters: '{count, number} of {max, plural, one {# character} other {# characters}}',
  code: {
    digit: 'Digit {position, number} of {length, number}',
    character: 'Character {position, number} of {length, number}',
  },
  rules: { met: 'Met', unmet: 'Not yet' },
  choose: 'Choose',
  error: {
    title: 'We couldn’t load this',
    text: 'The connection may have dropped for a moment. Try again, and tell us if it goes on.',
  },
  missingPart: {
    title: 'This needs the internet to open',
    text: 'Everything on the page is as it was. This opens by itself once you’re back online.',
  },
  crash: {
    title: 'Something went wrong on our side',
    text: 'It’s not your fault, and your data is safe. Reload the page. If it happens again, download the log and send it to us so that we can fix it.',
    reported: 'We got a report of this. If you contact us, its number is <bdi>{number}</bdi>',
    newVersionTitle: 'There’s a new version of Hessa',
    newVersionText: 'Reload the page to continue with the new version.',
    reload: 'Reload page',
    home: 'Back to home',
    exportLog: 'Download problem log',
  },
  notFound: {
    title: 'This page doesn’t exist',
    text: 'The link may be old or missing a letter.',
    home: 'Back to home',
  },
  toasts: {
    label: 'Notifications',
    hotkey: 'Notifications ({hotkey})',
    close: 'Close notification',
    types: { success: 'Done', info: 'Info', warning: 'Note', error: 'Error' },
  },
  steps: {
    label: 'Steps',
    position: 'Step {current, number} of {total, number}',
    done: 'Done',
  },
  pages: {
    label: 'Pages',
    first: 'First page',
    previous: 'Previous',
    next: 'Next',
    last: 'Last page',
    position: 'Page {page, number} of {pages, number}',
    positionOver: 'Page {page, number}',
    results: '{count, plural, =0 {No results} one {# result} other {# results}}',
    resultsOver: 'More than {count, plural, one {# result} other {# results}}',
    size: 'Per page',
  },
  rating: {
    outOf: 'out of {stars, number}',
    count: '{count, plural, =0 {No ratings yet} one {# rating} other {# ratings}}',
  },
  online: 'Online now',
  offline: 'Offline',
} as const satisfies Wording<typeof ar>
