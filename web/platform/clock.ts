import { useEffect, useState } from 'react'
import type { Instant } from '#domain/cairo'
import { useFirstRender } from './first-render.ts'
import { createStore, type ReadableStore } from './store.ts'

/** Milliseconds by which the server's clock is ahead of this device's. */
const offset = createStore(0)

/** A slow answer contains an old time: a smaller difference may be network latency and is ignored. */
const TOLERATED_MS = 2000

/**
 * Milliseconds by which the server's clock is ahead of this device's, learned from its answers, so that countdowns are
 * correct on a device with a wrong clock.
 */
export const serverClockOffset: ReadableStore<number> = offset

/** Learns the time from an answer's header; null or an invalid one changes nothing. */
export function learnServerTime(header: string | null, sentAt: Instant, receivedAt: Instant): void {
  const stamp = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(stamp)) return
  const isAsSent = stamp >= sentAt - TOLERATED_MS && stamp <= receivedAt + TOLERATED_MS
  const next = isAsSent ? 0 : stamp - Math.round((sentAt + receivedAt) / 2)
  if (Math.abs(next - offset.get()) > TOLERATED_MS) offset.set(next)
}

/** The current time by the server's clock. */
export const now = (): Instant => Date.now() + offset.get()

/** The server's time, read again every `everyMs` while the component is shown, and when the page becomes visible. */
export function useNow(everyMs: number): Instant {
  const first = useFirstRender()
  const [at, setAt] = useState(() => first.at ?? now())
  useEffect(() => {
    const read = () => setAt(now())
    // What the edge has rendered may be older by now.
    setAt((shown) => (now() - shown < everyMs ? shown : now()))
    const timer = setInterval(read, everyMs)
    const unsubscribe = offset.subscribe(read)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', read)
    }
  }, [everyMs])
  return at
}

/** When the page was requested and received, by the device's clock; epoch milliseconds. */
export function timesOfPage(): [sentAt: Instant, receivedAt: Instant] {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const start = Date.now() - performance.now()
  return [start + (page?.requestStart ?? 0), start + (page?.responseEnd ?? performance.now())]
}
