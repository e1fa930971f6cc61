import { sessionParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'

/** After the batch: the room of a meeting that was booked, moved or cancelled sets its alarms anew, or ends. */
export const updateSessionSchedule = (env: Env, sessionId: string): Promise<void> =>
  sessionParty(env, sessionId).updateSchedule()
