import * as z from 'zod/mini'
import { isSessionId } from '#domain/sessions/session-id'
import { id, instant } from '../fields.ts'
import { bareEvent, clientFrameReader, event, serverFrameReader } from './frames.ts'

/**
 * What the two people of a lesson, interview or demo session tell each other through its party
 * (docs/rules/live.md 5.5).
 */

/** A name that is none is answered `invalid-session-id`, not refused as a frame. */
const sessionId = z.string().check(z.maxLength(64))
const sessionRef = z.object({ sessionId })

const sdp = z.string().check(z.maxLength(60_000))
const sdpType = z.enum(['offer', 'answer', 'pranswer', 'rollback'])
export const offer = z.object({ type: sdpType, sdp })
export const answer = z.object({ type: sdpType, sdp: z.optional(sdp) })
const shortText = z.nullish(z.string().check(z.maxLength(2000)))
export const candidate = z.object({
  candidate: z.optional(z.string().check(z.maxLength(2000))),
  sdpMLineIndex: z.nullish(z.int()),
  sdpMid: shortText,
  usernameFragment: shortText,
})

const toMember = z.object({ sessionId, userId: id })

export const fromClient = z.discriminatedUnion('event', [
  event('PreJoinSession', sessionRef),
  event('JoinSession', sessionRef),
  event('LeaveSession', sessionRef),
  event('SessionOffer', z.object({ sessionId, offer })),
  event('SessionAnswer', z.object({ sessionId, answer })),
  event('IceCandidate', z.object({ sessionId, candidate })),
  event('PingSessionMember', toMember),
  event('PongSessionMember', toMember),
  event('UserSharingScreen', z.object({ session: sessionId, screen: z.boolean() })),
  event('ToggleCamera', z.object({ session: sessionId, camera: z.boolean() })),
  event('ToggleMic', z.object({ session: sessionId, mic: z.boolean() })),
  bareEvent('ping'),
])
export type FromClient = z.output<typeof fromClient>

/** Somebody who is in, and what they have switched on. */
export const presentMember = z.object({ userId: id, camera: z.boolean(), mic: z.boolean(), screen: z.boolean() })

/** A STUN or TURN server as browsers take it (RTCIceServer). */
export const iceServer = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})
export type IceServer = z.output<typeof iceServer>

/** Reads the configured list (JSON); null where it is none. Not configured, it is empty. */
export function readIceServers(json: string | undefined): IceServer[] | null {
  try {
    const read = z.array(iceServer).safeParse(JSON.parse(json || '[]'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/**
 * What a screen learns when it has pre-joined: how media travel (`livekit`: with the token of GET /session/token; `peer`:
 * from one browser to the other, with these servers' help), and the meeting's own times.
 */
export const sessionReady = z.object({
  carrier: z.enum(['livekit', 'peer']),
  iceServers: z.array(iceServer),
  start: instant,
  end: instant,
  /** When the room closes and its sockets with it. */
  closesAt: instant,
})
export type SessionReady = z.output<typeof sessionReady>

const member = z.object({ userId: id })

export const fromServer = z.discriminatedUnion('event', [
  event('SessionReady', sessionReady),
  /** The meeting is over or was cancelled: the socket closes with `CLOSED.over`. */
  bareEvent('SessionEnded'),
  /** The same person joined from another tab or device: this one is no longer inside, and says `JoinSession` to be so again. */
  bareEvent('SessionTakenOver'),
  event('SessionMembers', z.object({ members: z.array(presentMember) })),
  event('MemberJoinedSessionId', member),
  event('MemberLeftSessionId', member),
  event('SessionOffer', z.object({ userId: id, offer })),
  event('SessionAnswer', z.object({ userId: id, answer })),
  event('IceCandidate', z.object({ userId: id, candidate })),
  event('PingSessionMember', member),
  event('PongSessionMember', member),
  event('UserSharedScreen', z.object({ user: id, screen: z.boolean() })),
  event('CameraToggle', z.object({ user: id, camera: z.boolean() })),
  event('MicToggled', z.object({ user: id, mic: z.boolean() })),
])
export type ServerFrame = z.output<typeof fromServer>

/** Why the party closes a socket: it is of no use to connect again. */
export const SESSION_CLOSE_CODE = { over: 4000 } as const

/** The session that a frame speaks of, null where it names none in the right form. */
export function sessionIdOfFrame(frame: FromClient): string | null {
  if (frame.event === 'ping') return null
  const named = 'session' in frame.payload ? frame.payload.session : frame.payload.sessionId
  return isSessionId(named) ? named : null
}

/** Reads what a member sent; never throws. */
export const readFromClient = clientFrameReader(fromClient)
/** Reads what the party sent; null for what this client does not know. */
export const readFromServer = serverFrameReader(fromServer)
