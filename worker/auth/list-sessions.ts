import type { listOwnSessions } from '#contract/auth-sessions'
import { type ReadRequest, reading } from '../http/bind.ts'
import { livingSessions, sessionView } from './session-store.ts'

/** The devices on which the account is signed in (docs/rules/accounts.md 9.3). */
export const list = reading(
  ({ caller, db, now }: ReadRequest<typeof listOwnSessions>) => [livingSessions(db, caller.id, now)],
  async ({ session }, [sessions]) => sessions.map((one) => sessionView(one, session.token?.sessionId ?? null)),
)
