import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { type Acknowledgement, ackFrameFor, CLOSE_CODE } from '#contract/live/frames'
import { readFromClient, type ServerFrame } from '#contract/live/user'
import { fromIso, type Instant } from '#domain/cairo'
import { RETURN_MS } from '#domain/live'
import { answerPosts, isCallSocket } from './call-socket.ts'
import { readClock } from './clock.ts'
import {
  type ConnectionState,
  Connections,
  connectionStateFrom,
  connectionTags,
  openSockets,
  sendFrame,
} from './connections.ts'
import { Inbox, type InboxEntry, type Receipt, type RoomUpdate } from './inbox.ts'
import { type SharedRoom, writePresence } from './membership.ts'
import { readUpdate } from './room-wire.ts'
import { notifyUsers, type PartyBindings, type QueueMessage } from './stubs.ts'
import { readTimer } from './timer.ts'
import { UserChat } from './user-chat.ts'

type Env = PartyBindings & { DB: D1Database; MESSAGES: Queue<QueueMessage> }

/** The storage key of the last presence that partners were notified of. */
export const ANNOUNCED = 'announced-online'
/** The storage key of the issue time, in epoch seconds, before which tokens are revoked. */
const VALID_FROM = 'valid-from'
/** The storage key of the number of events that the person has had, but for those of rooms and transient ones. */
const EVENTS = 'events'
/** Presence that was not announced is announced again after this. */
export const PRESENCE_RETRY_MS = 5000

/** Presence after the last tab has closed: since when, by the product's clock, and when that is announced, by the machine's. */
type PendingOffline = { since: Instant; announceAt: Instant }

/** One object per signed-in user: each of their tabs has a socket to it, and events for the user go to all tabs. */
export class UserParty extends Server<Env> {
  static override options = { hibernate: true }

  readonly #connections = new Connections(this.ctx, this)
  readonly #inbox = new Inbox(this.ctx.storage)
  readonly #chat = new UserChat(this.env, this.#inbox, {
    userId: () => this.#userId(),
    receive: (update) => this.receiveRoomUpdate(update),
    events: () => this.#events(),
  })
  /** The sockets of which this object has had a frame since it woke. */
  readonly #wrapped = new WeakSet<WebSocket>()
  #announcing: Promise<void> | null = null
  /** Whether an alarm is known to be set. After hibernation that is unknown, and the storage is asked. */
  #isAlarmSet = false
  /** Null with a tab open, and where the last one has closed without this object, as it was restarted. */
  #pendingOffline: PendingOffline | null = null
  /** Whether being offline is in the database already, although it may not be announced to all partners yet. */
  #isOfflineWritten = false

  #userId(): number {
    return Number(this.name)
  }

  #events(): number {
    return this.ctx.storage.kv.get<number>(EVENTS) ?? 0
  }

  #countEvent(): number {
    const events = this.#events() + 1
    this.ctx.storage.kv.put(EVENTS, events)
    return events
  }

  /**
   * Sends an event to every open tab. Those that a tab must not miss are numbered, so that one that resumes knows whether there were
   * any meanwhile. Otherwise it would refetch all that they keep fresh, as thousands do together after a restart.
   */
  notify(frame: ServerFrame): void {
    const isTransient = frame.event === 'UserTyping' || frame.event === 'UserStatusChanged'
    const text = JSON.stringify(isTransient ? frame : { ...frame, events: this.#countEvent() })
    for (const tab of openSockets(this.ctx)) tab.send(text)
  }

  /**
   * Takes a chat room's update into the inbox and sends its events to the tabs. An event that is delivered again is skipped. Answers
   * what of the room is stored.
   */
  receiveRoomUpdate(update: RoomUpdate): Receipt {
    const wasStale = this.#inbox.isStale(update.roomId)
    const newFrames = this.#inbox.apply(update)
    const tabs = openSockets(this.ctx)
    for (const frame of newFrames) {
      if (wasStale) this.#sendAgain(frame)
      else for (const tab of tabs) tab.send(frame)
      if (tabs.length === 0) this.#reportMissed(JSON.parse(frame) as ServerFrame)
    }
    return this.#inbox.receipt(update.roomId)
  }

  /**
   * Sends an event that this person's tabs may have received from an object which has died, and their sockets with it. A tab that was
   * opened after a message was written gets it by `Resume` or in a list, and would show it as new a second time.
   */
  #sendAgain(text: string): void {
    const { event, payload } = JSON.parse(text) as ServerFrame
    const ageOf = ({ openedAt }: ConnectionState) => readTimer() - openedAt
    const isEarlier = ({ state }: Connection<ConnectionState>) =>
      event === 'RoomMessage' && state !== null && readClock() - ageOf(state) > fromIso(payload.createdAt)
    for (const tab of this.getConnections<ConnectionState>()) if (!isEarlier(tab)) tab.send(text)
  }

  /** As `receiveRoomUpdate`, in text: arguments that are objects take the runtime longer (docs/decisions/007). */
  async answer(update: string): Promise<string> {
    return this.#receive(update)
  }

  #receive(update: string): string {
    return JSON.stringify(this.receiveRoomUpdate(readUpdate(update)))
  }

  override fetch(request: Request): Promise<Response> {
    if (isCallSocket(request)) return Promise.resolve(answerPosts((update) => this.#receive(update)))
    return super.fetch(request)
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
    await this.#chat.updateStaleRooms()
    return this.#inbox.entries()
  }

  /** The tokens of the open tabs, in epoch seconds. */
  openTokens(): { iat: number; exp: number }[] {
    return [...this.getConnections<ConnectionState>()].flatMap(({ state }) =>
      state ? [{ iat: state.iat, exp: state.exp }] : [],
    )
  }

  #hasTab(): boolean {
    return openSockets(this.ctx).length > 0
  }

  #isAnnounced(): boolean {
    return this.ctx.storage.kv.get<boolean>(ANNOUNCED) === true
  }

  /** Whether a tab is open, or being offline was not announced to anybody yet (docs/rules/live.md 2.1). */
  isOnline(): boolean {
    return this.#hasTab() || (!this.#isOfflineWritten && this.#isAnnounced())
  }

  /** Closes the tabs whose tokens were issued before `validFrom` (epoch seconds) and refuses those tokens from now on. */
  async endSessions(validFrom: number): Promise<void> {
    this.ctx.storage.kv.put(VALID_FROM, validFrom)
    this.#connections.closeRevoked(this.#userId(), validFrom)
    await this.#announceNow()
  }

  /** Closes the tabs of one session of the account. */
  async endSession(authSession: string): Promise<void> {
    this.#connections.closeSession(this.#userId(), authSession)
    await this.#announceNow()
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return connectionTags(request)
  }

  override async onConnect(connection: Connection<ConnectionState>, { request }: ConnectionContext): Promise<void> {
    const state = connectionStateFrom(request.headers)
    const { kv } = this.ctx.storage
    this.#connections.accept(connection, state)
    if (state.iat < (kv.get<number>(VALID_FROM) ?? 0)) connection.close(CLOSE_CODE.signedOut, 'signed out')
    if (this.#hasTab()) {
      this.#pendingOffline = null
      this.#isOfflineWritten = false
    }
    this.#isAlarmSet ||= (await this.ctx.storage.getAlarm()) !== null
    if (!this.#isAlarmSet) await this.#checkConnections()
    // The connection does not wait until all partners are notified.
    this.ctx.waitUntil(this.#announceStatus())
  }

  /**
   * Lost connections come back by the thousand at one moment, within seconds (docs/rules/live.md 1.7). A person who is back in time
   * stays online: nothing is written, in D1 or in this object's storage, and no partner is notified. The socket that closes is no
   * longer counted by `#hasTab`.
   */
  override onClose(connection: Connection): void {
    this.#connections.remove(connection)
    // An announcement that is under way compares once more before it ends.
    if (!this.#hasTab() && !this.#announcing && this.#isAnnounced()) this.#scheduleOffline()
  }

  /**
   * Announces being offline unless a tab opens within `RETURN_MS`. The timer keeps the object awake until then. If the object dies
   * meanwhile, the alarm of the next check, which is set while a person is announced as online, starts it again.
   */
  #scheduleOffline(): PendingOffline {
    const pending = { since: readClock(), announceAt: readTimer() + RETURN_MS }
    this.#pendingOffline = pending
    setTimeout(() => {
      if (this.#pendingOffline === pending) this.ctx.waitUntil(this.#announceStatus())
    }, RETURN_MS)
    return pending
  }

  /** Call after this object has closed tabs itself: they do not reconnect, so there is nothing to wait for. */
  async #announceNow(): Promise<void> {
    if (!this.#hasTab() && this.#isAnnounced())
      this.#pendingOffline = { since: this.#pendingOffline?.since ?? readClock(), announceAt: readTimer() }
    await this.#announceStatus()
  }

  override onError(connection: Connection): void {
    this.onClose(connection)
  }

  /** PartyServer reads what is attached to a socket for each of its frames, although it has wrapped the socket at the first. */
  override async webSocketMessage(socket: WebSocket, message: WSMessage): Promise<void> {
    if (this.#wrapped.has(socket)) return this.onMessage(socket as Connection<ConnectionState>, message)
    this.#wrapped.add(socket)
    return super.webSocketMessage(socket, message)
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
    if (next !== null) await this.#setAlarm(next)
  }

  async #setAlarm(at: Instant): Promise<void> {
    this.#isAlarmSet = true
    await this.ctx.storage.setAlarm(at)
  }

  /**
   * Closes lost connections, and announces presence where that is still to be done. An object that has not seen the last tab close
   * was restarted, and its person may be back soon.
   */
  override async onAlarm(): Promise<void> {
    this.#isAlarmSet = false
    const hadTab = this.#hasTab()
    await this.#checkConnections()
    if (hadTab) return this.#announceNow()
    if (this.#isAnnounced()) {
      const { announceAt } = this.#pendingOffline ?? this.#scheduleOffline()
      if (announceAt > readTimer()) return this.#setAlarm(announceAt)
    }
    await this.#announceStatus()
  }

  /** Announces presence until the announced status is the current one; a single run at a time keeps quick changes in order. */
  #announceStatus(): Promise<void> {
    this.#announcing ??= this.#announceChanges()
      .catch(async (error) => {
        // biome-ignore lint/suspicious/noConsole: a party's log is the platform's
        console.error(`UserParty ${this.name}: the status was not announced`, error)
        await this.#setAlarm(readTimer() + PRESENCE_RETRY_MS)
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
      if (online === this.#isAnnounced()) return
      const since = this.#pendingOffline?.since ?? readClock()
      const partners = await writePresence(this.env.DB, this.#userId(), online, since)
      // From here on `isOnline` answers what partners are notified of.
      this.#isOfflineWritten = !online
      await this.#notifyPartners(partners, online)
      kv.put(ANNOUNCED, online)
    }
  }

  /** Notifies everybody who shares a chat room with this user. */
  async #notifyPartners(partners: readonly SharedRoom[], online: boolean): Promise<void> {
    const userId = this.#userId()
    await Promise.all(
      partners.map((partner) =>
        notifyUsers(this.env, [partner.userId], {
          event: 'UserStatusChanged',
          payload: { online, userId, roomId: partner.roomId },
        }),
      ),
    )
  }
}
