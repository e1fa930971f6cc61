import type { consents as ar } from '../ar/consents.ts'
import type { Wording } from '../messages.ts'

export const consents = {
  title: 'What you have agreed to',
  text: 'What you have agreed to and when. This register is kept as proof, for you and for us.',
  ofTitle: 'Consents',
  ofText: 'What they agreed to, when and where. The register is never changed.',
  loading: 'Loading consents',
  empty: 'No consents are registered yet.',
  kinds: { terms: 'Terms of use', privacy: 'Privacy policy', marketing: 'News from Hessa by email and notification' },
  version: 'Version {version, number}',
  given: 'Agreed',
  withdrawn: 'Withdrawn',
  places: {
    registration: 'When the account was created',
    google: 'When the account was created with Google',
    settings: 'In the settings',
    question: 'When asked about the new text',
    link: 'By the link in a message',
    staff: 'To our team, who created the account',
  },
  due: 'Still to be accepted: {texts}',
  mailingsOn: 'You get news from Hessa.',
  mailingsOff: 'You get no news from Hessa: we need your consent first.',
  change: 'Change this',
  question: {
    label: 'Notice: a text waits for your consent',
    first: { title: 'Before we start', banner: 'You haven’t accepted our terms and privacy policy yet.' },
    changed: { title: 'Our texts have changed', banner: 'We have updated our texts and need your consent.' },
    text: 'Please read these. Each opens in a page of its own:',
    student:
      'Until you agree you can’t book or pay. Your lessons, cancelling, your data and logging out stay as they are.',
    tutor:
      'Until you agree you can’t apply or open hours. Your lessons, earnings, your data and logging out stay as they are.',
    agree: 'I agree',
    later: 'Later',
    open: 'Read and agree',
    done: 'Your consent is registered',
    failed: 'Your consent wasn’t registered',
  },
} as const satisfies Wording<typeof ar>
