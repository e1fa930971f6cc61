import type { staffAttention as ar } from '../ar/staff-attention.ts'
import type { Wording } from '../messages.ts'

export const staffAttention = {
  title: 'Needs you',
  text: '{count, plural, one {# thing is yours or overdue} other {# things are yours or overdue}}.',
  mine: 'Assigned to you',
  late: 'Waiting too long',
  nothing: 'Nothing needs you',
  nothingText: 'Nothing is assigned to you, and nothing has waited too long.',
  isLate: 'Overdue',
  all: 'See all ({count, number})',
} as const satisfies Wording<typeof ar>
