import { oneOf, positiveInteger, searchSchema } from '../../platform/search.ts'

export const CHECKOUT_METHODS = ['card', 'wallet', 'reference', 'installments'] as const
export type CheckoutMethod = (typeof CHECKOUT_METHODS)[number]

/** `tx` is the id of this checkout's payment, so that a reload finds it. */
export const checkoutSearch = searchSchema({ tx: positiveInteger, tab: oneOf(CHECKOUT_METHODS) })
