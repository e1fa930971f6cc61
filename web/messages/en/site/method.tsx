/** @jsxImportSource hono/jsx */

import { Mark } from '../../../site/pages/parts.tsx'
import type { method as ar } from '../../ar/site/method.tsx'
import { number } from './numbers.tsx'

export const method: typeof ar = {
  title: 'How lessons work',
  description:
    'A short one-to-one lesson on something you really need, with notes afterwards. How you learn English at Hessa.',
  heading: (
    <>
      You learn to speak <Mark>by speaking.</Mark>
    </>
  ),
  intro:
    'That’s why the whole lesson is yours: no class, and nobody waiting for a turn. You speak, your tutor listens and corrects.',
  steps: {
    title: 'A lesson, step by step',
    list: [
      [
        'Say what you want',
        'Work, travel, an interview, studies or a chat. Write your goal and level once, and your tutor sees them before the lesson.',
      ],
      [
        'Short and often',
        `${number(15)} or ${number(30)} minutes. A quarter of an hour every day stays with you longer than two hours once a month.`,
      ],
      [
        'Speak from the first minute',
        'Video, chat and screen sharing in one place. If you get stuck, your tutor explains in Arabic and you go on.',
      ],
      [
        'Notes to come back to',
        'After the lesson your tutor writes what you talked about and what to review. The next lesson starts there.',
      ],
    ],
  },
  levels: {
    title: 'At any level',
    list: [
      ['From the beginning', 'Letters, sounds and simple sentences, explained in Arabic until you trust yourself.'],
      [
        'I understand but don’t speak',
        'Conversation from the first minute on topics you know, with corrections once you’ve finished your sentence.',
      ],
      [
        'I speak and want to polish',
        'Pronunciation, expressions and situations from your work: a meeting, an email, a presentation.',
      ],
      ['I have a goal coming up', 'An interview, a trip or an exam: lessons close together on what you’ll be asked.'],
    ],
  },
  tutors: {
    title: 'Who teaches you',
    text: 'Egyptian tutors who know where the mistakes come from. Each of them sent a video, had an interview and gave a demo lesson to a tutor manager. Their ratings are from students who really had lessons with them.',
  },
}
