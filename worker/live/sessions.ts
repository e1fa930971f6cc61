import { sessionParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'

/** Call after the batch that booked, moved or cancelled a meeting has committed: its party reads the meeting from D1. */
export const updateSessionSchedule = (env: Env, sessionId: string): Promise<void> =>
  sessionParty(env, sessionId).updateSchedule()
