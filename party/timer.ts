import type { Instant } from '#domain/cairo'

/**
 * The machine's own time, which neither tests nor the local environment move: alarms, heartbeats and throttles depend on
 * real time passing. Epoch milliseconds.
 */
export const readTimer = (): Instant => performance.timeOrigin + performance.now()

/** Rejects after `ms` where the call has not returned by then; it may still be carried out. */
export function within<T>(ms: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`A call has not returned within ${ms} ms`)), ms)
    call.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
