import { type Connection, Server, type WSMessage } from 'partyserver'
import { readFromClient, type ServerFrame } from '#contract/live/broadcast'
import { answerFrame } from '#contract/live/frames'

/** A room that many watch and nobody talks in: it holds nothing but sockets, and sleeps between announcements. */
export class BroadcastParty extends Server {
  static override options = { hibernate: true }

  announce(frame: ServerFrame): void {
    this.broadcast(JSON.stringify(frame))
  }

  override onMessage(connection: Connection, message: WSMessage): void {
    const read = readFromClient(message)
    connection.send(JSON.stringify(answerFrame(read.ack, read.ok ? 'ok' : 'unallowed')))
  }
}
