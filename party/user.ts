import { and, eq, inArray, ne } from 'drizzle-orm'
import { type Connection, Server, type WSMessage } from 'partyserver'
import { acknowledge } from '#contract/live/frames'
import { readFromClient, type ServerFrame } from '#contract/live/user'
import { openDb } from '#db/client'
import { roomMembers } from '#db/schema/chat'
import { type PartyBindings, tellUsers } from './stubs.ts'

type Env = PartyBindings & { DB: D1Database }

/** One for each signed-in person: every tab is a socket of it, and what is addressed to the person goes to all of them. */
export class UserParty extends Server<Env> {
  static override options = { hibernate: true }

  #userId(): number {
    return Number(this.name)
  }

  /** Sends an event to every open tab. */
  tell(frame: ServerFrame): void {
    this.broadcast(JSON.stringify(frame))
  }

  /** Whether any tab is open. */
  isOnline(): boolean {
    return [...this.getConnections()].length > 0
  }

  override async onConnect(): Promise<void> {
    if ([...this.getConnections()].length === 1) await this.#announceStatus()
  }

  /** The connection that closes is no longer among the open ones. */
  override async onClose(): Promise<void> {
    if (!this.isOnline()) await this.#announceStatus()
  }

  override onMessage(connection: Connection, message: WSMessage): void {
    const read = readFromClient(message)
    connection.send(JSON.stringify(acknowledge(read)))
  }

  /** Everybody who shares a chat room with this person sees them come and go. */
  async #announceStatus(): Promise<void> {
    const userId = this.#userId()
    const db = openDb(this.env.DB)
    const mine = db.select({ roomId: roomMembers.roomId }).from(roomMembers).where(eq(roomMembers.userId, userId))
    const others = await db
      .select({ userId: roomMembers.userId, roomId: roomMembers.roomId })
      .from(roomMembers)
      .where(and(ne(roomMembers.userId, userId), inArray(roomMembers.roomId, mine)))
    // Who comes and goes in a moment is announced twice: as things stand when it is said, so that the last word is true.
    const online = this.isOnline()
    await Promise.all(
      others.map((other) =>
        tellUsers(this.env, [other.userId], {
          event: 'UserStatusChanged',
          payload: { online, userId, roomId: other.roomId },
        }),
      ),
    )
  }
}
