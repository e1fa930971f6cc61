import { address } from '../address.ts'

export const createInvite = address('POST', '/invite')
export const editInvite = address('PUT', '/invite/:id')
export const deleteInvite = address('DELETE', '/invite/:id')
export const getInvite = address('GET', '/invite/:id')
export const listInvites = address('GET', '/invite/list')
