import { address } from '../address.ts'

export const createInvoice = address('POST', '/invoice')
export const invoiceStats = address('GET', '/invoice/stats/:id')
export const invoiceStatement = address('GET', '/invoice/statement/:id')
export const listInvoices = address('GET', '/invoice')
export const invoiceQueue = address('GET', '/invoice/queue')
export const invoiceFlags = address('GET', '/invoice/:id/flags')
export const updateInvoice = address('PUT', '/invoice/:id/with/asset')
