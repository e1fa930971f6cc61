import { Role } from '#domain/roles'
import { renewalKinds } from '#domain/staff/dashboard-figures'
import { PlanPeriod } from '#domain/subscriptions/periods'
import type { StaffAddress } from './kinds.ts'

const endedPlans = (renewed: string) => (endAt: string) =>
  ({ to: '/payments', search: { tab: 'subscriptions', renewed, endAt } }) satisfies StaffAddress

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
  plansEnded: endedPlans(renewalKinds.join()),
  renewedEarly: endedPlans('early'),
  renewedByCard: endedPlans('card'),
  renewedLater: endedPlans('later'),
  planUpgrades: (paidAt) => ({ to: '/payments', search: { changes: true, paidAt, sort: '-paidAt' } }),
  planDowngrades: (startAt) => ({ to: '/payments', search: { tab: 'subscriptions', smaller: true, startAt } }),
  topUps: (paidAt) => ({ to: '/payments', search: { topUps: true, paidAt, sort: '-paidAt' } }),
  pausesBegun: (pauseStart) => ({ to: '/payments', search: { tab: 'subscriptions', pauseStart } }),
  referralsGiven: (brought) => ({ to: '/users', search: { brought } }),
} as const satisfies Record<string, (days: string) => StaffAddress>

/** Where what is counted at this moment is listed. */
export const nowLists = {
  paused: { to: '/payments', search: { tab: 'subscriptions', paused: true } },
  standing: { to: '/users', search: { standing: true } },
} as const satisfies Record<string, StaffAddress>
