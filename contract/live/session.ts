import * as z from 'zod/mini'
import {
  CALL_BOUNDS,
  CALL_MINUTES_AT_ONCE,
  type CallFigure,
  callFigures,
  joinFailures,
  mediaRoutes,
  networkKinds,
} from '#domain/sessions/call-quality'
import { isSessionId } from '#domain/sessions/session-id'
import { id, isoInstant } from '../fields.ts'
import { bareEvent, clientFrameReader, event, serverFrameReader } from './frames.ts'

/** The events of a session's party, which connects the two members (docs/rules/live.md 5.5). */

/** Only its length is limited here: a malformed id is acknowledged as `invalid-session-id`, unlike an invalid frame. */
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

const figure = (name: CallFigure) => z.nullable(z.int().check(z.gte(0), z.lte(CALL_BOUNDS[name])))

/** What one side of a lesson's call has received in a minute (docs/rules/lessons.md 12.1); `loss` in thousandths of the packets. */
export const callMinute = z.object({
  minute: isoInstant,
  loss: figure('loss'),
  roundTripMs: figure('roundTripMs'),
  jitterMs: figure('jitterMs'),
  freezes: figure('freezes'),
  frozenMs: figure('frozenMs'),
  interruptedMs: figure('interruptedMs'),
  receivedKbps: figure('receivedKbps'),
  firstPictureMs: figure('firstPictureMs'),
  route: z.nullable(z.enum(mediaRoutes)),
  network: z.nullable(z.enum(networkKinds)),
  failure: z.nullable(z.enum(joinFailures)),
})
export type WireCallMinute = z.output<typeof callMinute>

/** A join that failed measured nothing. */
const measuredMinute = callMinute.check(
  z.refine(({ failure, ...minute }) => failure === null || callFigures.every((name) => minute[name] === null)),
)
const measuredMinutes = z.array(measuredMinute).check(z.minLength(1), z.maxLength(CALL_MINUTES_AT_ONCE))

/** A switch names its session as `session`, or as `sessionId` like every other frame (docs/rules/live.md 5.6). */
const switched = <const Source extends string>(source: Source) => {
  const isOn = { [source]: z.boolean() } as Record<Source, z.ZodMiniBoolean>
  return z.union([z.object({ session: sessionId, ...isOn }), z.object({ sessionId, ...isOn })])
}

export const fromClient = z.discriminatedUnion('event', [
  event('PreJoinSession', sessionRef),
  event('JoinSession', sessionRef),
  event('LeaveSession', sessionRef),
  event('SessionOffer', z.object({ sessionId, offer })),
  event('SessionAnswer', z.object({ sessionId, answer })),
  event('IceCandidate', z.object({ sessionId, candidate })),
  event('PingSessionMember', toMember),
  event('PongSessionMember', toMember),
  event('UserSharingScreen', switched('screen')),
  event('ToggleCamera', switched('camera')),
  event('ToggleMic', switched('mic')),
  event('CallMinutes', z.object({ sessionId, minutes: measuredMinutes })),
  bareEvent('ping'),
])
export type FromClient = z.output<typeof fromClient>

/** A participant and their media state. */
export const presentMember = z.object({ userId: id, camera: z.boolean(), mic: z.boolean(), screen: z.boolean() })

/** A STUN or TURN server (RTCIceServer). */
export const iceServer = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
})
export type IceServer = z.output<typeof iceServer>

/** Parses the configured JSON list; empty if not configured, null if invalid. */
export function readIceServers(json: string | undefined): IceServer[] | null {
  try {
    const read = z.array(iceServer).safeParse(JSON.parse(json || '[]'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/**
 * Sent to a tab that has pre-joined: the media transport (`livekit`: with the token of GET /session/token; `peer`: between
 * the browsers, with these ICE servers) and the session's times.
 */
export const sessionReady = z.object({
  carrier: z.enum(['livekit', 'peer']),
  iceServers: z.array(iceServer),
  start: isoInstant,
  end: isoInstant,
  /** When the room and its sockets close. */
  closesAt: isoInstant,
})
export type SessionReady = z.output<typeof sessionReady>

const member = z.object({ userId: id })

export const fromServer = z.discriminatedUnion('event', [
  event('SessionReady', sessionReady),
  /** The session is over or was cancelled: the socket closes with `SESSION_CLOSE_CODE.over`. */
  bareEvent('SessionEnded'),
  /**
   * The user has joined from another tab or device: this tab was removed, and may send `JoinSession` to take over again.
   */
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

/** Close codes of a session's party. A client must not reconnect after them. */
export const SESSION_CLOSE_CODE = { over: 4000 } as const

/** The session id in a frame; null if it is missing or malformed. */
export function sessionIdOfFrame(frame: FromClient): string | null {
  if (frame.event === 'ping') return null
  const id = 'session' in frame.payload ? frame.payload.session : frame.payload.sessionId
  return isSessionId(id) ? id : null
}

/** Parses a member's frame; never throws. */
export const readFromClient = clientFrameReader(fromClient)
/** Parses a frame of the party; null for one that this client does not know. */
export const readFromServer = serverFrameReader(fromServer)
