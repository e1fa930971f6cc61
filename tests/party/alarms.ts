/** The alarms of session objects, which tests run at will. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { bindings } from '#tests/people'
import { sessionParty } from '../../party/stubs.ts'

/** Runs the alarm that is set; false when there is none. */
export const runAlarm = (session: string): Promise<boolean> => runDurableObjectAlarm(sessionParty(bindings, session))

/** When the alarm is due, in the machine's time; null when there is none. */
export const alarmOf = (session: string): Promise<number | null> =>
  runInDurableObject(sessionParty(bindings, session), (_party, state) => state.storage.getAlarm())
