import type { register as ar } from '../ar/register.ts'
import type { Wording } from '../messages.ts'

export const register = {
  student: {
    title: 'Speak English from your first lesson',
    text: 'Create your account, verify your email and get {count, plural, one {# free minute} other {# free minutes}} with the tutor of your choice.',
    textWithLesson: 'Just two steps: an account, and a code by email.',
    other: 'Want to teach? Apply as a tutor',
  },
  tutor: {
    title: 'Teach when it suits you',
    text: 'You open your slots and students book them. Start with your account.',
    other: 'Want to learn? Sign up as a student',
  },
  submit: 'Create account',
  haveAccount: 'Already have an account?',
  login: 'Log in',
  consent: 'I agree to the <terms>terms</terms> and <privacy>privacy policy</privacy>.',
  consentRequired: 'Please agree to the terms to continue.',
  marketing: 'Also send me news from Hessa, two messages a week at most. (optional)',
  emailHint: 'We’ll send your verification code here.',
  failed: 'We couldn’t create your account',
  google: {
    unknown: 'There’s no account with this Google email yet',
    unknownText: 'Create one now in a single click. No password needed.',
    consent: 'By continuing with Google you agree to the <terms>terms</terms> and <privacy>privacy policy</privacy>.',
  },
} as const satisfies Wording<typeof ar>
