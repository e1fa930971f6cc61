import type { Instant } from '#domain/cairo'

/** The machine's own time, which no test and no laptop moves: alarms, heartbeats and paces go by it. Epoch milliseconds. */
export const readTimer = (): Instant => performance.timeOrigin + performance.now()
