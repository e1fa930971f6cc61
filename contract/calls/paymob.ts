import { address } from '../address.ts'

export const createCheckout = address('POST', '/paymob/create-checkout-url')
export const notifyPaymob = address('POST', '/paymob/on-checkout')
