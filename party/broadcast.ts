import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { readFromClient, type ServerFrame } from '#contract/live/broadcast'
import { ackFrameFor } from '#contract/live/frames'
import { type Line, Lines, lineOf, say, tagsOf } from './lines.ts'

/** A room that many watch and nobody talks in: it holds nothing but sockets, and sleeps between announcements. */
export class BroadcastParty extends Server {
  static override options = { hibernate: true }

  readonly #lines = new Lines(this.ctx, this)

  announce(frame: ServerFrame): void {
    this.broadcast(JSON.stringify(frame))
  }

  /** Closes the sockets that somebody opened with tokens issued before, in seconds. */
  endSessions(userId: number, validFrom: number): void {
    this.#lines.closeEnded(userId, validFrom)
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return tagsOf(request)
  }

  override async onConnect(connection: Connection<Line>, { request }: ConnectionContext): Promise<void> {
    this.#lines.take(connection, lineOf(request.headers))
    await this.#wakeAtExpiry()
  }

  override onMessage(connection: Connection<Line>, message: WSMessage): void {
    const read = readFromClient(message)
    const verdict = this.#lines.judge(connection, read.ok)
    if (verdict === 'close') return
    const code = verdict === 'take' && read.ok ? 'ok' : 'unallowed'
    say(connection, ackFrameFor(read.ack, code))
  }

  override onClose(connection: Connection): void {
    this.#lines.forget(connection)
  }

  override onError(connection: Connection): void {
    this.onClose(connection)
  }

  override async onAlarm(): Promise<void> {
    this.#lines.closeExpired()
    await this.#wakeAtExpiry()
  }

  /** Days ahead, as tokens last: an alarm that is not due holds nothing awake. */
  async #wakeAtExpiry(): Promise<void> {
    const next = this.#lines.nextExpiry()
    if (next !== null) await this.ctx.storage.setAlarm(next)
  }
}
