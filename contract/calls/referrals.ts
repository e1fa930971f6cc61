import { address } from '../address.ts'

export const readInvitation = address('GET', '/referral/code/:code')
export const openReferralCode = address('PUT', '/referral/code')
export const ownReferrals = address('GET', '/referral/mine')
export const enterReferral = address('PUT', '/referral/mine')
export const listReferrals = address('GET', '/referral/list')
export const decideReferral = address('PATCH', '/referral/:id')
export const undoReferral = address('DELETE', '/referral/:id')
