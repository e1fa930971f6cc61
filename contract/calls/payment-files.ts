import { address } from '../address.ts'

export const createPaymentFiles = address('POST', '/invoice/payment-file')
export const listPaymentFiles = address('GET', '/invoice/payment-file/list')
export const getPaymentFile = address('GET', '/invoice/payment-file/:id')
export const downloadPaymentFile = address('GET', '/invoice/payment-file/:id/csv')
export const payPaymentFile = address('PUT', '/invoice/payment-file/:id/paid')
export const dropPaymentFile = address('PUT', '/invoice/payment-file/:id/dropped')
