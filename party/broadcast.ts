import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { readFromClient, type ServerFrame } from '#contract/live/broadcast'
import { ackFrameFor } from '#contract/live/frames'
import { type ConnectionState, Connections, connectionStateFrom, connectionTags, sendFrame } from './connections.ts'

/** A publish-only room with many subscribers: it stores nothing but its sockets, and hibernates between events. */
export class BroadcastParty extends Server {
  static override options = { hibernate: true }

  readonly #connections = new Connections(this.ctx, this)

  /** Sends an event to every subscriber. */
  publish(frame: ServerFrame): void {
    this.broadcast(JSON.stringify(frame))
  }

  /** How many sockets are open. */
  subscribers(): number {
    return [...this.getConnections()].length
  }

  /** Closes a user's sockets whose tokens were issued before `validFrom`, in epoch seconds. */
  endSessions(userId: number, validFrom: number): void {
    this.#connections.closeRevoked(userId, validFrom)
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return connectionTags(request)
  }

  override async onConnect(connection: Connection<ConnectionState>, { request }: ConnectionContext): Promise<void> {
    this.#connections.accept(connection, connectionStateFrom(request.headers))
    await this.#setExpiryAlarm()
  }

  override onMessage(connection: Connection<ConnectionState>, message: WSMessage): void {
    const read = readFromClient(message)
    const decision = this.#connections.throttle(connection, read.ok)
    if (decision === 'close') return
    const code = decision === 'accept' && read.ok ? 'ok' : 'unallowed'
    sendFrame(connection, ackFrameFor(read.ack, code))
  }

  override onClose(connection: Connection): void {
    this.#connections.remove(connection)
  }

  override onError(connection: Connection): void {
    this.onClose(connection)
  }

  override async onAlarm(): Promise<void> {
    this.#connections.closeExpired()
    await this.#setExpiryAlarm()
  }

  /** Tokens last for days and a pending alarm does not stop hibernation, so one alarm replaces periodic checks. */
  async #setExpiryAlarm(): Promise<void> {
    const next = this.#connections.nextExpiry()
    if (next !== null) await this.ctx.storage.setAlarm(next)
  }
}
