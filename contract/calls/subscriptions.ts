import { address } from '../address.ts'

export const subscriptionOfUser = address('GET', '/sub/user')
export const getSubscription = address('GET', '/sub/:id')
export const listSubscriptions = address('GET', '/sub/list')
export const subscriptionRefund = address('GET', '/sub/:id/refund')
export const chooseNextPlan = address('PUT', '/sub/next-plan')
export const cancelSubscription = address('PATCH', '/sub/cancel')
