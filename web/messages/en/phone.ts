import type { phone as ar } from '../ar/phone.ts'
import type { Wording } from '../messages.ts'

export const phone = {
  title: 'Verify your mobile number',
  why: 'So that we can remind you of lessons on WhatsApp, and nobody else can use your number.',
  number: 'Mobile number',
  numberHint: '11 digits, like 01012345678.',
  change: 'Change number',
  changeTitle: 'Change your mobile number',
  changeWarning: 'The new number has to be verified. Reminders stop until you do.',
  saveAndSend: 'Save and send code',
  channel: 'We’ll send a {length, number}-digit code on WhatsApp to',
  send: 'Send code on WhatsApp',
  text: 'We sent a {length, number}-digit code on WhatsApp to',
  validity: 'The code works for 15 minutes. If it doesn’t arrive, check that this number is on WhatsApp.',
  resent: 'We sent a new code. The old one no longer works.',
  failed: 'The code wasn’t sent',
  saveFailed: 'The number wasn’t saved',
  done: 'Your number is verified',
  doneText: 'We’ll remind you of your lessons on WhatsApp. You can turn this off in settings.',
  finish: 'Done',
  notifications: {
    title: 'WhatsApp reminders',
    switch: 'Remind me of my lessons on WhatsApp',
    hintStudent:
      'A day and an hour before each lesson, and when a tutor or our team cancels one, or our team moves it.',
    hintTutor:
      'When a student books, reschedules or cancels, and a day and an hour before each lesson. A change is sent once a minute has passed without another, at most {most, number} times a day for one student; later ones come two hours before the lesson.',
    sentTo: 'Messages go to',
    needsPhone: 'First we need to verify your number.',
    needsPhoneText: 'Reminders start as soon as you verify it.',
    noPhone: 'You haven’t added a mobile number yet.',
    verify: 'Verify number',
    add: 'Add number',
    offer: 'Remind me on WhatsApp',
    on: 'Reminders are on',
    off: 'Reminders are off',
    failed: 'The setting wasn’t saved',
  },
} as const satisfies Wording<typeof ar>
