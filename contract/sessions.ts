import * as z from 'zod/mini'
import { Role } from '#domain/roles'
import { isSessionId } from '#domain/sessions/session-id'
import { mediaEvents } from '#domain/sessions/witnesses'
import { defineCall } from './call.ts'
import * as calls from './calls/sessions.ts'
import { gender, id, nothing, oneOf, refusing } from './fields.ts'

const sessionId = z.string().check(refusing((text) => (isSessionId(text) ? null : 'bad-request')))

/** A participant currently in the session. */
export const sessionMember = z.object({
  id,
  name: z.nullable(z.string()),
  englishName: z.nullable(z.string()),
  role: oneOf(Role),
  gender: z.nullable(gender),
})

export const getSession = defineCall(calls.getSession, {
  may: 'session.members',
  viewable: true,
  summary: 'Who is in a session now, for its two members',
  params: z.object({ id: sessionId }),
  answer: z.array(sessionMember),
  errors: ['session-not-found'],
})

export const sessionToken = defineCall(calls.sessionToken, {
  may: 'session.token',
  summary: 'A ten-minute token for the media server, and its address',
  query: z.object({ sessionId }),
  answer: z.object({ token: z.string(), url: z.string() }),
  errors: ['session-not-found', 'service-unavailable'],
})

/** A 64-bit integer, which protobuf writes into JSON as text; LiveKit leaves out one that is 0. */
const wireInteger = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((value) => Number(value)),
)
const wireId = z.string().check(z.minLength(1), z.maxLength(128))

/** An event of LiveKit's in a shape that we know, in its own spelling; `createdAt` and `joinedAt` in seconds. */
export const liveKitEvent = z.object({
  id: wireId,
  event: z.enum(mediaEvents),
  createdAt: wireInteger,
  room: z.object({ sid: wireId, name: z.string() }),
  participant: z.optional(
    z.object({
      sid: wireId,
      identity: z.string(),
      /** Not in `track_published`. */
      joinedAt: z.optional(wireInteger),
      joinedAtMs: z.optional(wireInteger),
    }),
  ),
  track: z.optional(z.object({ source: z.optional(z.string()) })),
})
export type LiveKitEvent = z.output<typeof liveKitEvent>

export const notifyLiveKit = defineCall(calls.notifyLiveKit, {
  may: 'session.notifyLiveKit',
  summary: 'The media server reports who is in the room of a lesson; authenticated by the JWT in Authorization',
  body: z.looseObject({ event: z.string() }),
  answer: nothing,
  errors: ['forbidden'],
})
