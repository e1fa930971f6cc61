import type { identities as ar } from '../ar/identities.ts'
import type { Wording } from '../messages.ts'

export const identities = {
  title: 'Google sign-in',
  text: 'Link your Google account to log in without a password.',
  loading: 'Checking linked Google accounts',
  google: 'Google',
  linkedAt: 'Linked {moment}',
  none: 'No Google account linked.',
  link: 'Link a Google account',
  unlink: 'Unlink',
  unlinkOf: 'Unlink Google account {email}',
  onlySignIn: 'This is your only way to log in. To unlink it, set a password first.',
  unlinked: 'Google account unlinked',
  unlinkFailed: 'The Google account wasn’t unlinked',
  back: {
    title: 'Back from Google',
    linking: 'Linking your Google account…',
    proving: 'Confirming it’s you…',
    linked: 'Google account linked',
    proven: 'Confirmed: it’s you',
    provenText: 'Enter your change again and save it within 5 minutes.',
    failed: 'Your request to Google didn’t go through',
    refused: 'You didn’t choose a Google account. Try again if you like.',
    mismatch: 'This answer isn’t for a request made here. Start from your settings.',
    other: 'This isn’t the Google account linked to your account. Choose the linked one.',
    notProven: 'We need to confirm it’s you before linking a Google account.',
    toSettings: 'Back',
  },
} as const satisfies Wording<typeof ar>
