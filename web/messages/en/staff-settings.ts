import type { staffSettings as ar } from '../ar/staff-settings.ts'
import type { Wording } from '../messages.ts'

export const staffSettings = {
  title: 'Platform settings',
  text: 'Changes here reach everyone within seconds and are recorded under your name.',
  initial: 'Never changed',
  changedBy: 'Changed by {name}, {age}',
  changedByNobody: 'Changed {age}',
  onlySuper: 'Only a super admin can change this.',
  edit: 'Change',
  editOf: 'Change: {name}',
  on: 'On',
  off: 'Off',
  none: 'None',
  saved: 'Setting saved',
  undo: 'Undo',
  undone: 'Undone',
  dialog: {
    title: 'Change: {name}',
    save: 'Save',
    from: 'Now: {value}',
    to: 'New: {value}',
    value: 'New value',
    invalid: 'This value isn’t allowed.',
    pounds: 'In EGP',
  },
  groups: {
    notice: 'Notice above every page',
    pauses: 'Pauses',
    limits: 'Withdrawal limits',
    support: 'Contact',
  },
  names: {
    bannerShown: 'Show notice',
    bannerText: 'Notice text',
    tutorRegistrationPaused: 'Pause tutor sign-up',
    withdrawalsPaused: 'Pause withdrawals',
    minWithdrawal: 'Minimum withdrawal',
    maxWithdrawal: 'Maximum withdrawal',
    payoutLimit: 'Payouts with one approval, up to',
    supportWhatsApp: 'Support WhatsApp number',
  },
  hints: {
    bannerShown: 'Shown to everyone above every page of the website and the staff dashboard.',
    bannerText: '1 to 200 characters.',
    tutorRegistrationPaused:
      'Nobody can sign up as a tutor. Student sign-up and accounts that staff create aren’t affected.',
    withdrawalsPaused: 'Tutors can’t make new withdrawals. Those already made aren’t affected.',
    minWithdrawal: 'EGP 100 to 50,000, and not above the maximum.',
    maxWithdrawal: 'EGP 100 to 50,000, and not below the minimum.',
    payoutLimit: 'A larger Paymob batch is sent when a second admin has confirmed it. 0 means always.',
    supportWhatsApp: 'An Egyptian mobile number shown with the notice. Leave it empty to hide it.',
  },
  cache: {
    title: 'Cache',
    text: 'Tutor cards are read from a fast cache. Clear it if old data is showing.',
    clear: 'Clear cache',
    confirmTitle: 'Clear the cache?',
    confirmText:
      'All tutor cards will be read from the database again, and everyone viewing the list of tutors will reload it. No data is deleted.',
    done: 'Cache cleared',
  },
} as const satisfies Wording<typeof ar>
