import type { emailVerification as ar } from '../ar/email-verification.ts'
import type { Wording } from '../messages.ts'

export const emailVerification = {
  title: 'Verify your email',
  text: 'We sent a {length, number}-digit code to',
  sending: 'Sending your code…',
  code: 'Code',
  validity: 'The code works for 15 minutes. Can’t find it? Check your spam folder.',
  resend: 'Send a new code',
  resendIn: 'You can ask for a new code in {seconds, plural, one {# second} other {# seconds}}',
  resent: 'We sent a new code. The old one no longer works.',
  confirm: 'Verify',
  later: 'Later',
  done: 'Email verified',
  doneNeedsProof:
    'Your email is verified. The free trial is once per person, and this mailbox has already had one, or five accounts of your email’s domain have had one today. If it’s your first time, verify your mobile number from the home page to get your minutes.',
  doneStudent:
    'You now have {count, plural, one {# free minute} other {# free minutes}}. Choose a tutor and book your first lesson.',
  doneChanged: 'Your new email is verified. Use it to log in from now on.',
  doneTutor: 'One step done. Now finish your page so students can find you.',
  continue: 'Continue',
} as const satisfies Wording<typeof ar>
