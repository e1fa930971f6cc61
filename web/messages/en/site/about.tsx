/** @jsxImportSource hono/jsx */
import { here } from '../../../site/addresses.ts'
import { amounts } from '../../../site/amounts.ts'
import { Mark } from '../../../site/pages/parts.tsx'
import type { about as ar } from '../../ar/site/about.tsx'

export const about: typeof ar = {
  title: 'About us',
  description:
    'Hessa is an Egyptian site for one-to-one English lessons. Why we sell minutes, and why the price is the same with every tutor.',
  heading: (
    <>
      English, <Mark>lesson by lesson.</Mark>
    </>
  ),
  intro:
    'We all studied English for years, and fall silent as soon as somebody asks us a question. Not because we don’t know the word, but because nobody ever listened.',
  paragraphs: [
    'Hessa is made for speaking: one to one, with an Egyptian tutor who gets you, at a time that fits your day. A quarter of an hour in a break at work, or half an hour once the children are asleep.',
    `We sell minutes, not courses, so that you pay for speaking and not for a curriculum. The price is the same with every tutor, and a tutor gets ${amounts.hour} an hour with no commission. Whoever isn’t happy takes the rest of their money and goes.`,
  ],
  promises: {
    title: 'What we promise',
    list: [
      ['The number first', 'The whole price before you pay, and what you’d get back before you cancel.'],
      ['Nothing taken later', 'Each subscription is paid once, and ends by itself.'],
      ['Ratings you can trust', 'Only a student who really had a lesson can rate it.'],
      ['Your data is yours', 'The other side never sees your number, and lessons aren’t recorded.'],
    ],
  },
  talk: {
    title: 'Want to talk to us?',
    text: (
      <>
        <a href={here('/contact')}>Send a message</a> and we’ll answer on your phone, or talk to us on{' '}
        <a href="/url/wa" rel="nofollow">
          WhatsApp
        </a>
        .
      </>
    ),
  },
}
