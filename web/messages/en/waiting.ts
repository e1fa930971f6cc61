import type { waiting as ar } from '../ar/waiting.ts'
import type { Wording } from '../messages.ts'

export const waiting = {
  title: 'No time that suits you?',
  text: 'We’ll message you as soon as one is freed or opened, and keep it for you for 15 minutes.',
  evening: 'Only evenings, from 5 pm',
  join: 'Join the waiting list',
  joined: 'You’re on the waiting list',
  failed: 'The change wasn’t saved',
  waits: 'You’ve been waiting for {name} since {since}.',
  waitsEvening: 'You’ve been waiting for an evening with {name} since {since}.',
  leave: 'Leave the list',
  leaveOf: 'Leave the waiting list of {name}',
  left: 'You’re no longer on the waiting list',
  offer: {
    title: 'A time with {name} is free: {when}',
    text: 'We’re keeping it for you until {until}.',
    book: 'Book it',
    decline: 'Not now',
  },
  declined: 'It goes to the next in line. You keep your place.',
  notDeclined: 'The time is still kept for you',
  mine: {
    title: 'Waiting lists',
    text: 'Tutors you’re waiting for. A list ends with the first lesson you book with the tutor.',
    loading: 'Opening your waiting lists…',
    empty: 'You’re on no waiting list. Join one on a tutor’s page.',
    evening: 'Evenings only',
  },
} as const satisfies Wording<typeof ar>
