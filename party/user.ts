import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { type Acknowledgement, ackFrameFor, CLOSE_CODE } from '#contract/live/frames'
import { readFromClient, type ServerFrame } from '#contract/live/user'
import { readClock } from './clock.ts'
import { Inbox, type InboxEntry, type RoomNews } from './inbox.ts'
import { type Line, Lines, lineOf, say, tagsOf } from './lines.ts'
import { sharedRooms, writePresence } from './membership.ts'
import { notifyUsers, type PartyBindings } from './stubs.ts'
import { readTimer } from './timer.ts'
import { UserChat } from './user-chat.ts'

type Env = PartyBindings & { DB: D1Database }

/** The last word that was spread: whether the person is here. */
const ANNOUNCED = 'announced-online'
/** Tokens issued before, in seconds, are ended. */
const VALID_FROM = 'valid-from'
const RETRY_MS = 5000

/** One for each signed-in person: every tab is a socket of it, and what is addressed to the person goes to all of them. */
export class UserParty extends Server<Env> {
  static override options = { hibernate: true }

  readonly #lines = new Lines(this.ctx, this)
  readonly #inbox = new Inbox(this.ctx.storage)
  readonly #chat = new UserChat(this.env, () => this.#userId(), this.#inbox)
  #announcing: Promise<void> | null = null

  #userId(): number {
    return Number(this.name)
  }

  /** Sends an event to every open tab. */
  tell(frame: ServerFrame): void {
    this.broadcast(JSON.stringify(frame))
  }

  /** What a chat room tells its member: kept in the inbox, and told to the tabs, each event once. */
  takeRoomEvents(news: RoomNews): void {
    for (const { frame } of this.#inbox.take(news)) this.tell(frame)
  }

  /** What is new in the person's rooms; a room in which nothing was written is not among them. */
  inbox(): InboxEntry[] {
    return this.#inbox.entries()
  }

  /** Whether any tab is open. */
  isOnline(): boolean {
    return [...this.getConnections()].length > 0
  }

  /** Closes the tabs of all tokens issued before, in seconds, and lets none of them in again. */
  async endSessions(validFrom: number): Promise<void> {
    this.ctx.storage.kv.put(VALID_FROM, validFrom)
    this.#lines.closeEnded(this.#userId(), validFrom)
    await this.#announceStatus()
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return tagsOf(request)
  }

  override async onConnect(connection: Connection<Line>, { request }: ConnectionContext): Promise<void> {
    const line = lineOf(request.headers)
    this.#lines.take(connection, line)
    if (line.iat < (this.ctx.storage.kv.get<number>(VALID_FROM) ?? 0))
      connection.close(CLOSE_CODE.signedOut, 'signed out')
    if ((await this.ctx.storage.getAlarm()) === null) await this.#look()
    // Whoever comes does not wait until everybody has heard of it.
    this.ctx.waitUntil(this.#announceStatus())
  }

  /** The connection that closes is no longer among the open ones. */
  override async onClose(connection: Connection): Promise<void> {
    this.#lines.forget(connection)
    await this.#announceStatus()
  }

  override onError(connection: Connection): Promise<void> {
    return this.onClose(connection)
  }

  override async onMessage(connection: Connection<Line>, message: WSMessage): Promise<void> {
    const read = readFromClient(message)
    const verdict = this.#lines.judge(connection, read.ok)
    if (verdict === 'close') return
    const answer = (code: Acknowledgement) => say(connection, ackFrameFor(read.ack, code))
    if (verdict === 'refuse' || !read.ok) return answer('unreachable')
    try {
      answer(await this.#chat.answer(connection, read.event))
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
      console.error(`UserParty ${this.name}: ${read.event.event} failed`, error)
      answer('unreachable')
    }
  }

  /** Closes who is gone or whose token has expired, and says when to look again: no socket, no alarm. */
  async #look(): Promise<void> {
    this.#lines.closeExpired()
    const next = this.#lines.feelPulses()
    if (next !== null) await this.ctx.storage.setAlarm(next)
  }

  override async onAlarm(): Promise<void> {
    await this.#look()
    await this.#announceStatus()
  }

  /** Spreads the word until the last one said is true; whoever comes and goes in a moment is told of in order. */
  #announceStatus(): Promise<void> {
    this.#announcing ??= this.#announceChanges()
      .catch(async (error) => {
        // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
        console.error(`UserParty ${this.name}: the status was not announced`, error)
        await this.ctx.storage.setAlarm(readTimer() + RETRY_MS)
      })
      .finally(() => {
        this.#announcing = null
      })
    return this.#announcing
  }

  async #announceChanges(): Promise<void> {
    const { kv } = this.ctx.storage
    for (;;) {
      const online = this.isOnline()
      if (online === (kv.get<boolean>(ANNOUNCED) ?? false)) return
      await writePresence(this.env.DB, this.#userId(), online, readClock())
      await this.#tellPartners(online)
      kv.put(ANNOUNCED, online)
    }
  }

  /** Everybody who shares a chat room with this person sees them come and go. */
  async #tellPartners(online: boolean): Promise<void> {
    const userId = this.#userId()
    const others = await sharedRooms(this.env.DB, userId)
    await Promise.all(
      others.map((other) =>
        notifyUsers(this.env, [other.userId], {
          event: 'UserStatusChanged',
          payload: { online, userId, roomId: other.roomId },
        }),
      ),
    )
  }
}
