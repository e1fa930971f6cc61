/** @jsxImportSource hono/jsx */
import { amounts } from '../../../site/amounts.ts'
import { Mark } from '../../../site/pages/parts.tsx'
import type { tutor as ar } from '../../ar/site/tutor.tsx'
import { number, pounds } from './numbers.tsx'

export const tutor: typeof ar = {
  title: 'Teach English from home',
  description: `${amounts.hour} an hour, hours that you open yourself, and your money to InstaPay, a wallet or a bank. Apply to teach with Hessa.`,
  heading: (
    <>
      Teach English from home, <Mark>in the hours you choose.</Mark>
    </>
  ),
  lead: 'Open your hours, and students book one-to-one lessons in them. No commute, and no looking for students.',
  apply: 'Apply to teach',
  pay: {
    quarterHour: '15-minute lesson',
    halfHour: '30-minute lesson',
    hour: 'A full hour',
    example: `Example: two hours a day, ${number(5)} days a week`,
    exampleAmount: `${pounds(6_000_00)} in ${number(4)} weeks`,
  },
  why: {
    title: 'Why Hessa',
    list: [
      ['Your time is yours', 'There’s no minimum of hours. Open and close your times from your phone.'],
      ['Student didn’t come?', 'You’re paid for the whole lesson, as long as you were there.'],
      [
        'Money you can see',
        `Each lesson is added to your balance when it ends. Withdraw from ${amounts.leastWithdrawal}.`,
      ],
      ['Go in prepared', 'Before the lesson you see the student’s level, goal and the notes of your last lesson.'],
    ],
  },
  steps: {
    title: 'From applying to your first student',
    list: [
      ['Your profile', 'Your name, governorate and a few words about you, with your email and phone confirmed.'],
      [
        'Intro video',
        `One to ${number(3)} minutes, recorded on your phone. If it needs a change, we’ll say exactly where.`,
      ],
      ['Interview', 'Half an hour online with one of the tutor managers.'],
      ['Demo lesson', 'Half an hour in which you teach the tutor manager as if they were a student.'],
      ['Studio', 'A photo and a video for your page. Then students can see you.'],
    ],
    aside: 'If the answer is no at any step, you’ll know why, and you can try again after three months.',
  },
  questions: { title: 'Tutors’ questions', all: 'All tutors’ questions' },
  band: { title: 'Start today', text: 'Applying takes a few minutes. Do the other steps whenever it suits you.' },
}
