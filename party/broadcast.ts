import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { type FromClient, readFromClient, type ServerFrame } from '#contract/live/broadcast'
import { type Acknowledgement, ackFrameFor } from '#contract/live/frames'
import { type ConnectionState, Connections, connectionStateFrom, connectionTags, sendFrame } from './connections.ts'
import { mayReceive, OpenRecords } from './staff-room.ts'

/**
 * A room with many subscribers: it stores nothing but its sockets, and hibernates between events. All rooms are publish-only but
 * `Staff`, whose tabs say which records they have open.
 */
export class BroadcastParty extends Server {
  static override options = { hibernate: true }

  readonly #connections = new Connections(this.ctx, this)

  readonly #openRecords = new OpenRecords(this)

  get #isStaffRoom(): boolean {
    return this.name.startsWith('Staff:')
  }

  /** Sends an event to every subscriber who may receive it. */
  publish(frame: ServerFrame): void {
    const connections = this.#isStaffRoom ? [...this.getConnections<ConnectionState>()] : []
    const withheld = connections.filter(({ state }) => state && !mayReceive(frame, state.role))
    this.broadcast(
      JSON.stringify(frame),
      withheld.map(({ id }) => id),
    )
  }

  /** How many sockets are open. */
  subscribers(): number {
    return [...this.getConnections()].length
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
    this.#connections.accept(connection, connectionStateFrom(request.headers))
    await this.#setAlarm()
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
   * Tokens last for days and a pending alarm does not stop hibernation, so one alarm replaces periodic checks. Only the few
   * connections of the staff's room are also checked for heartbeats, as nobody should see a colleague whose computer is off.
   */
  async #setAlarm(): Promise<void> {
    const checks = [this.#connections.nextExpiry(), this.#isStaffRoom ? this.#connections.checkHeartbeats() : null]
    const next = checks.filter((at) => at !== null)
    if (next.length > 0) await this.ctx.storage.setAlarm(Math.min(...next))
  }
}
