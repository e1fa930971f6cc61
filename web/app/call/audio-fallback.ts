import type { Quality } from './quality.ts'

/** Whether a call continues with audio only because of a poor connection. All times are milliseconds of one clock. */
export type AudioFallback = {
  isAudio: boolean
  /** When the connection began to ask for the other state without a break; null while it does not. */
  since: number | null
  /** How long the connection must be good before video resumes. */
  returnAfter: number
  /** When they came back last. */
  returnedAt: number | null
}

/** Long enough that a lift or a passing lorry changes nothing. */
export const POOR_FOR_MS = 8000
/** Without pictures a connection looks better than it is, so coming back needs longer than leaving. */
export const GOOD_FOR_MS = 20_000
/** A connection that fails again within this was not good enough: the next return waits twice as long, up to the longest. */
export const RELAPSE_MS = 60_000
export const LONGEST_WAIT_MS = 160_000

export const WITH_PICTURES: AudioFallback = { isAudio: false, since: null, returnAfter: GOOD_FOR_MS, returnedAt: null }

/** The state after a quality sample. A fair connection does not change it, so that the picture does not flicker. */
export function nextFallback(state: AudioFallback, quality: Quality, now: number): AudioFallback {
  const asksForChange = quality === (state.isAudio ? 'good' : 'poor')
  if (!asksForChange) return state.since === null ? state : { ...state, since: null }
  const since = state.since ?? now
  const isLongEnough = now - since >= (state.isAudio ? state.returnAfter : POOR_FOR_MS)
  if (!isLongEnough) return { ...state, since }
  if (state.isAudio) return { ...state, isAudio: false, since: null, returnedAt: now }
  const isRelapse = state.returnedAt !== null && now - state.returnedAt < RELAPSE_MS
  const returnAfter = isRelapse ? Math.min(2 * state.returnAfter, LONGEST_WAIT_MS) : GOOD_FOR_MS
  return { ...state, isAudio: true, since: null, returnAfter }
}
