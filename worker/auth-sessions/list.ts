import type { listOwnSessions } from '#contract/auth-sessions'
import type { Act } from '../http/bind.ts'
import { livingSessions, sessionView } from './store.ts'

/** The devices on which the account is signed in (docs/rules/accounts.md 9.3). */
export const list: Act<typeof listOwnSessions> = async ({ actor, session, db, now }) => {
  const sessions = await livingSessions(db, actor.id, now)
  return sessions.map((one) => sessionView(one, session.token?.sessionId ?? null))
}
