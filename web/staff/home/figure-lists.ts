import { Role } from '#domain/roles'
import { PlanPeriod } from '#domain/subscriptions/periods'
import type { StaffAddress } from './kinds.ts'

/** Where what a figure counts is listed, of days as an address has them (docs/rules/staff.md 2.3). */
export const figureLists = {
  lessonsHeld: (start) => ({ to: '/lessons', search: { status: 'fulfilled', start } }),
  canceled: (start) => ({ to: '/lessons', search: { status: 'cancelled', start } }),
  minutesUsed: (start) => ({ to: '/lessons', search: { status: 'fulfilled', start } }),
  revenue: (paidAt) => ({ to: '/payments', search: { paidAt, sort: '-paidAt' } }),
  refunded: (doneAt) => ({ to: '/payments', search: { tab: 'refunds', doneAt } }),
  newStudents: (createdAt) => ({ to: '/users', search: { role: Role.Student, createdAt } }),
  firstPlans: (createdAt) => ({ to: '/payments', search: { tab: 'subscriptions', first: true, createdAt } }),
  returningStudents: (createdAt) => ({ to: '/payments', search: { tab: 'subscriptions', first: false, createdAt } }),
  trialsStarted: (createdAt) => ({
    to: '/payments',
    search: { tab: 'subscriptions', periods: PlanPeriod.FreeTrial, createdAt },
  }),
  trialsConverted: (createdAt) => ({ to: '/payments', search: { tab: 'subscriptions', converted: true, createdAt } }),
} as const satisfies Record<string, (days: string) => StaffAddress>
