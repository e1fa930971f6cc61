import type { Connection, Server } from 'partyserver'
import { CLOSE_CODE, HEARTBEAT, HEARTBEAT_RESPONSE, PING } from '#contract/live/frames'
import type { Instant } from '#domain/cairo'
import {
  FRAME_THROTTLE,
  type FrameDecision,
  type FrameThrottle,
  heartbeatState,
  isReplenished,
  MAX_CONNECTIONS_PER_USER,
  newFrameThrottle,
  nextHeartbeatCheck,
  PERSON_THROTTLE,
  stricter,
  throttleFrame,
} from '#domain/live'
import type { Role } from '#domain/roles'
import { type DeviceClass, deviceClasses } from '#domain/sessions/call-quality'
import { readClock } from './clock.ts'
import { readTimer } from './timer.ts'

/** A connection's user and token, stored as the socket's attachment so that it survives hibernation. */
export type ConnectionState = {
  userId: number
  /** When its token was issued and when it expires, in epoch seconds. */
  iat: number
  exp: number
  /** The auth session that the token belongs to; ending it closes the connection. */
  authSession: string
  openedAt: Instant
  /** As it was when the connection was opened. */
  mayChat: boolean
  /** Role and name as they were when the connection was opened. */
  role: Role
  name: string | null
  /** Of the browser and of its network, for the quality of calls (docs/rules/lessons.md 12.2). */
  device: DeviceClass
  operator: string
  /** The peer id that the tab registered, if any. */
  peer?: string
}

/** The platform answers a frame of exactly this text itself, so that heartbeats do not wake a hibernating object. */
export const autoRespondToHeartbeats = (ctx: DurableObjectState): void =>
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(HEARTBEAT, HEARTBEAT_RESPONSE))

/** Tags each socket with its user id, so that one user's sockets are found without reading all of them. */
export const connectionTags = ({ headers }: Request): string[] => [headers.get('x-user') ?? '']

/** Reads the identity headers of an upgrade. The worker sets them after checking the token and drops a client's own. */
export function connectionStateFrom(headers: Headers): ConnectionState {
  const number = (name: string) => Number(headers.get(name) ?? 0)
  return {
    userId: number('x-user'),
    iat: number('x-token-iat'),
    exp: number('x-token-exp'),
    authSession: headers.get('x-session') ?? '',
    openedAt: readTimer(),
    mayChat: headers.get('x-may-chat') === 'yes',
    role: number('x-role') as Role,
    name: decodeURIComponent(headers.get('x-name') ?? '') || null,
    device: deviceClasses.find((one) => one === headers.get('x-device')) ?? 'desktop',
    operator: decodeURIComponent(headers.get('x-operator') ?? ''),
  }
}

/** When a connection's token expires, on the machine's clock. */
export const expiryOf = ({ exp }: ConnectionState): Instant => readTimer() + Math.max(0, exp * 1000 - readClock())

const isOpen = ({ readyState }: WebSocket): boolean => readyState === WebSocket.READY_STATE_OPEN

/**
 * The open sockets of a party, or of one user there, from the platform: PartyServer's list deserializes the attachment of each, which
 * takes longer than sending a frame.
 */
export const openSockets = (ctx: DurableObjectState, userId?: number): WebSocket[] =>
  ctx.getWebSockets(userId === undefined ? undefined : String(userId)).filter(isOpen)

/** Sends a frame unless the socket has closed meanwhile: sending to a closed socket throws. */
export function sendFrame(connection: Connection, frame: object): void {
  if (isOpen(connection)) connection.send(JSON.stringify(frame))
}

/** The open connections of a party: their rate limits, heartbeats, and the lifetime of their tokens. */
export class Connections {
  readonly #ctx: DurableObjectState
  readonly #open: (userId?: number) => Iterable<Connection<ConnectionState>>
  /**
   * All three are lost on hibernation, which is harmless: a connection that sends frames keeps the object awake, and a user's allowance
   * is full again before an idle object hibernates.
   */
  readonly #throttles = new Map<string, FrameThrottle>()
  readonly #personThrottles = new Map<number, FrameThrottle>()
  readonly #lastReceivedAt = new Map<string, Instant>()
  /**
   * Per user, the issue time (epoch seconds) before which tokens were revoked since this object woke. An upgrade that the
   * worker let through just before the revocation arrives after it.
   */
  readonly #validFrom = new Map<number, number>()
  /** The sessions of accounts that were ended since this object woke, for the same reason. */
  readonly #endedSessions = new Set<string>()

  constructor(ctx: DurableObjectState, party: Server) {
    this.#ctx = ctx
    this.#open = (userId) => party.getConnections<ConnectionState>(userId === undefined ? undefined : String(userId))
    autoRespondToHeartbeats(ctx)
  }

  /**
   * Call before acting on a frame. Closes a connection over its limit; frames of a closing connection are `close` too. A valid frame
   * counts as many times as it has `acts`.
   */
  throttle(connection: Connection<ConnectionState>, isValid: boolean, acts = 1): FrameDecision {
    if (!isOpen(connection)) return 'close'
    const now = readTimer()
    const weight = isValid ? acts : FRAME_THROTTLE.invalidWeight
    this.#lastReceivedAt.set(connection.id, now)
    const known = this.#throttles.get(connection.id) ?? newFrameThrottle(now)
    const { decision: ofConnection, throttle } = throttleFrame(known, weight, now)
    this.#throttles.set(connection.id, throttle)
    const decision = stricter(ofConnection, this.#throttlePerson(connection.state?.userId ?? 0, weight, now))
    if (decision === 'close') connection.close(CLOSE_CODE.limitExceeded, 'too many frames')
    return decision
  }

  #throttlePerson(userId: number, weight: number, now: Instant): FrameDecision {
    const known = this.#personThrottles.get(userId) ?? newFrameThrottle(now, PERSON_THROTTLE)
    const { decision, throttle } = throttleFrame(known, weight, now, PERSON_THROTTLE)
    this.#personThrottles.set(userId, throttle)
    return decision
  }

  /**
   * Frees the memory of a closed connection. Its user's throttle is kept until their allowance is full again, otherwise reconnecting
   * would reset it.
   */
  remove(connection: Connection): void {
    this.#throttles.delete(connection.id)
    this.#lastReceivedAt.delete(connection.id)
    const now = readTimer()
    for (const [userId, throttle] of this.#personThrottles)
      if (isReplenished(throttle, now, PERSON_THROTTLE)) this.#personThrottles.delete(userId)
  }

  /** The platform answers heartbeats without the object and only keeps their time. */
  #lastReceivedAtOf(connection: Connection<ConnectionState>): Instant {
    const heartbeatAt = this.#ctx.getWebSocketAutoResponseTimestamp(connection)?.getTime() ?? 0
    return Math.max(connection.state?.openedAt ?? 0, heartbeatAt, this.#lastReceivedAt.get(connection.id) ?? 0)
  }

  /**
   * Accepts a connection unless its token was revoked meanwhile or its user's allowance is used up, and closes the user's oldest
   * connection over the limit.
   */
  accept(connection: Connection<ConnectionState>, state: ConnectionState): void {
    connection.setState(state)
    const isRevoked = state.iat < (this.#validFrom.get(state.userId) ?? 0) || this.#endedSessions.has(state.authSession)
    if (isRevoked) connection.close(CLOSE_CODE.signedOut, 'signed out')
    if (this.#throttlePerson(state.userId, PERSON_THROTTLE.openingWeight, readTimer()) !== 'accept')
      connection.close(CLOSE_CODE.limitExceeded, 'too many frames and connections')
    this.#closeOldest(state.userId)
  }

  /** Closes a user's connections whose tokens were issued before `validFrom` (epoch seconds), and later upgrades with such a token. */
  closeRevoked(userId: number, validFrom: number): void {
    this.#validFrom.set(userId, validFrom)
    for (const connection of this.#open(userId))
      if (connection.state && connection.state.iat < validFrom) connection.close(CLOSE_CODE.signedOut, 'signed out')
  }

  /** Closes the connections of one auth session, and later upgrades of it. */
  closeSession(userId: number, authSession: string): void {
    this.#endedSessions.add(authSession)
    for (const connection of this.#open(userId))
      if (connection.state?.authSession === authSession) connection.close(CLOSE_CODE.signedOut, 'signed out')
  }

  closeExpired(): void {
    const now = readClock() / 1000
    for (const connection of this.#open())
      if (connection.state && connection.state.exp <= now)
        connection.close(CLOSE_CODE.signedOut, 'the token has expired')
  }

  /** When the first token expires, on the machine's clock (alarms run on it); null without connections. */
  nextExpiry(): Instant | null {
    const ends = [...this.#open()].flatMap(({ state }) => (state ? [expiryOf(state)] : []))
    return ends.length === 0 ? null : Math.min(...ends)
  }

  /** Pings overdue connections, closes lost ones and returns when to check again; null without connections. */
  checkHeartbeats(): Instant | null {
    const now = readTimer()
    const receivedAt: Instant[] = []
    for (const connection of this.#open()) {
      const at = this.#lastReceivedAtOf(connection)
      const heartbeat = heartbeatState(at, now)
      if (heartbeat === 'lost') connection.close(CLOSE_CODE.heartbeatTimeout, 'nothing was heard')
      else receivedAt.push(at)
      if (heartbeat === 'overdue') connection.send(PING)
    }
    return nextHeartbeatCheck(receivedAt, now)
  }

  #closeOldest(userId: number): void {
    if (openSockets(this.#ctx, userId).length <= MAX_CONNECTIONS_PER_USER) return
    const openedAt = ({ state }: Connection<ConnectionState>) => state?.openedAt ?? 0
    const byAge = [...this.#open(userId)].toReversed().sort((one, other) => openedAt(other) - openedAt(one))
    for (const connection of byAge.slice(MAX_CONNECTIONS_PER_USER))
      connection.close(CLOSE_CODE.limitExceeded, 'too many tabs')
  }
}
