/** Reports of the media server, as a real one of version 1.13.5 sends them, and what staff read of them. */
import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import type { LessonAttendance } from '#contract/lesson-decisions'
import { callApi, expectOk, fetchWorker, type Person, rows } from '#tests/people'
import { localMediaKeys } from '../../dev/local-keys.ts'

export type Fields = Record<string, unknown>

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

type Signing = { claims?: Fields; secret?: string; alg?: string; now?: number }

/** The JWT of a report, with other claims, key or algorithm for a forged one. */
export function liveKitToken(text: string, { claims = {}, secret, alg = 'HS256', now = Date.now() }: Signing = {}) {
  const issued = Math.floor(now / 1000)
  const all = { iss: localMediaKeys.LIVEKIT_API_KEY, iat: issued, nbf: issued, exp: issued + 300, sha256: hashOf(text) }
  return new SignJWT({ ...all, ...claims })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret ?? localMediaKeys.LIVEKIT_API_SECRET))
}

export const postReport = (text: string, authorization?: string) =>
  fetchWorker('/api/v1/livekit/webhook', {
    method: 'POST',
    headers: { 'content-type': 'application/webhook+json', ...(authorization === undefined ? {} : { authorization }) },
    body: text,
  })

/** Posts a signed report; answers its status. */
export async function report(event: Fields): Promise<number> {
  const text = JSON.stringify(event)
  return (await postReport(text, await liveKitToken(text))).status
}

let events = 0

/** A report about somebody in the room of a session; its time is that of the clock. */
export function eventOf(event: string, session: string, { id, stay = 'PA_1', room = 'RM_1', ...more }: Fields = {}) {
  const now = Date.now()
  const [createdAt, joinedAt] = [String(Math.floor(now / 1000)), String(more.joinedAt ?? Math.floor(now / 1000))]
  const person =
    id === undefined
      ? {}
      : { participant: { sid: stay, identity: String(id), ...(event === 'track_published' ? {} : { joinedAt }) } }
  const track = more.source === undefined ? {} : { track: { sid: 'TR_1', source: more.source } }
  return { event, room: { sid: room, name: session }, ...person, ...track, id: `EV_${++events}`, createdAt }
}

/** All that is kept of the media server's reports. */
export const storedReports = (): Promise<Fields[]> => rows('SELECT * FROM media_events ORDER BY id')

export const evidenceOf = (as: Person, lessonId: number): Promise<LessonAttendance> =>
  expectOk(callApi('GET', `/lesson/${lessonId}/attendance`, { as }))
