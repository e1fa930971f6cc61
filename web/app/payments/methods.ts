export const CHECKOUT_METHODS = ['card', 'wallet', 'reference', 'installments'] as const
export type CheckoutMethod = (typeof CHECKOUT_METHODS)[number]
