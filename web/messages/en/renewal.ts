import type { renewal as ar } from '../ar/renewal.ts'
import type { Wording } from '../messages.ts'

export const renewal = {
  open: {
    title: 'Your plan ends on {day}',
    text: 'Pay now and the next period begins on {begins}, right when this one ends, so your minutes go on without a gap.',
    sum: '{name} for {period}: {amount}',
    pay: 'Pay {amount}',
    other: 'Other plans',
    choose: 'Choose a plan',
  },
  order: {
    title: 'Your next period awaits payment: {amount}',
    text: 'Once the payment arrives, it is yours and begins on {begins}.',
    reference: 'Fawry reference: <ltr>{number}</ltr>',
    until: 'Pay by {moment}.',
    action: 'Continue to payment',
  },
  paid: {
    title: 'Your next period is paid',
    text: '{name} for {period}. It begins on {begins}.',
    cancel: 'Cancel the next period',
  },
  later: 'From {day} you can pay for the next period.',
  afterOpen:
    'You can pay for the next period now. If you don’t, your subscription ends by itself and nothing more is charged.',
  chosen: 'You chose {name} for {period}; nothing is paid yet.',
  afterLater: 'Your subscription ends by itself and nothing more is charged.',
  checkout: {
    begins: 'Begins on {begins}, right when your current plan ends.',
    doneTitle: 'Payment received. Your next period is set',
    doneText: 'It begins on {begins}. Until then your current plan goes on as it is.',
    book: 'Book a lesson',
    hasText: '{name}, until {end}.',
    paidTitle: 'Your next period is already paid',
  },
  cancel: {
    title: 'Cancel the next period?',
    now: 'The next period won’t begin. Your current plan goes on to its end.',
    keep: 'Keep the next period',
    stays:
      'The next period you paid for isn’t cancelled: it begins on {begins}, and you can cancel it by itself until then.',
  },
} as const satisfies Wording<typeof ar>
