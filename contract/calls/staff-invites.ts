import { address } from '../address.ts'

export const createStaffInvite = address('POST', '/staff-invite')
export const listStaffInvites = address('GET', '/staff-invite/list')
export const revokeStaffInvite = address('POST', '/staff-invite/:id/revocation')
export const readStaffInvite = address('POST', '/staff-invite/read')
export const acceptStaffInvite = address('POST', '/staff-invite/accept')
