/** @jsxImportSource hono/jsx */
import { here } from '../../../site/addresses.ts'
import { Mark } from '../../../site/pages/parts.tsx'
import type { contactPage as ar } from '../../ar/site/contact.tsx'
import { number } from './numbers.tsx'

export const contactPage: typeof ar = {
  title: 'Contact us',
  description: 'Send the Hessa team your question or problem, and we’ll answer on your phone.',
  heading: (
    <>
      Have a question? <Mark>Talk to us.</Mark>
    </>
  ),
  lead: 'Write us your question or problem, and our team will answer on the phone number you give.',
  faster: (
    <>
      Is{' '}
      <a href="/url/wa" rel="nofollow">
        WhatsApp
      </a>{' '}
      faster for you? And you may find your answer among the <a href={here('/faq')}>questions</a>.
    </>
  ),
  inApp:
    'Do you have an account, and is the problem inside the app? Send a report from your account menu with a screenshot, so that we get to it faster.',
  login: 'Log in',
  name: 'Your name',
  phone: 'Your mobile number',
  phoneHint: `${number(11)} digits, such as 01012345678.`,
  about: 'Subject',
  message: 'Message',
  messageHint: `From ${number(10)} to ${number(1000)} characters.`,
  send: 'Send the message',
  noScript: 'The form needs JavaScript. Turn it on in your browser’s settings.',
  sent: 'We’ve got your message',
  thanks: 'Thank you. We’ll answer on your phone as soon as we can.',
  home: 'Back to the home page',
}
