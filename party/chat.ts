import { eq } from 'drizzle-orm'
import { Server } from 'partyserver'
import type { ServerFrame } from '#contract/live/user'
import type { Message } from '#contract/message'
import { openDb } from '#db/client'
import { rooms } from '#db/schema/chat'
import { roomBackups } from '#db/schema/room-backups'
import { toIso } from '#domain/cairo'
import {
  type ChatRefusal,
  type ChatRoom,
  cleanMessage,
  messageIdOf,
  otherMember,
  whyNotDelete,
  whyNotEdit,
  whyNotRead,
  whyNotSend,
} from '#domain/chat/room'
import { answerCalls, CallSockets, isCallSocket } from './call-socket.ts'
import { ChatStore, type StoredRoom, wireMessage } from './chat-store.ts'
import { readClock } from './clock.ts'
import type {
  ActRequest,
  ActResponse,
  ChatAct,
  ChatObject,
  ChatResult,
  MessageDraft,
  MessagePage,
  Receipt,
  RoomUpdate,
} from './interfaces.ts'
import { writeResponse, writeUpdate } from './room-wire.ts'
import { type PartyBindings, userParty } from './stubs.ts'
import { readTimer, within } from './timer.ts'

type Env = PartyBindings & { DB: D1Database }

const failure = (code: ChatRefusal): ChatResult => ({ code })
const success = (repeated: Message | null = null): ChatResult => ({ code: 'ok', repeated })

const EVENTS_PER_CALL = 200
/** Messages of an erased account that one call deletes. */
const ERASED_PER_CALL = 200
/** After this, failed deliveries are retried and stored events are deleted. */
const DELIVERY_RETRY_MS = 5000
/** As long as messages are written and received, only their end has to be noticed, and each check is a commit and an alarm. */
const BUSY_RETRY_MS = 10_000
/** Alarms are randomly up to this much earlier, so that rooms that became busy together do not wake together. */
const SPREAD_MS = 2500
/** The storage key of the event up to which changes are saved in a backup, or noted to be saved with the next one. */
const NOTED = 'noted'
/** A room is no longer busy this long after its last event. */
export const PAUSE_MS = 2000

/**
 * One object per chat room. It has no client sockets: users reach it through their own party, the API calls it directly. A
 * message and its event for both members are one write; events are delivered in order until each member's party has received
 * them (docs/rules/chat.md 4.2).
 */
export class ChatParty extends Server<Env> implements ChatObject {
  static override options = { hibernate: true }

  readonly #store = new ChatStore(this.ctx.storage)
  readonly #members = new CallSockets((userId) => userParty(this.env, userId))
  /** The current delivery run of each member. */
  readonly #deliveries = new Map<number, symbol>()
  /** What each member has received and stored. After a restart it is empty: events are sent again, and inboxes skip them. */
  readonly #receipts = new Map<number, Receipt>()
  #isAlarmSet = false
  /** The newest event when the alarm was set. */
  #revAtAlarm = 0
  #changedAt = 0

  /** Loads the room from D1 once: its two members never change. */
  async #findRoom(): Promise<void> {
    if (this.#store.room()) return
    const [row] = await openDb(this.env.DB)
      .select()
      .from(rooms)
      .where(eq(rooms.id, Number(this.name)))
    if (row) this.#store.saveRoom({ id: row.id, members: [row.lowerId, row.higherId] })
  }

  /**
   * Carries out a member's acts in order, and returns the events that the member has not received yet, so that their own events
   * need no separate delivery. After a lost answer the next call or the alarm delivers them again.
   */
  async act(userId: number, acts: readonly ChatAct[], receipt: Receipt): Promise<ActResponse> {
    await this.#findRoom()
    const room = this.#store.room()
    const results = acts.map((act) => this.#carryOut(userId, act))
    if (!room) return { results, update: null }
    this.#received(userId, receipt)
    this.#deliverTo(room, [otherMember(room, userId)])
    return { results, update: this.#updateAfter(room, userId, receipt.rev) }
  }

  /** `act` with text instead of objects, whose serialization would cost the runtime more than the call (docs/decisions/007). */
  async answer(request: string): Promise<string> {
    const { userId, acts, receipt } = JSON.parse(request) as ActRequest
    return writeResponse(await this.act(userId, acts, receipt))
  }

  override fetch(request: Request): Promise<Response> {
    if (isCallSocket(request)) return Promise.resolve(answerCalls((text) => this.answer(text)))
    return super.fetch(request)
  }

  /** Stores a message once per `refId` of its author, so that a retry is safe. Both members receive the event by a delivery. */
  send({ userId, refId, text }: MessageDraft): Promise<ChatResult> {
    return this.#actAndDeliver(userId, { act: 'send', refId, text })
  }

  /** Marks a message to the reader and all earlier ones as read. Both members receive the event by a delivery. */
  read(userId: number, seq: number): Promise<ChatResult> {
    return this.#actAndDeliver(userId, { act: 'read', seq })
  }

  async #actAndDeliver(userId: number, act: ChatAct): Promise<ChatResult> {
    await this.#findRoom()
    const result = this.#carryOut(userId, act)
    const room = this.#store.room()
    if (room) this.#deliverTo(room, room.members)
    return result
  }

  /** Synchronous, so that no other event runs between its reads and its writes. */
  #carryOut(userId: number, act: ChatAct): ChatResult {
    const room = this.#store.room()
    if (!room) return failure(act.act === 'send' ? 'room-not-found' : 'message-not-found')
    switch (act.act) {
      case 'send':
        return this.#send(room, userId, act)
      case 'edit':
        return this.#edit(room, userId, act)
      case 'delete':
        return this.#delete(room, userId, act.seq)
      case 'read':
        return this.#read(room, userId, act.seq)
      default:
        return act satisfies never
    }
  }

  #send(room: StoredRoom, userId: number, { refId, text }: { refId: string | null; text: string }): ChatResult {
    const cleaned = cleanMessage(text)
    const refusal = whyNotSend(room, userId, cleaned, room.lastSeq)
    const repeated = refusal
      ? this.#store.byRefId(userId, refId)
      : this.#store.add({ userId, refId, text: cleaned }, readClock())
    if (repeated) return success(wireMessage(room.id, repeated))
    if (refusal) return failure(refusal)
    this.#expectDelivery()
    return success()
  }

  #edit(room: ChatRoom, userId: number, { seq, text }: { seq: number; text: string }): ChatResult {
    const cleaned = cleanMessage(text)
    const refusal = whyNotEdit(this.#store.message(seq), userId, cleaned)
    if (refusal) return failure(refusal)
    this.#write(() => {
      this.#store.edit(seq, cleaned, readClock())
      const message = this.#store.message(seq)
      return message && { event: 'RoomMessageUpdated', payload: wireMessage(room.id, message) }
    })
    return success()
  }

  #delete(room: ChatRoom, userId: number, seq: number): ChatResult {
    const refusal = whyNotDelete(this.#store.message(seq), userId)
    if (refusal) return failure(refusal)
    this.#write(() => {
      this.#store.delete(seq, readClock())
      const payload = { roomId: room.id, messageId: messageIdOf(room.id, seq) }
      return { event: 'RoomMessageDeleted', payload }
    })
    return success()
  }

  #read(room: ChatRoom, userId: number, seq: number): ChatResult {
    const refusal = whyNotRead(room, this.#store.message(seq), userId)
    if (refusal) return failure(refusal)
    const payload = { userId, messageId: messageIdOf(room.id, seq), roomId: room.id }
    this.#write(() =>
      this.#store.markRead(otherMember(room, userId), seq) ? { event: 'RoomMessageRead', payload } : null,
    )
    return success()
  }

  /** Messages that are not deleted. The caller must have checked who may see them. */
  list(page: MessagePage): { list: Message[]; total: number } {
    const { messages, total } = this.#store.list(page)
    return { list: messages.map((message) => wireMessage(Number(this.name), message)), total }
  }

  /** The number of messages that are not deleted and the time of the last one, without any content. */
  activity(): { messageCount: number; lastMessageAt: string | null } {
    const { messages, total } = this.#store.list({ page: 1, size: 1, afterSeq: null })
    const [latest] = messages
    return { messageCount: total, lastMessageAt: latest ? toIso(latest.createdAt) : null }
  }

  /** Whether a message contains the text, which the caller has normalised. */
  hasMessageContaining(normalised: string): boolean {
    return this.#store.hasMessageContaining(normalised)
  }

  /**
   * All that is needed to make the room again; null for a room without messages. A change after it is noted in the database once more
   * (docs/rules/privacy.md 3.2).
   */
  backUp(): string | null {
    const backup = this.#store.backUp()
    this.ctx.storage.kv.put(NOTED, this.#store.room()?.lastRev ?? 0)
    return backup
  }

  /**
   * Makes the room of a backup unless it has messages, and brings it into both members' lists by an event of its newest message. Only
   * the job that restores rooms calls this (docs/rules/privacy.md 3.7).
   */
  restore(backup: string): boolean {
    if (!this.#store.restore(backup)) return false
    const newest = this.#store.latest()
    if (newest !== null) this.#write(() => ({ event: 'RoomMessageUpdated', payload: JSON.parse(newest) as Message }))
    return true
  }

  /**
   * Notes in the database that the room has changed since its last backup: once, and again after the backup. Later changes are
   * saved with this one.
   */
  async #noteChange({ id, lastRev }: StoredRoom): Promise<void> {
    const { kv } = this.ctx.storage
    const noted = kv.get<number>(NOTED) ?? 0
    if (lastRev <= noted) return
    const changedAt = readClock()
    await openDb(this.env.DB)
      .insert(roomBackups)
      .values({ roomId: id, changedAt })
      .onConflictDoUpdate({ target: roomBackups.roomId, set: { changedAt } })
    // A backup that was made meanwhile may not have the next change.
    if ((kv.get<number>(NOTED) ?? 0) === noted) kv.put(NOTED, Number.MAX_SAFE_INTEGER)
  }

  /**
   * Deletes the messages of a member whose account is erased, with their text (docs/rules/privacy.md 4.4): some in each call, and
   * returns how many are left. Both members receive an event of each that was not deleted before.
   */
  async erase(userId: number): Promise<number> {
    await this.#findRoom()
    const room = this.#store.room()
    if (!room) return 0
    const left = this.#store.change(() => {
      for (const seq of this.#store.erase(userId, ERASED_PER_CALL, readClock()))
        this.#store.queueEvent({
          event: 'RoomMessageDeleted',
          payload: { roomId: room.id, messageId: messageIdOf(room.id, seq) },
        })
      return this.#store.wordsOf(userId)
    })
    this.#expectDelivery()
    this.#deliverTo(room, room.members)
    return left
  }

  /** Commits a change together with its event, and sets an alarm that delivers it if this object is restarted before. */
  #write(change: () => ServerFrame | null): void {
    const frame = this.#store.change(() => {
      const event = change()
      if (event) this.#store.queueEvent(event)
      return event
    })
    if (frame) this.#expectDelivery()
  }

  #expectDelivery(): void {
    this.#changedAt = readTimer()
    if (!this.#isAlarmSet) this.#setAlarm()
  }

  /** Not awaited: the platform keeps the object alive during its calls, and the alarm retries what was lost nevertheless. */
  #deliverTo(room: ChatRoom, members: readonly number[]): void {
    for (const userId of members) void this.#deliver(room, userId)
  }

  #setAlarm(retryMs = DELIVERY_RETRY_MS): void {
    this.#isAlarmSet = true
    this.#revAtAlarm = this.#store.room()?.lastRev ?? 0
    void this.ctx.storage.setAlarm(readTimer() + retryMs - Math.random() * SPREAD_MS)
  }

  /**
   * One call at a time per member, which keeps events in order; events queued during a call go with the next. With `again`, delivery
   * restarts after the last event that the member has stored.
   */
  async #deliver(room: ChatRoom, userId: number, again = false): Promise<void> {
    if (this.#deliveries.has(userId)) return
    const run = Symbol('delivery')
    const isCurrent = () => this.#deliveries.get(userId) === run
    this.#deliveries.set(userId, run)
    try {
      if (again) {
        const receipt = await userParty(this.env, userId).storeReceived(room.id)
        this.#receipts.set(userId, receipt)
        if (!isCurrent()) return
      }
      // Nothing is awaited between finding the queue empty and the end, so a later event starts a new run.
      for (let update = this.#nextUpdate(room, userId); update; update = this.#nextUpdate(room, userId)) {
        const receipt = await this.#members.to(userId).call(writeUpdate(update))
        this.#received(userId, JSON.parse(receipt) as Receipt)
        if (!isCurrent()) return
      }
    } catch {
      // The member's object may be restarting: the alarm retries.
    } finally {
      if (isCurrent()) this.#deliveries.delete(userId)
    }
  }

  #receiptOf(userId: number): Receipt {
    return this.#receipts.get(userId) ?? { rev: 0, storedRev: 0 }
  }

  /** Receipts may arrive out of order. */
  #received(userId: number, { rev, storedRev }: Receipt): void {
    const known = this.#receiptOf(userId)
    this.#receipts.set(userId, { rev: Math.max(rev, known.rev), storedRev: Math.max(storedRev, known.storedRev) })
  }

  #nextUpdate(room: ChatRoom, userId: number): RoomUpdate | null {
    return this.#updateAfter(room, userId, this.#receiptOf(userId).rev)
  }

  /** The queued events after `rev`, and the room's row in the member's list after them; null where nothing is queued. */
  #updateAfter(room: ChatRoom, userId: number, rev: number): RoomUpdate | null {
    const events = this.#store.eventsAfter(rev, EVENTS_PER_CALL)
    if (events.length === 0) return null
    const otherId = otherMember(room, userId)
    return {
      roomId: room.id,
      otherId,
      events,
      latest: this.#store.latest(),
      unread: this.#store.unreadOf(otherId),
    }
  }

  /**
   * Deletes the events that both members have stored, and delivers the others again: a member may have them in memory only, or their
   * delivery failed, was lost with the object, or hangs and is abandoned. Inboxes skip events that they have received already. The
   * platform repeats an alarm whose object dies, so no other alarm is set meanwhile. Without events none is set, and the room can
   * hibernate.
   */
  override async onAlarm(): Promise<void> {
    this.#isAlarmSet = false
    const room = this.#store.room()
    if (!room) return
    await this.#deliverAgain(room)
    try {
      await this.#noteChange(room)
    } catch {
      // The database did not answer: the next alarm tries again.
      if (!this.#isAlarmSet) this.#setAlarm()
    }
  }

  async #deliverAgain(room: StoredRoom): Promise<void> {
    this.#forgetStored(room)
    if (!this.#store.hasEvents()) return
    if (this.#isBusy(room)) return this.#setAlarm(BUSY_RETRY_MS)
    this.#deliveries.clear()
    const unfinished = room.members.filter((userId) => this.#receiptOf(userId).storedRev < room.lastRev)
    const deliveries = Promise.all(unfinished.map((userId) => this.#deliver(room, userId, true)))
    // The next retry abandons a delivery that has not returned by then.
    await within(DELIVERY_RETRY_MS, deliveries).catch(() => undefined)
    this.#forgetStored(room)
    if (this.#store.hasEvents() && !this.#isAlarmSet) this.#setAlarm()
  }

  /**
   * Whether messages are still being written and received. Inboxes are stored and events deleted only after a pause: doing so every
   * few seconds took half a commit per message.
   */
  #isBusy({ members, lastRev, storedRev }: StoredRoom): boolean {
    const isReceived = members.every((userId) => this.#receiptOf(userId).rev >= this.#revAtAlarm)
    const isWritten = readTimer() - this.#changedAt < PAUSE_MS
    return isReceived && isWritten && lastRev - storedRev < EVENTS_PER_CALL
  }

  #forgetStored({ members }: ChatRoom): void {
    this.#store.deleteEvents(Math.min(...members.map((userId) => this.#receiptOf(userId).storedRev)))
  }
}
