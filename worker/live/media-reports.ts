import { sql } from 'drizzle-orm'
import { type LiveKitEvent, liveKitEvent, type notifyLiveKit } from '#contract/sessions'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { mediaEvents } from '#db/schema/media-events'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { mediaEvents as known, type MediaSource } from '#domain/sessions/witnesses'
import type { Act } from '../http/bind.ts'
import { log } from '../http/logs.ts'
import { isLiveKitSigned } from '../outside/livekit/webhook.ts'

const SOURCES: Readonly<Record<string, MediaSource>> = {
  MICROPHONE: 'microphone',
  CAMERA: 'camera',
  SCREEN_SHARE: 'screen',
  SCREEN_SHARE_AUDIO: 'screen',
}

/** Accounts are the identities of their tokens; anything else in a room is nobody of ours. */
const accountOf = (identity: string): number | null => (/^[1-9]\d{0,14}$/.test(identity) ? Number(identity) : null)

/** The person's columns of an event, empty for one of a room alone; null where it is about nobody whom we know. */
function personOf({ event, createdAt, participant, track }: LiveKitEvent) {
  if (event === 'room_started' || event === 'room_finished')
    return { userId: null, stay: null, joinedAt: null, source: null }
  const source = event === 'track_published' ? (SOURCES[track?.source ?? ''] ?? null) : null
  const userId = accountOf(participant?.identity ?? '')
  if (!participant || userId === null || (event === 'track_published' && source === null)) return null
  const { sid: stay, joinedAtMs, joinedAt } = participant
  return { userId, stay, joinedAt: source === null ? joinedAtMs || (joinedAt || createdAt) * 1000 : null, source }
}

/**
 * The statement that keeps an event once, and only of a lesson that has this room, and of its members. None for one about
 * nobody whom we know.
 */
function keepStatements(db: Db, event: LiveKitEvent, now: Instant): Statement[] {
  const person = personOf(event)
  if (!person) return []
  const { userId, stay, joinedAt, source } = person
  const { id, event: type, room, createdAt } = event
  // Whatever the media server's clock says, nothing has happened after now.
  const [since, at] = [joinedAt === null ? null : Math.min(joinedAt, now), Math.min(createdAt * 1000, now)]
  const isMember = sql`EXISTS (SELECT 1 FROM ${lessonMembers} m WHERE m.lesson_id = ${lessons.id} AND m.user_id = ${userId})`
  return [
    db
      .insert(mediaEvents)
      .select(
        sql`SELECT NULL, ${id}, ${type}, ${lessons.id}, ${room.sid}, ${userId}, ${stay}, ${since}, ${source}, ${at}, ${now}
        FROM ${lessons} WHERE ${lessons.sessionId} = ${room.name} AND ${userId === null ? sql`TRUE` : isMember}`,
      )
      .onConflictDoNothing(),
  ]
}

/**
 * The media server reports who is in the room of a lesson (docs/rules/live.md 6.5). What is about no lesson or no member of it is
 * accepted and changes nothing, since it would be repeated otherwise.
 * @throws DomainError `forbidden` for a wrong, foreign or expired signature, and without a media server.
 */
export const onLiveKit: Act<typeof notifyLiveKit> = async (ctx) => {
  const { body, db, env, headers, now, text } = ctx
  const { LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = env
  if (!key || !secret || !(await isLiveKitSigned({ key, secret }, text, headers.get('authorization'), now)))
    throw new DomainError('forbidden', 'authorization')
  if (!known.some((one) => one === body.event)) return undefined
  const read = liveKitEvent.safeParse(body)
  if (read.success) await batchAll(db, keepStatements(db, read.data, now))
  else log(env, 'warn', 'notice-of-unknown-type', { provider: 'livekit', type: body.event.slice(0, 40) })
  return undefined
}
