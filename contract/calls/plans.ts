import { address } from '../address.ts'

export const createPlan = address('POST', '/plan')
export const editPlan = address('PATCH', '/plan/:id')
export const deletePlan = address('DELETE', '/plan/:id')
export const listPlanUsage = address('GET', '/plan/usage')
export const getPlan = address('GET', '/plan/:id')
export const listPlans = address('GET', '/plan/list')
