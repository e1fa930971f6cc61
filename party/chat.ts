import { eq } from 'drizzle-orm'
import { Server } from 'partyserver'
import type { Message } from '#contract/chat'
import type { ServerFrame } from '#contract/live/user'
import { openDb } from '#db/client'
import { rooms } from '#db/schema/chat'
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
import { ChatStore, type MessagePage, wireMessage } from './chat-store.ts'
import { readClock } from './clock.ts'
import type { RoomUpdate } from './inbox.ts'
import { type PartyBindings, userParty } from './stubs.ts'
import { readTimer } from './timer.ts'

type Env = PartyBindings & { DB: D1Database }

/** The result of a call; `isNew` is false if the message was stored by an earlier call with the same `refId`. */
export type ChatResult = { code: 'ok'; message: Message | null; isNew: boolean } | { code: ChatRefusal }
export type MessageDraft = { userId: number; refId: string | null; text: string }

const failure = (code: ChatRefusal): ChatResult => ({ code })
const success = (message: Message | null = null, isNew = true): ChatResult => ({ code: 'ok', message, isNew })

const EVENTS_PER_CALL = 200
/** After this, failed deliveries are retried and delivered events are deleted. */
const DELIVERY_RETRY_MS = 5000

/**
 * One object per chat room. It has no sockets: users reach it through their own party, the API calls it directly. A message
 * and its events for both members are one write; stored events are delivered in order until each member's party has
 * received them (docs/rules/chat.md 4.2).
 */
export class ChatParty extends Server<Env> {
  static override options = { hibernate: true }

  readonly #store = new ChatStore(this.ctx.storage)
  /** The run that delivers to each member now. */
  readonly #deliveries = new Map<number, symbol>()
  /** The last `rev` delivered to each member. When a restart loses it, events are sent again and the inbox skips them. */
  readonly #deliveredRev = new Map<number, number>()
  #isAlarmSet = false

  /** The room, which D1 is queried for once: its two members never change. */
  async #room(): Promise<(ChatRoom & { lastSeq: number }) | null> {
    const stored = this.#store.room()
    if (stored) return stored
    const [row] = await openDb(this.env.DB)
      .select()
      .from(rooms)
      .where(eq(rooms.id, Number(this.name)))
    if (row) this.#store.saveRoom({ id: row.id, members: [row.lowerId, row.higherId] })
    return this.#store.room()
  }

  /** Stores a message once per `refId` of its author, so that sending it again is safe. */
  async send({ userId, refId, text }: MessageDraft): Promise<ChatResult> {
    if (!(await this.#room())) return failure('room-not-found')
    // Read again after the await: `lastSeq` must be current, and nothing below awaits.
    const room = this.#store.room()
    if (!room) return failure('room-not-found')
    const known = refId === null ? null : this.#store.byRefId(userId, refId)
    if (known) return success(wireMessage(room.id, known), false)
    const cleaned = cleanMessage(text)
    const refusal = whyNotSend(room, userId, cleaned, room.lastSeq)
    if (refusal) return failure(refusal)
    const seq = room.lastSeq + 1
    this.#write(room, () => {
      this.#store.add(seq, { userId, refId, text: cleaned }, readClock())
      return this.#eventOf(room, 'RoomMessage', seq)
    })
    return success(this.#wire(room, seq))
  }

  async edit(userId: number, seq: number, text: string): Promise<ChatResult> {
    const room = await this.#room()
    if (!room) return failure('message-not-found')
    const cleaned = cleanMessage(text)
    const refusal = whyNotEdit(this.#store.message(seq), userId, cleaned)
    if (refusal) return failure(refusal)
    this.#write(room, () => {
      this.#store.edit(seq, cleaned, readClock())
      return this.#eventOf(room, 'RoomMessageUpdated', seq)
    })
    return success(this.#wire(room, seq))
  }

  async delete(userId: number, seq: number): Promise<ChatResult> {
    const room = await this.#room()
    if (!room) return failure('message-not-found')
    const refusal = whyNotDelete(this.#store.message(seq), userId)
    if (refusal) return failure(refusal)
    this.#write(room, () => {
      this.#store.delete(seq, readClock())
      const payload = { roomId: room.id, messageId: messageIdOf(room.id, seq) }
      return { event: 'RoomMessageDeleted', payload }
    })
    return success()
  }

  /** Marks as read a message and all earlier ones that were written to the reader. */
  async read(userId: number, seq: number): Promise<ChatResult> {
    const room = await this.#room()
    if (!room) return failure('message-not-found')
    const refusal = whyNotRead(room, this.#store.message(seq), userId)
    if (refusal) return failure(refusal)
    const payload = { userId, messageId: messageIdOf(room.id, seq), roomId: room.id }
    this.#write(room, () =>
      this.#store.markRead(otherMember(room, userId), seq) ? { event: 'RoomMessageRead', payload } : null,
    )
    return success()
  }

  /** Messages that are not deleted. The caller must have checked who may see them. */
  list(page: MessagePage): { list: Message[]; total: number } {
    const { messages, total } = this.#store.list(page)
    return { list: messages.map((message) => wireMessage(Number(this.name), message)), total }
  }

  /** How many messages there are that are not deleted, and when the last was written; nothing of what they say. */
  activity(): { messageCount: number; lastMessageAt: string | null } {
    const { messages, total } = this.#store.list({ page: 1, size: 1, afterSeq: null })
    const [latest] = messages
    return { messageCount: total, lastMessageAt: latest ? toIso(latest.createdAt) : null }
  }

  /** Whether a message contains the text; pass it through `normalise` first. */
  hasMessageContaining(normalised: string): boolean {
    return this.#store.hasMessageContaining(normalised)
  }

  #wire(room: ChatRoom, seq: number): Message | null {
    const message = this.#store.message(seq)
    return message && wireMessage(room.id, message)
  }

  #eventOf(room: ChatRoom, event: 'RoomMessage' | 'RoomMessageUpdated', seq: number): ServerFrame | null {
    const payload = this.#wire(room, seq)
    return payload && { event, payload }
  }

  /** Commits a change and its events together, and sets an alarm in case this object dies before it delivers them. */
  #write(room: ChatRoom, change: () => ServerFrame | null): void {
    const frame = this.ctx.storage.transactionSync(() => {
      const event = change()
      if (event) this.#store.queueEvent(room.members, event)
      return event
    })
    if (!frame) return
    if (!this.#isAlarmSet) this.#setAlarm()
    for (const userId of room.members) this.ctx.waitUntil(this.#deliver(room, userId))
  }

  #setAlarm(): void {
    this.#isAlarmSet = true
    void this.ctx.storage.setAlarm(readTimer() + DELIVERY_RETRY_MS)
  }

  /** One call at a time per member, which keeps events in order; events queued during a call go with the next. */
  async #deliver(room: ChatRoom, userId: number): Promise<void> {
    if (this.#deliveries.has(userId)) return
    const run = Symbol('delivery')
    const isCurrent = () => this.#deliveries.get(userId) === run
    this.#deliveries.set(userId, run)
    try {
      // Nothing is awaited between finding nothing queued and the end: an event that is written later begins another run.
      for (let update = this.#nextUpdate(room, userId); update; update = this.#nextUpdate(room, userId)) {
        await userParty(this.env, userId).receiveRoomUpdate(update)
        if (!isCurrent()) return
        this.#deliveredRev.set(userId, update.events.at(-1)?.rev ?? 0)
      }
    } catch {
      // The member's object may be restarting: the alarm retries.
    } finally {
      if (isCurrent()) this.#deliveries.delete(userId)
    }
  }

  /** The next queued events of a member, and the room's row in their list after them; null where nothing is queued. */
  #nextUpdate(room: ChatRoom, userId: number): RoomUpdate | null {
    const events = this.#store.queuedEvents(userId, this.#deliveredRev.get(userId) ?? 0, EVENTS_PER_CALL)
    if (events.length === 0) return null
    const otherId = otherMember(room, userId)
    const latest = this.#store.latest()
    return {
      roomId: room.id,
      otherId,
      events,
      latest: latest && wireMessage(room.id, latest),
      unread: this.#store.unreadOf(otherId),
    }
  }

  /**
   * Deletes what was delivered and delivers what is left, whose call failed, was lost with the object, or has not returned
   * since: it is not waited for any longer, as it may never return. If it has arrived all the same, the inbox skips what comes
   * again. An empty queue sets no further alarm, so the room can hibernate.
   */
  override onAlarm(): void {
    this.#isAlarmSet = false
    const room = this.#store.room()
    if (!room) return
    for (const [userId, rev] of this.#deliveredRev) this.#store.deleteEvents(userId, rev)
    if (!this.#store.hasEvents()) return
    this.#deliveries.clear()
    for (const userId of room.members) this.ctx.waitUntil(this.#deliver(room, userId))
    this.#setAlarm()
  }
}
