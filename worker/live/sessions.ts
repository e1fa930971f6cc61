import { sessionParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'

/**
 * Makes the session's Durable Object reload the meeting from D1. Call after the batch that booked, moved or cancelled it
 * has committed.
 */
export const updateSessionSchedule = (env: Env, sessionId: string): Promise<void> =>
  sessionParty(env, sessionId).updateSchedule()
