import type { staffWaiting as ar } from '../ar/staff-waiting.ts'
import type { Wording } from '../messages.ts'

export const staffWaiting = {
  title: 'Waiting lists',
  ofStudent: 'The tutors for whom the student waits, the oldest first.',
  ofTutor: 'The students who wait for a time of the tutor, in their order.',
  loading: 'Opening the waiting lists…',
  empty: 'Nobody waits',
  line: 'since {since}',
  lineEvening: 'since {since}, evenings only',
  offered: '{when} is offered to them until {until}',
  remove: 'Take {name} off the list',
  removeTitle: 'Take {name} off the waiting list?',
  removeText: 'A time that is offered to them goes to the next one. The reason is kept in the audit log.',
  removeConfirm: 'Take off the list',
  removed: 'Taken off the waiting list',
  failed: 'They could not be taken off the list',
} as const satisfies Wording<typeof ar>
