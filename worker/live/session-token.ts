import type { sessionToken } from '#contract/sessions'
import { findMeeting } from '#db/meetings'
import { DomainError, refuse } from '#domain/errors'
import { whyNotInside } from '#domain/sessions/access'
import type { Act } from '../http/bind.ts'
import { roomToken } from '../outside/livekit/token.ts'

/**
 * A token that lets a member of an open session into its room on the media server (docs/rules/live.md 6.2).
 * @throws DomainError `session-not-found`, `forbidden`, `service-unavailable` if no media server is configured.
 */
export const token: Act<typeof sessionToken> = async ({ actor, query: { sessionId }, db, env, now }) => {
  refuse(whyNotInside(await findMeeting(db, sessionId), actor.id, now))
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = env
  if (!url || !key || !secret) throw new DomainError('service-unavailable')
  return { token: await roomToken({ key, secret }, { userId: actor.id, name: actor.name, room: sessionId }), url }
}
