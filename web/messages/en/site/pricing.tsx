/** @jsxImportSource hono/jsx */
import { amounts } from '../../../site/amounts.ts'
import { Mark } from '../../../site/pages/parts.tsx'
import type { pricing as ar } from '../../ar/site/pricing.tsx'

export const pricing: typeof ar = {
  title: 'Prices',
  description: `Hessa’s plans in Egyptian pounds: minutes every week for one month, three months or a year. You pay once, and your first ${amounts.freeMinutesNumber} minutes are free.`,
  heading: (
    <>
      Minutes every week, <Mark>at a clear price.</Mark>
    </>
  ),
  intro: `Try ${amounts.freeMinutes} for free first. If you like it, choose the minutes that fit your week.`,
  plans: 'Plans',
  all: {
    title: 'In every plan',
    list: [
      ['Any tutor', 'Book with whoever you like, and change any time. The price is the same with everyone.'],
      ['No cancellation fees', 'Cancel before the lesson starts and get all your minutes back.'],
      ['No surprise renewals', 'You pay once, and the subscription ends on its date.'],
      ['Refunds', 'Cancel the subscription and get back what you paid, less the lessons you had.'],
    ],
  },
  pay: {
    title: 'Ways to pay',
    ways: ['Visa', 'Mastercard', 'Meeza', 'Vodafone Cash and all wallets', 'Cash at Fawry', 'Bank instalments'],
  },
  before: 'Before you pay',
}
