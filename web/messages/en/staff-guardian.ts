import type { staffGuardian as ar } from '../ar/staff-guardian.ts'
import type { Wording } from '../messages.ts'

export const staffGuardian = {
  title: 'Guardian',
  text: 'A student under 18 neither books nor pays without a guardian’s consent.',
  loading: 'Loading the guardian…',
  adult: 'No guardian is needed: the student is 18 or older, or their year of birth is unknown.',
  none: 'No consent: booking and paying are closed.',
  given: 'Consent of {name}, {date}',
  byCode: 'By a code to their mobile',
  byStaff: 'Recorded by staff',
  record: 'Record a guardian',
  recordText: 'After the guardian has agreed to you in person. They take the place of another guardian.',
  name: 'Guardian’s name',
  phone: 'Guardian’s mobile',
  reason: 'Reason',
  reasonHint: 'How the guardian has agreed. {min, number} to {max, number} characters, kept in the audit log.',
  reasonShort: 'At least {min, number} characters.',
  recorded: 'The guardian is recorded',
  remove: 'End consent',
  removeTitle: 'End the guardian’s consent?',
  removeText:
    'The student neither books nor pays without a new consent, and renewal by card stops. The reason is kept in the audit log.',
  removed: 'The consent has ended',
  notRemoved: 'The consent did not end',
  birthYearTitle: 'Change the year of birth of a student under 18?',
  birthYearText:
    'With another year of birth the student may book and pay without a guardian. The reason is kept in the audit log.',
  birthYearSave: 'Save the year of birth',
} as const satisfies Wording<typeof ar>
