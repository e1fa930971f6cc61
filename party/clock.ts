import type { Instant } from '#domain/cairo'

/** The parties' only reading of a clock: once an event. */
export const readClock = (): Instant => Date.now()
