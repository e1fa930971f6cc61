import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { type Acknowledgement, ackFrameFor, CLOSE_CODE } from '#contract/live/frames'
import { readFromClient, type ServerFrame } from '#contract/live/user'
import type { Instant } from '#domain/cairo'
import { RETURN_MS } from '#domain/live'
import { readClock } from './clock.ts'
import { type ConnectionState, Connections, connectionStateFrom, connectionTags, sendFrame } from './connections.ts'
import { Inbox, type InboxEntry, type Receipt, type RoomUpdate } from './inbox.ts'
import { sharedRooms, writePresence } from './membership.ts'
import { notifyUsers, type PartyBindings, type QueueMessage } from './stubs.ts'
import { readTimer } from './timer.ts'
import { UserChat } from './user-chat.ts'

type Env = PartyBindings & { DB: D1Database; MESSAGES: Queue<QueueMessage> }

/** The storage key of the last presence that partners were notified of. */
export const ANNOUNCED = 'announced-online'
/** The storage key of the issue time, in epoch seconds, before which tokens are revoked. */
const VALID_FROM = 'valid-from'
/** The storage key of when the last tab closed of somebody who may still come back. */
export const LEFT_AT = 'left-at'
/** Presence that was not announced is announced again after this. */
export const PRESENCE_RETRY_MS = 5000

/** One object per signed-in user: each of their tabs has a socket to it, and events for the user go to all tabs. */
export class UserParty extends Server<Env> {
  static override options = { hibernate: true }

  readonly #connections = new Connections(this.ctx, this)
  readonly #inbox = new Inbox(this.ctx.storage)
  readonly #chat = new UserChat(this.env, this.#inbox, {
    userId: () => this.#userId(),
    receive: (update) => this.receiveRoomUpdate(update),
  })
  #announcing: Promise<void> | null = null

  #userId(): number {
    return Number(this.name)
  }

  /** Sends an event to every open tab. */
  notify(frame: ServerFrame): void {
    const text = JSON.stringify(frame)
    for (const tab of this.#openTabs()) tab.send(text)
  }

  /** The sockets as the platform has them: PartyServer reads what is attached to each, which a message to it does not need. */
  #openTabs(): WebSocket[] {
    return this.ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.READY_STATE_OPEN)
  }

  /**
   * Takes a chat room's update into the inbox and sends its events to the tabs. An event that is delivered again is skipped. Answers
   * what of the room is stored.
   */
  receiveRoomUpdate(update: RoomUpdate): Receipt {
    const fresh = this.#inbox.apply(update)
    const tabs = this.#openTabs()
    for (const frame of fresh) {
      for (const tab of tabs) tab.send(frame)
      if (tabs.length === 0) this.#reportMissed(JSON.parse(frame) as ServerFrame)
    }
    return this.#inbox.receipt(update.roomId)
  }

  /** As `receiveRoomUpdate`, in JSON, as all that a message takes from object to object. */
  receiveInJson(update: string): Receipt {
    return this.receiveRoomUpdate(JSON.parse(update) as RoomUpdate)
  }

  /** Stores all that was received, so that a room may forget it. */
  storeReceived(roomId: number): Receipt {
    this.#inbox.store()
    return this.#inbox.receipt(roomId)
  }

  /** A message to somebody who has no tab open is notified of by the worker. The inbox holds it also where this fails. */
  #reportMissed(frame: ServerFrame): void {
    if (frame.event !== 'RoomMessage' || frame.payload.userId === this.#userId()) return
    const { roomId, userId: authorId, createdAt: writtenAt } = frame.payload
    const missed = { userId: this.#userId(), roomId, authorId, writtenAt }
    this.ctx.waitUntil(this.env.MESSAGES.send({ wake: 'missed-message', missed }).catch(() => undefined))
  }

  /** Latest message and unread count of the user's rooms; rooms without messages are left out. */
  async inbox(): Promise<InboxEntry[]> {
    await this.#chat.findLost()
    return this.#inbox.entries()
  }

  /** The tokens of the open tabs, in epoch seconds. */
  openTokens(): { iat: number; exp: number }[] {
    return [...this.getConnections<ConnectionState>()].flatMap(({ state }) =>
      state ? [{ iat: state.iat, exp: state.exp }] : [],
    )
  }

  /** Whether any tab is open. */
  #hasTab(): boolean {
    for (const _ of this.getConnections()) return true
    return false
  }

  /** Whether any tab is open, or the last one closed so recently that nobody was told (docs/rules/live.md 2.1). */
  isOnline(): boolean {
    return this.#hasTab() || this.ctx.storage.kv.get(LEFT_AT) !== undefined
  }

  /** Closes the tabs whose tokens were issued before `validFrom` (epoch seconds) and refuses those tokens from now on. */
  async endSessions(validFrom: number): Promise<void> {
    this.ctx.storage.kv.put(VALID_FROM, validFrom)
    this.#connections.closeRevoked(this.#userId(), validFrom)
    await this.#announceStatus()
  }

  /** Closes the tabs of one session of the account. */
  async endSession(authSession: string): Promise<void> {
    this.#connections.closeSession(this.#userId(), authSession)
    await this.#announceStatus()
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return connectionTags(request)
  }

  override async onConnect(connection: Connection<ConnectionState>, { request }: ConnectionContext): Promise<void> {
    const state = connectionStateFrom(request.headers)
    const { kv } = this.ctx.storage
    this.#connections.accept(connection, state)
    if (state.iat < (kv.get<number>(VALID_FROM) ?? 0)) connection.close(CLOSE_CODE.signedOut, 'signed out')
    if (this.#hasTab() && kv.get(LEFT_AT) !== undefined) kv.delete(LEFT_AT)
    if ((await this.ctx.storage.getAlarm()) === null) await this.#checkConnections()
    // The connection does not wait until all partners are notified.
    this.ctx.waitUntil(this.#announceStatus())
  }

  /**
   * Lost connections come back by the thousand at one moment, within seconds (docs/rules/live.md 1.7): who has come back before the
   * alarm never left, which costs neither the database nor their partners anything. `getConnections` no longer returns the
   * connection that closes.
   */
  override async onClose(connection: Connection): Promise<void> {
    this.#connections.remove(connection)
    const { kv } = this.ctx.storage
    // An announcement that is under way looks once more when it has ended.
    if (this.#hasTab() || this.#announcing || kv.get<boolean>(ANNOUNCED) !== true) return
    kv.put(LEFT_AT, readClock())
    await this.ctx.storage.setAlarm(readTimer() + RETURN_MS)
  }

  override onError(connection: Connection): Promise<void> {
    return this.onClose(connection)
  }

  override async onMessage(connection: Connection<ConnectionState>, message: WSMessage): Promise<void> {
    const read = readFromClient(message)
    const acts = read.ok && read.event.event === 'SendMessages' ? read.event.payload.messages.length : 1
    const decision = this.#connections.throttle(connection, read.ok, acts)
    if (decision === 'close') return
    const acknowledge = (code: Acknowledgement) => sendFrame(connection, ackFrameFor(read.ack, code))
    if (decision === 'refuse' || !read.ok) return acknowledge('unreachable')
    try {
      acknowledge(await this.#chat.dispatch(connection, read.event))
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
      console.error(`UserParty ${this.name}: ${read.event.event} failed`, error)
      acknowledge('unreachable')
    }
  }

  /** Closes expired and lost connections and sets the alarm of the next check; without connections there is none. */
  async #checkConnections(): Promise<void> {
    this.#connections.closeExpired()
    const next = this.#connections.checkHeartbeats()
    if (next !== null) await this.ctx.storage.setAlarm(next)
  }

  override async onAlarm(): Promise<void> {
    await this.#checkConnections()
    await this.#announceStatus()
  }

  /** Announces presence until the announced status is the current one; a single run at a time keeps quick changes in order. */
  #announceStatus(): Promise<void> {
    this.#announcing ??= this.#announceChanges()
      .catch(async (error) => {
        // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
        console.error(`UserParty ${this.name}: the status was not announced`, error)
        await this.ctx.storage.setAlarm(readTimer() + PRESENCE_RETRY_MS)
      })
      .finally(() => {
        this.#announcing = null
      })
    return this.#announcing
  }

  async #announceChanges(): Promise<void> {
    const { kv } = this.ctx.storage
    for (;;) {
      const online = this.#hasTab()
      if (online === (kv.get<boolean>(ANNOUNCED) ?? false)) return
      await writePresence(this.env.DB, this.#userId(), online, kv.get<Instant>(LEFT_AT) ?? readClock())
      // From here on nobody is told otherwise than those who are told now.
      if (!online) kv.delete(LEFT_AT)
      await this.#notifyPartners(online)
      kv.put(ANNOUNCED, online)
    }
  }

  /** Notifies everybody who shares a chat room with this user. */
  async #notifyPartners(online: boolean): Promise<void> {
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
