import { address } from '../address.ts'

export const staffQueue = address('GET', '/dashboard/queue')
export const dashboardFigures = address('GET', '/dashboard/figures')
export const cohorts = address('GET', '/dashboard/cohorts')
export const planFigures = address('GET', '/dashboard/plan-figures')
