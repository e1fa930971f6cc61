import type { staffReferrals as ar } from '../ar/staff-referrals.ts'
import type { Wording } from '../messages.ts'

export const staffReferrals = {
  title: 'Referrals',
  empty: 'No referrals',
  emptyText: 'They appear here when a student registers with the code of another.',
  someone: 'Account {id}',
  columns: {
    bringer: 'Brought by',
    friend: 'Friend',
    state: 'State',
    signals: 'What coincides',
    dueAt: 'Minutes due',
    rewards: 'Minutes',
    decidedBy: 'Decided by',
    reason: 'Reason',
    createdAt: 'When',
  },
  states: {
    open: 'Waits for a lesson',
    held: 'Lesson counts',
    review: 'Waits for a decision',
    given: 'Granted',
    refused: 'Refused',
    lapsed: 'Lapsed',
    undone: 'Taken back',
  },
  signals: {
    browser: 'Same browser',
    network: 'Same network',
    card: 'Same card',
    phone: 'Same number',
    address: 'Same address',
    'mail-domain': 'Same e-mail domain',
  },
  sides: { bringer: 'Brought by', friend: 'Friend' },
  rewards: { waiting: 'wait for a plan', given: 'received', lapsed: 'lapsed', 'taken-back': 'taken back' },
  reward: '{side}: {state}',
  grant: {
    act: 'Grant the minutes',
    title: 'Grant the minutes for {name}?',
    text: 'Each of the two gets 30 minutes. The reason is kept in the audit log.',
    done: 'Minutes granted',
  },
  refuse: {
    act: 'Refuse the minutes',
    title: 'Refuse the minutes for {name}?',
    text: 'Neither of the two gets minutes, for good. The reason is kept in the audit log.',
    done: 'Minutes refused',
  },
  undo: {
    act: 'Take the minutes back',
    title: 'Take back the minutes for {name}?',
    text: 'What is left of them goes, of both, while their first week lasts; what waits for a plan is not given. The reason is kept in the audit log.',
    done: 'What was left is taken back',
  },
  failed: 'The decision wasn’t saved',
} as const satisfies Wording<typeof ar>
