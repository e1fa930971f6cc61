import { address } from '../address.ts'

export const getGuardian = address('GET', '/student/:id/guardian')
export const recordGuardian = address('PUT', '/student/:id/guardian')
export const removeGuardian = address('DELETE', '/student/:id/guardian')
export const askGuardian = address('POST', '/user/current/guardian/code')
export const confirmGuardian = address('PUT', '/user/current/guardian')
export const withdrawConsent = address('POST', '/guardian/withdrawal/:token')
