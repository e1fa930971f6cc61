import { type Connection, type ConnectionContext, Server, type WSMessage } from 'partyserver'
import { type Acknowledgement, ackFrameFor, CLOSE_CODE } from '#contract/live/frames'
import { readFromClient, type ServerFrame } from '#contract/live/user'
import { fromIso, type Instant } from '#domain/cairo'
import { RETURN_MS } from '#domain/live'
import { answerCalls, isCallSocket } from './call-socket.ts'
import { readClock } from './clock.ts'
import {
  type ConnectionState,
  Connections,
  connectionStateFrom,
  connectionTags,
  openSockets,
  sendFrame,
} from './connections.ts'
import { Inbox } from './inbox.ts'
import type { InboxEntry, Receipt, RoomUpdate, UserObject } from './interfaces.ts'
import { type SharedRoom, writePresence } from './membership.ts'
import { readUpdate } from './room-wire.ts'
import { notifyUsers, type PartyBindings, type QueueMessage } from './stubs.ts'
import { readTimer } from './timer.ts'
import { UserChat } from './user-chat.ts'

type Env = PartyBindings & { DB: D1Database; MESSAGES: Queue<QueueMessage> }

/** The storage key of the presence that partners were last notified of. */
export const ANNOUNCED = 'announced-online'
/** The storage key of the issue time, in epoch seconds, before which tokens are revoked. */
const VALID_FROM = 'valid-from'
/** The storage key of the count of the person's events, without those of chat rooms and transient ones. */
const EVENTS = 'events'
/** Presence that was not announced is announced again after this. */
export const PRESENCE_RETRY_MS = 5000

/** After the last tab has closed: offline since (product clock), and when to announce it (machine clock). */
type PendingOffline = { since: Instant; announceAt: Instant }

/** One object per signed-in user: each of their tabs has a socket to it, and events for the user go to all tabs. */
export class UserParty extends Server<Env> implements UserObject {
  static override options = { hibernate: true }

  readonly #connections = new Connections(this.ctx, this)
  readonly #inbox = new Inbox(this.ctx.storage)
  readonly #chat = new UserChat(this.env, this.#inbox, {
    userId: () => this.#userId(),
    receive: (update) => this.receiveRoomUpdate(update),
    events: () => this.#events(),
  })
  /** The sockets that have sent a frame since this object woke. */
  readonly #wrapped = new WeakSet<WebSocket>()
  #announcing: Promise<void> | null = null
  /** Whether an alarm is known to be set; false after hibernation, when the storage has to be read. */
  #isAlarmSet = false
  /** Null while a tab is open, and when the last tab closed while this object was restarting. */
  #pendingOffline: PendingOffline | null = null
  /** Whether D1 has the person as offline already, although some partners may not have been notified yet. */
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
   * Sends events in their order to every open tab. Events that a tab must not miss are counted, so that a tab that resumes knows whether it missed
   * any. Otherwise it would refetch everything they invalidate, which thousands would do at once after a restart.
   */
  notify(...frames: ServerFrame[]): void {
    for (const frame of frames) {
      const isTransient = frame.event === 'UserTyping' || frame.event === 'UserStatusChanged'
      const text = JSON.stringify(isTransient ? frame : { ...frame, events: this.#countEvent() })
      for (const tab of openSockets(this.ctx)) tab.send(text)
    }
  }

  /**
   * Applies a chat room's update to the inbox and sends its new events to the tabs; events received before are skipped. Returns what
   * of the room has been received and stored.
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
   * Sends an event that tabs may already have received before this object was restarted. A tab opened after the message was written
   * gets it by `Resume` or in a list, and would show it as new a second time.
   */
  #sendAgain(text: string): void {
    const { event, payload } = JSON.parse(text) as ServerFrame
    const ageOf = ({ openedAt }: ConnectionState) => readTimer() - openedAt
    const isEarlier = ({ state }: Connection<ConnectionState>) =>
      event === 'RoomMessage' && state !== null && readClock() - ageOf(state) > fromIso(payload.createdAt)
    for (const tab of this.getConnections<ConnectionState>()) if (!isEarlier(tab)) tab.send(text)
  }

  /** `receiveRoomUpdate` with text instead of objects, which cost the runtime more (docs/decisions/007). */
  async answer(update: string): Promise<string> {
    return this.#receive(update)
  }

  #receive(update: string): string {
    return JSON.stringify(this.receiveRoomUpdate(readUpdate(update)))
  }

  override fetch(request: Request): Promise<Response> {
    if (isCallSocket(request)) return Promise.resolve(answerCalls((update) => this.#receive(update)))
    return super.fetch(request)
  }

  /** Stores everything received so far, so that the room can delete its events. */
  storeReceived(roomId: number): Receipt {
    this.#inbox.store()
    return this.#inbox.receipt(roomId)
  }

  /** With no tab open, the worker notifies the person by push or mail. If this fails, the message is still in the inbox. */
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

  /** Whether a tab is open, or nobody was notified of the departure yet (docs/rules/live.md 2.1). */
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
    // Opening the connection does not wait for the partners' notifications.
    this.ctx.waitUntil(this.#announceStatus())
  }

  /**
   * After an outage thousands of connections return within seconds (docs/rules/live.md 1.7). A person who returns within `RETURN_MS`
   * stays online: nothing is written to D1 or to this object's storage, and no partner is notified. `#hasTab` no longer counts the
   * closing socket.
   */
  override onClose(connection: Connection): void {
    this.#connections.remove(connection)
    // A running announcement compares the presence again before it ends.
    if (!this.#hasTab() && !this.#announcing && this.#isAnnounced()) this.#scheduleOffline()
  }

  /**
   * Announces the departure unless a tab opens within `RETURN_MS`. The timer keeps the object awake until then. If the object is
   * restarted meanwhile, the alarm of the next heartbeat check, which is set while the person is announced as online, does it.
   */
  #scheduleOffline(): PendingOffline {
    const pending = { since: readClock(), announceAt: readTimer() + RETURN_MS }
    this.#pendingOffline = pending
    setTimeout(() => {
      if (this.#pendingOffline === pending) this.ctx.waitUntil(this.#announceStatus())
    }, RETURN_MS)
    return pending
  }

  /** Call after this object has closed tabs itself: these do not reconnect, so the departure is announced without delay. */
  async #announceNow(): Promise<void> {
    if (!this.#hasTab() && this.#isAnnounced())
      this.#pendingOffline = { since: this.#pendingOffline?.since ?? readClock(), announceAt: readTimer() }
    await this.#announceStatus()
  }

  override onError(connection: Connection): void {
    this.onClose(connection)
  }

  /** PartyServer deserializes a socket's attachment for each frame; a socket that it has wrapped once needs that no more. */
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
   * Closes lost connections, and announces presence that has not been announced. An object that did not see the last tab close was
   * restarted, and the person may return soon.
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
