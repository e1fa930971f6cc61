/** The alarms of the sessions' parties, which tests let ring when they say so. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { bindings } from '#tests/people'
import { sessionParty } from '../../party/stubs.ts'

/** Lets the alarm ring that is set; false when none is. */
export const ring = (session: string): Promise<boolean> => runDurableObjectAlarm(sessionParty(bindings, session))

/** When the alarm will ring, by the machine's time; null when none is set. */
export const alarmOf = (session: string): Promise<number | null> =>
  runInDurableObject(sessionParty(bindings, session), (_party, state) => state.storage.getAlarm())
