import type { Instant } from '#domain/cairo'

/** The product's only reading of a clock on the server; requests and jobs read it once and pass it on. */
export const readClock = (): Instant => Date.now()
