import { useEffect, useState } from 'react'
import type { Instant } from '#domain/cairo'

/**
 * The server's time, learned from its answers: every countdown and every "has it begun" is right on a device whose own
 * clock is wrong.
 */
let ahead = 0
let learned = false
const listeners = new Set<() => void>()

/** A slow answer carries an old time: smaller differences say nothing. */
const TOLERATED_MS = 2000

/** Milliseconds by which the server is ahead of this device. */
export const serverAheadBy = (): number => ahead

export function learnServerTime(header: string | null, sentAt: Instant, receivedAt: Instant): void {
  const stamp = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(stamp)) return
  const isAsSent = stamp >= sentAt - TOLERATED_MS && stamp <= receivedAt + TOLERATED_MS
  const next = isAsSent ? 0 : stamp - Math.round((sentAt + receivedAt) / 2)
  const hasMoved = !learned || Math.abs(next - ahead) > TOLERATED_MS
  learned = true
  if (!hasMoved) return
  ahead = next
  for (const listener of listeners) listener()
}

export function onServerTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Now, by the server's clock. */
export const now = (): Instant => Date.now() + ahead

/** The server's time, read again every `everyMs` while the component is shown, and when the page is looked at again. */
export function useNow(everyMs: number): Instant {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const read = () => setAt(now())
    const timer = setInterval(read, everyMs)
    const forget = onServerTime(read)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      forget()
      document.removeEventListener('visibilitychange', read)
    }
  }, [everyMs])
  return at
}
