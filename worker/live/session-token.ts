import type { sessionToken } from '#contract/sessions'
import { findMeeting } from '#db/meetings'
import type { Instant } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { whyNotInside } from '#domain/sessions/access'
import { closesAt } from '#domain/sessions/hours'
import type { Act } from '../http/bind.ts'
import { openRoom } from '../outside/livekit/rooms.ts'
import { roomToken } from '../outside/livekit/token.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'

/** In whole seconds, at least one: 0 would be the media server's default. */
const secondsUntil = (at: Instant, now: Instant): number => Math.max(1, Math.ceil((at - now) / 1000))

/**
 * A token that lets a member of an open session into its room on the media server, which is opened until the session's own room
 * closes (docs/rules/live.md 6.2).
 * @throws DomainError `session-not-found`, `forbidden`, `service-unavailable` if no media server is configured or it does not
 * answer.
 */
export const token: Act<typeof sessionToken> = async ({ actor, query: { sessionId: room }, db, env, now }) => {
  const meeting = await findMeeting(db, room)
  if (!meeting) throw new DomainError('session-not-found')
  refuse(whyNotInside(meeting, actor.id, now))
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = env
  if (!url || !key || !secret) throw new DomainError('service-unavailable')
  try {
    await openRoom({ url, key, secret }, room, secondsUntil(closesAt(meeting), now))
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw new DomainError('service-unavailable', error.message)
    throw error
  }
  return { token: await roomToken({ key, secret }, { userId: actor.id, name: actor.name, room }), url }
}
