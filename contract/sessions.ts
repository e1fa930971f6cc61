import * as z from 'zod/mini'
import { Role } from '#domain/roles'
import { isSessionId } from '#domain/sessions/session-id'
import { defineCall } from './call.ts'
import * as calls from './calls/sessions.ts'
import { id, oneOf, refusing } from './fields.ts'
import { gender } from './users.ts'

const sessionId = z.string().check(refusing((text) => (isSessionId(text) ? null : 'bad-request')))

/** A participant currently in the session. */
export const sessionMember = z.object({
  id,
  name: z.nullable(z.string()),
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
