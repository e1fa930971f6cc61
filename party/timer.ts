import type { Instant } from '#domain/cairo'

/**
 * The machine's own time, which neither tests nor the local environment move: alarms, heartbeats and throttles depend on
 * real time passing. Epoch milliseconds.
 */
export const readTimer = (): Instant => performance.timeOrigin + performance.now()
