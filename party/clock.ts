import type { Instant } from '#domain/cairo'

/** The product's clock in a party. A party reads it once an event, so that all decisions of one event share one instant. */
export const readClock = (): Instant => Date.now()
