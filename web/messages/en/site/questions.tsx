import { amounts } from '../../../site/amounts.ts'
import type * as ar from '../../ar/site/questions.tsx'
import { number } from './numbers.tsx'

export const generalQuestions: typeof ar.generalQuestions = {
  what: {
    ask: 'What exactly is Hessa?',
    answer: `A site where you book one-to-one English lessons with Egyptian tutors. A lesson is ${number(15)} or ${number(30)} minutes, by video, straight from the browser.`,
  },
  needs: {
    ask: 'What do I need for a lesson?',
    answer:
      'A phone or laptop with a modern browser and a microphone. A headset if it’s noisy around you, and internet that carries a video call. There’s nothing to install.',
  },
  zone: {
    ask: 'Which time zone are the times in?',
    answer: 'All times are Cairo time, even when you travel. We remind you a day and an hour before the lesson.',
  },
  recording: {
    ask: 'Are lessons recorded?',
    answer:
      'No. Sound and picture pass between you and the other side during the lesson only, and we don’t record them.',
  },
  phone: {
    ask: 'Does the other side see my number?',
    answer: 'No. You talk in Hessa’s own chat, and neither your tutor nor your students see your phone number.',
  },
  problem: {
    ask: 'Something went wrong. What do I do?',
    answer:
      'If you have an account, send a report from your account menu with a screenshot. If it’s about a lesson, open the lesson and press “That’s not what happened” up to seven days after it. Without an account, write to us from the page “Contact us”.',
  },
}

export const studentQuestions: typeof ar.studentQuestions = {
  trial: {
    ask: 'How does the free trial work?',
    answer: `As soon as you confirm your email you get ${amounts.freeMinutes}: two half-hour lessons, or ${number(4)} quarter-hour ones, with any tutor. We don’t ask for a card, and it doesn’t turn into a subscription by itself. It’s once a person, and ends when you subscribe to a plan.`,
  },
  beginner: {
    ask: 'My English is very weak. Can I start?',
    answer:
      'Yes. Some tutors work with people who start from the beginning, and when you need an explanation in Arabic you’ll get it in Arabic.',
  },
  choosing: {
    ask: 'How do I choose a tutor?',
    answer:
      'Watch their video, read what their students say, and see when they’re next free. Try more than one with your free minutes, and change tutor whenever you like.',
  },
  counting: {
    ask: 'How does a plan work?',
    answer: `A plan gives you a number of minutes every week, for a month, three months or a year. The minutes renew by themselves every week at ${number(5)} am, on the weekday you subscribed.`,
  },
  unused: {
    ask: 'What happens to minutes I don’t use?',
    answer:
      'They come with you for one more week where the plan says so, otherwise they don’t carry over. So start with a plan that fits your time. You can take a larger one when its period ends.',
  },
  howMany: {
    ask: 'How many lessons can I book at once?',
    answer: 'One coming lesson at a time. Once it’s over, or you cancel it, you book the next.',
  },
  cannotCome: {
    ask: 'What if I can’t come?',
    answer:
      'Cancel or move the lesson any time before it starts, and you get all your minutes back with no fees. If the lesson starts and you aren’t there, its minutes count.',
  },
  tutorMissing: {
    ask: 'And if it’s the tutor who doesn’t come?',
    answer: `If you’ve waited ${amounts.wait} minutes and they haven’t appeared, leave, and your minutes come back without asking. If they cancel, they come back at once. If it was anything else, tell us and we’ll look into it.`,
  },
  paying: {
    ask: 'How do I pay?',
    answer:
      'By bank card, by a mobile wallet such as Vodafone Cash, or with a code that you pay in cash at Fawry. Three-month and one-year plans can be paid in instalments through your bank. You see the whole price before you pay.',
  },
  renewal: {
    ask: 'Does the subscription renew and charge me by itself?',
    answer: 'No. You pay once, and the subscription ends on its date. You decide whether to renew.',
  },
  refund: {
    ask: 'If I cancel the subscription, do I get my money back?',
    answer: `Yes. You get back what you paid, less the lessons you had: ${amounts.halfHour} for half an hour and ${amounts.quarterHour} for a quarter of an hour. We tell you the exact amount before you confirm.`,
  },
  progress: {
    ask: 'How will I know I’m getting better?',
    answer:
      'After a lesson your tutor can write you notes: what you talked about, and what to review. You’ll find them in the lesson itself whenever you like.',
  },
}

export const tutorQuestions: typeof ar.tutorQuestions = {
  pay: {
    ask: 'What do I get for a lesson?',
    answer: `${amounts.hour} an hour: ${amounts.halfHour} for half an hour and ${amounts.quarterHour} for a quarter of an hour. It’s the same for all tutors, and we take no commission from it.`,
  },
  payout: {
    ask: 'How do I get my money?',
    answer: `The price of each lesson is added to your balance when it ends. Withdraw from ${amounts.leastWithdrawal} upwards, to InstaPay, a mobile wallet or a bank account.`,
  },
  hours: {
    ask: 'Do I have to work a number of hours?',
    answer:
      'No. You open and close your own times, and decide how long before a lesson it can be booked, from a minute to a whole day.',
  },
  certificate: {
    ask: 'Do I need a certificate?',
    answer:
      'Not necessarily. We look at your English and your teaching: in the video, the interview and a demo lesson.',
  },
  steps: {
    ask: 'What are the steps to being accepted?',
    answer: `You complete your profile, send an intro video of one to ${number(3)} minutes, have a half-hour interview and a half-hour demo lesson with the tutor manager, and then the photo and video for your page are made in the studio.`,
  },
  rejected: {
    ask: 'What if I’m rejected at a step?',
    answer: 'You’ll know why, and you can try again after three months.',
  },
  students: {
    ask: 'How do students find me?',
    answer:
      'Your page appears in the list of tutors, and whoever is free sooner comes first. In your account we show you the hours most asked for, and you open them with one press.',
  },
  studentMissing: {
    ask: 'What if the student doesn’t come?',
    answer: 'You’re paid for the whole lesson, as long as you were there.',
  },
  cannotCome: {
    ask: 'What if I can’t come?',
    answer:
      'Cancel before the lesson, and your time is free again. If you don’t come without cancelling, the student gets the minutes back and you aren’t paid for the lesson.',
  },
  material: {
    ask: 'Who prepares the material?',
    answer:
      'You and the student. Before each lesson you see their level, goal, topics and the notes of your last lesson, and you keep notes for yourself alone.',
  },
}
