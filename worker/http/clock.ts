import type { Instant } from '#domain/cairo'

/** The only reading of the product's clock in the worker. A request or job reads it once and passes the instant on. */
export const readClock = (): Instant => Date.now()

/**
 * The machine's own time in epoch milliseconds, which neither tests nor the local environment move. Durations are measured
 * by it. In production it advances only while a request waits for something outside.
 */
export const readTimer = (): Instant => performance.timeOrigin + performance.now()
