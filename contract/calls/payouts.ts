import { address } from '../address.ts'

export const payoutAccount = address('GET', '/invoice/payout-account')
export const createPayoutBatch = address('POST', '/invoice/payout-batch')
export const listPayoutBatches = address('GET', '/invoice/payout-batch/list')
export const getPayoutBatch = address('GET', '/invoice/payout-batch/:id')
export const confirmPayoutBatch = address('PUT', '/invoice/payout-batch/:id/confirmed')
export const dropPayoutBatch = address('PUT', '/invoice/payout-batch/:id/dropped')
export const endPayout = address('PUT', '/invoice/payout-batch/:id/ended')
