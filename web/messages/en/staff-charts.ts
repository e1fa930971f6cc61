import type { staffCharts as ar } from '../ar/staff-charts.ts'
import type { Wording } from '../messages.ts'

export const staffCharts = {
  lessons: 'Lessons',
  lessonsText:
    '{held, plural, =0 {No lessons held} one {# lesson held} other {# lessons held}}, {canceled, plural, =0 {none cancelled} other {# cancelled}}.',
  money: 'Revenue',
  moneyText: '{revenue} came in and {refunded} was refunded, according to the ledger.',
  minutes: 'Minutes',
  minutesText: '{sold} sold, {used} used.',
  students: 'Students',
  studentsText:
    '{count, plural, =0 {No new students} one {# new student} other {# new students}}, {returning, plural, =0 {none renewed} other {# renewed}}.',
  hours: 'Tutors’ hours',
  hoursText: '{offered} offered, {booked} booked.',
  trials: 'Free trial',
  trialsText:
    '{started, plural, =0 {No trials started} one {# trial started} other {# trials started}}, {converted, plural, =0 {none converted} other {# converted to a subscription}} within 14 days.',
  started: 'Trials started',
  converted: 'Converted to a subscription',
} as const satisfies Wording<typeof ar>
