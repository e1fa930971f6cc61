import { address } from '../address.ts'

export const getUpload = address('GET', '/assets/uploads/:name')
export const getReceipt = address('GET', '/assets/receipts/:name')
