import { address } from '../address.ts'

export const payByCard = address('POST', '/fawry/pay/card')
export const payByReference = address('POST', '/fawry/pay/ref-num')
export const payByWallet = address('POST', '/fawry/pay/e-wallet')
export const payByInstallments = address('POST', '/fawry/pay/bank-installments')
export const cancelOrder = address('POST', '/fawry/cancel-unpaid-order')
export const refundOrder = address('POST', '/fawry/refund')
export const cardUrl = address('GET', '/fawry/card-token/url')
export const listCards = address('GET', '/fawry/card-token/list')
export const deleteCard = address('DELETE', '/fawry/card-token')
export const orderStatus = address('GET', '/fawry/payment-status')
export const syncOrder = address('POST', '/fawry/payment-status/sync')
export const notifyFawry = address('POST', '/fawry/payment-status')
