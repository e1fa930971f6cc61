import { address } from '../address.ts'

export const getTransaction = address('GET', '/tx/:id')
export const transactionTimeline = address('GET', '/tx/:id/timeline')
export const listTransactions = address('GET', '/tx/list')
export const listRefunds = address('GET', '/tx/refunds')
export const lastTransaction = address('GET', '/tx/last')
