import { inArray } from 'drizzle-orm'
import type { getSession } from '#contract/sessions'
import { findMeeting } from '#db/meetings'
import { users } from '#db/schema/users'
import { refuse } from '#domain/errors'
import { whyNotVisible } from '#domain/sessions/access'
import { sessionParty } from '../../party/stubs.ts'
import type { Act } from '../http/bind.ts'

/**
 * The participants currently in a session, for its two members (docs/rules/live.md 5.9).
 * @throws DomainError `session-not-found`, `forbidden` for everybody else and for a cancelled session.
 */
export const members: Act<typeof getSession> = async ({ actor, params: { id }, db, env }) => {
  refuse(whyNotVisible(await findMeeting(db, id), actor.id))
  const participantIds = await sessionParty(env, id).members()
  if (participantIds.length === 0) return []
  return db
    .select({ id: users.id, name: users.name, englishName: users.englishName, role: users.role, gender: users.gender })
    .from(users)
    .where(inArray(users.id, participantIds))
}
