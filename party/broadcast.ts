import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { type FromClient, readFromClient, type ServerFrame } from '#contract/live/broadcast'
import { type Acknowledgement, ackFrameFor } from '#contract/live/frames'
import { PING_AFTER_MS } from '#domain/live'
import {
  type ConnectionState,
  Connections,
  connectionStateFrom,
  connectionTags,
  expiryOf,
  openSockets,
  sendFrame,
} from './connections.ts'
import type { BroadcastObject } from './interfaces.ts'
import { mayReceive, OpenRecords } from './staff-room.ts'
import { readTimer } from './timer.ts'

/**
 * A room with many subscribers: it stores nothing but its sockets, and hibernates between events. Clients only receive, except in
 * `Staff`, whose tabs also report which records they have open.
 */
export class BroadcastParty extends Server implements BroadcastObject {
  static override options = { hibernate: true }

  readonly #connections = new Connections(this.ctx, this)

  readonly #openRecords = new OpenRecords(this)

  get #isStaffRoom(): boolean {
    return this.name.startsWith('Staff:')
  }

  /** Sends events in their order to every subscriber who may receive them. */
  publish(...frames: ServerFrame[]): void {
    for (const frame of frames) {
      const text = JSON.stringify(frame)
      if (!this.#isStaffRoom) for (const socket of openSockets(this.ctx)) socket.send(text)
      else
        for (const connection of this.getConnections<ConnectionState>())
          if (connection.state && mayReceive(frame, connection.state.role)) connection.send(text)
    }
  }

  /** How many sockets are open. */
  subscribers(): number {
    return openSockets(this.ctx).length
  }

  /** Closes a user's sockets whose tokens were issued before `validFrom`, in epoch seconds. */
  endSessions(userId: number, validFrom: number): void {
    this.#connections.closeRevoked(userId, validFrom)
  }

  /** Closes the sockets of one session of a user's account. */
  endSession(userId: number, authSession: string): void {
    this.#connections.closeSession(userId, authSession)
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return connectionTags(request)
  }

  override async onConnect(connection: Connection<ConnectionState>, { request }: ConnectionContext): Promise<void> {
    const state = connectionStateFrom(request.headers)
    this.#connections.accept(connection, state)
    // The existing alarm covers the other connections. Reading all of them for each new one would be quadratic when all reconnect.
    const due = Math.min(expiryOf(state), ...(this.#isStaffRoom ? [readTimer() + PING_AFTER_MS] : []))
    const set = await this.ctx.storage.getAlarm()
    if (set === null || due < set) await this.ctx.storage.setAlarm(due)
  }

  override onMessage(connection: Connection<ConnectionState>, message: WSMessage): void {
    const read = readFromClient(message)
    const decision = this.#connections.throttle(connection, read.ok)
    if (decision === 'close') return
    const code = decision === 'accept' && read.ok ? this.#answer(connection, read.event) : 'unallowed'
    sendFrame(connection, ackFrameFor(read.ack, code))
  }

  #answer(connection: Connection<ConnectionState>, frame: FromClient): Acknowledgement {
    if (frame.event === 'ping') return 'ok'
    return this.#isStaffRoom ? this.#openRecords.handle(connection, frame) : 'unallowed'
  }

  override onClose(connection: Connection<ConnectionState>): void {
    this.#connections.remove(connection)
    this.#openRecords.closed(connection)
  }

  override onError(connection: Connection<ConnectionState>): void {
    this.onClose(connection)
  }

  override async onAlarm(): Promise<void> {
    this.#connections.closeExpired()
    await this.#setAlarm()
  }

  /**
   * Tokens last for days and a pending alarm does not prevent hibernation, so one alarm replaces periodic checks. Only the few
   * connections of the staff's room are also checked for heartbeats, so that a colleague whose computer is off is not shown.
   */
  async #setAlarm(): Promise<void> {
    const checks = [this.#connections.nextExpiry(), this.#isStaffRoom ? this.#connections.checkHeartbeats() : null]
    const next = checks.filter((at) => at !== null)
    if (next.length > 0) await this.ctx.storage.setAlarm(Math.min(...next))
  }
}
