import { learnServerTime } from './clock.ts'
import { API_BASE } from './origin.ts'

/** Learns the server's time when a decision depends on it before any other request was made. */
export async function fetchServerTime(): Promise<void> {
  const sentAt = Date.now()
  const response = await fetch(`${API_BASE}/health`).catch(() => null)
  learnServerTime(response?.headers.get('x-server-time') ?? null, sentAt, Date.now())
}
