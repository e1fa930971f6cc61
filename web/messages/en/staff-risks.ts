import type { staffRisks as ar } from '../ar/staff-risks.ts'
import type { Wording } from '../messages.ts'

export const staffRisks = {
  title: 'Students at risk',
  empty: 'No students at risk',
  emptyText:
    'They’re found every night: no lesson for 10 days with minutes left, the last two lessons missed, or a rating of 2 or less.',
  someone: 'Account {id}',
  reasons: { idle: 'No lessons', missed: 'Two lessons missed', rating: 'Low rating' },
  reasonSince: '{reason} since {day}',
  filters: { reason: 'Reason', mine: 'With me', owners: 'With', tag: 'Tag', handled: 'Something was done' },
  columns: {
    student: 'Student',
    reasons: 'Why',
    latestAt: 'Latest reason',
    owner: 'With',
    isHandled: 'Handled',
    done: 'What was done',
    doneAt: 'Done',
    doneBy: 'Done by',
  },
  take: 'Take care of them',
  giveBack: 'Give back',
  write: 'Write what was done',
  writeTitle: 'What was done for {name}',
  writeText: 'It’s kept with your name and the time, and counts until there’s a new reason.',
  done: 'What was done',
  save: 'Save',
  saved: 'Saved',
  failed: 'That wasn’t saved',
} as const satisfies Wording<typeof ar>
