import { address } from '../address.ts'

export const listPlanInvites = address('GET', '/plan-invite/list')
export const createPlanInvites = address('POST', '/plan-invite')
export const editPlanInvites = address('PATCH', '/plan-invite')
export const deletePlanInvite = address('DELETE', '/plan-invite/:id')
