import type { staffPauses as ar } from '../ar/staff-pauses.ts'
import type { Wording } from '../messages.ts'

export const staffPauses = {
  title: 'Pauses',
  text: 'The weeks in which the student’s plan is paused, the newest first.',
  loading: 'Opening the pauses…',
  empty: 'The plan was never paused',
  range: 'From {from} until {until}',
  undone: 'From {from}, undone before it began',
  byStudent: 'Paused by the student',
  byStaff: 'Paused by staff: {reason}',
  ended: 'Ended early {when}',
  endedByStaff: 'Ended early by staff {when}: {reason}',
  end: 'End the pause early',
  endTitle: 'End the pause early?',
  endText:
    'The plan goes on {resumes}, and ends earlier. Lessons after its new end are cancelled, and their minutes come back.',
  endConfirm: 'End the pause',
  endDone: 'The pause ends early',
  endFailed: 'The pause could not be ended',
  pause: 'Pause the plan',
  pauseTitle: 'Pause the plan?',
  pauseText:
    'From {from}, even if no pause is left to the student or the plan includes none. Lessons in these weeks are cancelled, their minutes come back, and the plan ends later.',
  weeks: 'For',
  count: '{weeks, plural, one {# week} other {# weeks}}',
  pauseConfirm: 'Pause the plan',
  pauseDone: 'The plan is paused',
  pauseFailed: 'The plan could not be paused',
} as const satisfies Wording<typeof ar>
