import type { Connection, Server } from 'partyserver'
import { CLOSE_CODE, HEARTBEAT, HEARTBEAT_RESPONSE, PING } from '#contract/live/frames'
import type { Instant } from '#domain/cairo'
import {
  FRAME_THROTTLE,
  type FrameDecision,
  type FrameThrottle,
  heartbeatState,
  MAX_CONNECTIONS_PER_USER,
  newFrameThrottle,
  nextHeartbeatCheck,
  throttleFrame,
} from '#domain/live'
import { readClock } from './clock.ts'
import { readTimer } from './timer.ts'

/** What an open socket stands for; kept with the socket, so that it outlives the object's sleep. */
export type Line = {
  userId: number
  /** When its token was issued and when it expires, in seconds. */
  iat: number
  exp: number
  openedAt: Instant
  /** As it stood when the socket was opened. */
  mayChat: boolean
  /** The name by which the tab can be called, where it gave one. */
  peer?: string
}

/** The platform answers heartbeats with these letters, and the object sleeps on. */
export const answerHeartbeats = (ctx: DurableObjectState): void =>
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(HEARTBEAT, HEARTBEAT_RESPONSE))

/** Every socket bears the name of its person, so that theirs are found among thousands. */
export const tagsOf = ({ headers }: Request): string[] => [headers.get('x-user') ?? '']

/** What our own front door says about the one who connects. */
export function lineOf(headers: Headers): Line {
  const number = (name: string) => Number(headers.get(name) ?? 0)
  return {
    userId: number('x-user'),
    iat: number('x-token-iat'),
    exp: number('x-token-exp'),
    openedAt: readTimer(),
    mayChat: headers.get('x-may-chat') === 'yes',
  }
}

const isOpen = (connection: Connection): boolean => connection.readyState === WebSocket.READY_STATE_OPEN

/** Says something to a tab, unless it has gone while the answer was made. */
export function say(connection: Connection, frame: object): void {
  if (isOpen(connection)) connection.send(JSON.stringify(frame))
}

/** The open sockets of a party: how much they send, whether they live, and until when they may stay. */
export class Lines {
  readonly #ctx: DurableObjectState
  readonly #open: (userId?: number) => Iterable<Connection<Line>>
  /** These two are forgotten when the object sleeps: who floods or writes does not let it. */
  readonly #paces = new Map<string, FrameThrottle>()
  readonly #heard = new Map<string, Instant>()
  /** Who signed out everywhere a moment ago, and since when, in seconds: a socket may just be on its way. */
  readonly #ended = new Map<number, number>()

  constructor(ctx: DurableObjectState, party: Server) {
    this.#ctx = ctx
    this.#open = (userId) => party.getConnections<Line>(userId === undefined ? undefined : String(userId))
    answerHeartbeats(ctx)
  }

  /** Judges a frame before it is acted upon; a socket that floods is closed, and what it still sends is nothing. */
  judge(connection: Connection, isUnderstood: boolean): FrameDecision {
    if (!isOpen(connection)) return 'close'
    const now = readTimer()
    this.#heard.set(connection.id, now)
    const known = this.#paces.get(connection.id) ?? newFrameThrottle(now)
    const { decision: verdict, pace } = throttleFrame(known, isUnderstood ? 1 : FRAME_THROTTLE.nonsense, now)
    this.#paces.set(connection.id, pace)
    if (verdict === 'close') connection.close(CLOSE_CODE.limitExceeded, 'too many frames')
    return verdict
  }

  forget(connection: Connection): void {
    this.#paces.delete(connection.id)
    this.#heard.delete(connection.id)
  }

  #heardAt(connection: Connection<Line>): Instant {
    const answered = this.#ctx.getWebSocketAutoResponseTimestamp(connection)?.getTime() ?? 0
    return Math.max(connection.state?.openedAt ?? 0, answered, this.#heard.get(connection.id) ?? 0)
  }

  /** Takes a socket in, unless its token has ended on its way here; the oldest of too many of one person goes. */
  take(connection: Connection<Line>, line: Line): void {
    connection.setState(line)
    if (line.iat < (this.#ended.get(line.userId) ?? 0)) connection.close(CLOSE_CODE.signedOut, 'signed out')
    this.#keepNewest(line.userId)
  }

  /** Closes a person's sockets of tokens that were issued before an instant, in seconds, and those yet to arrive. */
  closeEnded(userId: number, validFrom: number): void {
    this.#ended.set(userId, validFrom)
    for (const connection of this.#open(userId))
      if (connection.state && connection.state.iat < validFrom) connection.close(CLOSE_CODE.signedOut, 'signed out')
  }

  closeExpired(): void {
    const now = readClock() / 1000
    for (const connection of this.#open())
      if (connection.state && connection.state.exp <= now)
        connection.close(CLOSE_CODE.signedOut, 'the token has expired')
  }

  /** When the first token expires, by the machine's time; null where no socket is open. */
  nextExpiry(): Instant | null {
    const ends = [...this.#open()].flatMap(({ state }) => (state ? [state.exp * 1000] : []))
    return ends.length === 0 ? null : readTimer() + Math.max(0, Math.min(...ends) - readClock())
  }

  /** Asks the silent, closes the dead and answers when to look again; null where no socket is open. */
  feelPulses(): Instant | null {
    const now = readTimer()
    for (const connection of this.#open()) {
      const pulse = heartbeatState(this.#heardAt(connection), now)
      if (pulse === 'gone') connection.close(CLOSE_CODE.heartbeatTimeout, 'nothing was heard')
      else if (pulse === 'silent') connection.send(PING)
    }
    return nextHeartbeatCheck(
      [...this.#open()].map((connection) => this.#heardAt(connection)),
      now,
    )
  }

  #keepNewest(userId: number): void {
    const openedAt = ({ state }: Connection<Line>) => state?.openedAt ?? 0
    const byAge = [...this.#open(userId)].toReversed().sort((one, other) => openedAt(other) - openedAt(one))
    for (const connection of byAge.slice(MAX_CONNECTIONS_PER_USER))
      connection.close(CLOSE_CODE.limitExceeded, 'too many tabs')
  }
}
