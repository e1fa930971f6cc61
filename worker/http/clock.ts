import type { Instant } from '#domain/cairo'

/** The only reading of a clock in the worker. A request or job reads it once and passes the instant on. */
export const readClock = (): Instant => Date.now()
