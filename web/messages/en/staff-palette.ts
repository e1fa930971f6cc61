import type { staffPalette as ar } from '../ar/staff-palette.ts'
import type { Wording } from '../messages.ts'

export const staffPalette = {
  open: 'Search the dashboard',
  keys: 'Ctrl K',
  title: 'Search the dashboard',
  label: 'Name, email, mobile number, ID or screen',
  hint: 'Arrow keys to move, Enter to open, Esc to close.',
  groups: {
    recent: 'Recently opened',
    screens: 'Screens',
    people: 'People',
    orders: 'Orders',
    withdrawals: 'Withdrawals',
    lessons: 'Lessons',
  },
  nameless: 'No name',
  order: 'Order {id}',
  withdrawal: 'Withdrawal {id}',
  lesson: 'Lesson {id}',
  canceled: 'Cancelled',
  searching: 'Searching…',
  none: 'Nothing found',
  failed: 'The search failed. Try again.',
  found: '{count, plural, =0 {No results} one {# result} other {# results}}',
} as const satisfies Wording<typeof ar>
