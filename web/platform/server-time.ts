import { learnServerTime } from './clock.ts'
import { API_BASE } from './origin.ts'

/** Asks for nothing but the time, where a decision hangs on it before anything else was asked. */
export async function askServerTime(): Promise<void> {
  const sentAt = Date.now()
  const answer = await fetch(`${API_BASE}/health`).catch(() => null)
  learnServerTime(answer?.headers.get('x-server-time') ?? null, sentAt, Date.now())
}
