import { oneOf, positiveInteger, searchSchema } from '../../platform/search.ts'
import { CHECKOUT_METHODS } from './methods.ts'

/** `tx` is the id of this checkout's payment, so that a reload finds it. */
export const checkoutSearch = searchSchema({ tx: positiveInteger, tab: oneOf(CHECKOUT_METHODS) })
