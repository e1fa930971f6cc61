/** @jsxImportSource hono/jsx */
import { here } from '../../../site/addresses.ts'
import type { faq as ar } from '../../ar/site/faq.tsx'

export const faq: typeof ar = {
  title: 'Questions and answers',
  description: 'How lessons work, what you need, times and privacy. Short answers about Hessa.',
  intro: 'Everybody’s questions are here. Students and tutors have a page each.',
  tabs: { label: 'Whose questions', all: 'About Hessa', student: 'Students', tutor: 'Tutors' },
  ask: (
    <>
      Can’t find your question? <a href={here('/contact')}>Send it to us</a> and we’ll answer on your phone.
    </>
  ),
  student: { title: 'Students’ questions', intro: 'The trial, plans, cancelling and money. Straight answers.' },
  tutor: { title: 'Tutors’ questions', intro: 'Money, hours and the steps to being accepted.' },
}
