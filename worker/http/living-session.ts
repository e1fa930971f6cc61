import { sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { authSessions } from '#db/schema/auth-sessions'
import { users } from '#db/schema/users'
import type { Actor, Session } from './app-env.ts'
import { refuseIf } from './constraints.ts'

type Request = { db: Db; actor: Pick<Actor, 'id'>; session: Session }

/**
 * The statement that fails its batch, with `unauthenticated`, when the session of the request has ended since the request was
 * authenticated. Each batch that writes what outlives a session has it, as a calendar's address or a passkey: without it, a
 * request that was under way while the account was taken back would leave that behind (docs/rules/accounts.md 9.5). Basic
 * authentication has no session: any end of the account's sessions counts.
 */
export function livingSessionStatement({ db, actor, session }: Request): Statement {
  const validFrom = sql`(SELECT ${users.sessionsValidFrom} FROM ${users} WHERE ${users.id} = ${actor.id})`
  const isOver = session.token
    ? sql`NOT EXISTS (SELECT 1 FROM ${authSessions} WHERE ${authSessions.id} = ${session.token.sessionId}
        AND ${authSessions.userId} = ${actor.id} AND ${authSessions.endedAt} IS NULL AND ${authSessions.issuedAt} >= ${validFrom})`
    : sql`${validFrom} <> ${session.validFrom}`
  return refuseIf(db, 'unauthenticated', isOver)
}
