import type { staffStanding as ar } from '../ar/staff-standing.ts'
import type { Wording } from '../messages.ts'

export const staffStanding = {
  title: 'Standing times',
  ofStudent: 'Weekly times that the student asked tutors for, the latest first.',
  ofTutor: 'Weekly times that students asked the tutor for, the latest first.',
  loading: 'Opening standing times…',
  empty: 'No standing times',
  weekly: 'Every {weekday}, {time} ({duration})',
  states: {
    asked: 'To be answered by {until}',
    accepted: 'Running',
    declined: 'Not accepted',
    lapsed: 'No answer',
    ended: 'Ended {end}',
  },
  next: 'Next: {when}',
  end: 'End the time with {name}',
  endTitle: 'End the standing time of {student} with {tutor}?',
  endText: 'It ends in a week; a request is withdrawn at once. Both are told, and the reason is kept in the audit log.',
  endConfirm: 'End it',
  ended: 'The standing time is ended',
  failed: 'We couldn’t end it',
} as const satisfies Wording<typeof ar>
