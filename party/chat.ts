import { eq } from 'drizzle-orm'
import { Server } from 'partyserver'
import type { Message } from '#contract/chat'
import type { ServerFrame } from '#contract/live/user'
import { openDb } from '#db/client'
import { rooms } from '#db/schema/chat'
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
import { type PartyBindings, userParty } from './stubs.ts'
import { readTimer } from './timer.ts'

type Env = PartyBindings & { DB: D1Database }

/** How a room answers: what came of it, and the message, where there is one to show. */
export type ChatAnswer = { code: 'ok'; message: Message | null; isNew: boolean } | { code: ChatRefusal }
export type Draft = { userId: number; refId: string | null; text: string }

const refused = (code: ChatRefusal): ChatAnswer => ({ code })
const done = (message: Message | null = null, isNew = true): ChatAnswer => ({ code: 'ok', message, isNew })

const EVENTS_A_CALL = 200
/** What a member's object could not take is offered again after this, and what was taken is dropped. */
const SWEEP_MS = 5000

/**
 * One for each chat room. Nobody connects to it: people speak to it through their own party, the API directly. A message
 * is one write here, with its events to both members; they are told from the stored events, in order, until each member's
 * party has taken them (docs/rules/chat.md 4.2).
 */
export class ChatParty extends Server<Env> {
  static override options = { hibernate: true }

  readonly #store = new ChatStore(this.ctx.storage.sql)
  readonly #telling = new Map<number, Promise<void>>()
  /** How far each member has been told. When this is forgotten they are told again, and know that they were. */
  readonly #told = new Map<number, number>()
  #isArmed = false

  /** What the room is; the pair of a room never changes, so that D1 is asked once in its life. */
  async #room(): Promise<(ChatRoom & { lastSeq: number }) | null> {
    const kept = this.#store.room()
    if (kept) return kept
    const [row] = await openDb(this.env.DB)
      .select()
      .from(rooms)
      .where(eq(rooms.id, Number(this.name)))
    if (row) this.#store.keepRoom({ id: row.id, members: [row.lowerId, row.higherId] })
    return this.#store.room()
  }

  /** Stores a message once for each name that its author gave, however often it is sent. */
  async send({ userId, refId, text }: Draft): Promise<ChatAnswer> {
    if (!(await this.#room())) return refused('room-not-found')
    // Read once more: from here to the end nothing comes between.
    const room = this.#store.room()
    if (!room) return refused('room-not-found')
    const known = refId === null ? null : this.#store.byRefId(userId, refId)
    if (known) return done(wireMessage(room.id, known), false)
    const cleaned = cleanMessage(text)
    const refusal = whyNotSend(room, userId, cleaned, room.lastSeq)
    if (refusal) return refused(refusal)
    const seq = room.lastSeq + 1
    this.#write(room, () => {
      this.#store.add(seq, { userId, refId, text: cleaned }, readClock())
      return this.#eventOf(room, 'RoomMessage', seq)
    })
    return done(this.#wire(room, seq))
  }

  async edit(userId: number, seq: number, text: string): Promise<ChatAnswer> {
    const room = await this.#room()
    if (!room) return refused('message-not-found')
    const cleaned = cleanMessage(text)
    const refusal = whyNotEdit(this.#store.message(seq), userId, cleaned)
    if (refusal) return refused(refusal)
    this.#write(room, () => {
      this.#store.edit(seq, cleaned, readClock())
      return this.#eventOf(room, 'RoomMessageUpdated', seq)
    })
    return done(this.#wire(room, seq))
  }

  async delete(userId: number, seq: number): Promise<ChatAnswer> {
    const room = await this.#room()
    if (!room) return refused('message-not-found')
    const refusal = whyNotDelete(this.#store.message(seq), userId)
    if (refusal) return refused(refusal)
    this.#write(room, () => {
      this.#store.delete(seq, readClock())
      const payload = { roomId: room.id, messageId: messageIdOf(room.id, seq) }
      return { event: 'RoomMessageDeleted', payload }
    })
    return done()
  }

  /** Marks a message and all before it that were written to the reader. */
  async read(userId: number, seq: number): Promise<ChatAnswer> {
    const room = await this.#room()
    if (!room) return refused('message-not-found')
    const refusal = whyNotRead(room, this.#store.message(seq), userId)
    if (refusal) return refused(refusal)
    const payload = { userId, messageId: messageIdOf(room.id, seq), roomId: room.id }
    this.#write(room, () =>
      this.#store.read(otherMember(room, userId), seq) ? { event: 'RoomMessageRead', payload } : null,
    )
    return done()
  }

  /** Messages that stand; who may see them is the caller's to know. */
  list(page: MessagePage): { list: Message[]; total: number } {
    const { messages, total } = this.#store.list(page)
    return { list: messages.map((message) => wireMessage(Number(this.name), message)), total }
  }

  /** Whether a message holds a text, which is normalised already. */
  mentions(normalised: string): boolean {
    return this.#store.mentions(normalised)
  }

  #wire(room: ChatRoom, seq: number): Message | null {
    const message = this.#store.message(seq)
    return message && wireMessage(room.id, message)
  }

  #eventOf(room: ChatRoom, event: 'RoomMessage' | 'RoomMessageUpdated', seq: number): ServerFrame | null {
    const payload = this.#wire(room, seq)
    return payload && { event, payload }
  }

  /** A change and the events that tell of it, all or nothing, with an alarm in case this object does not live to tell. */
  #write(room: ChatRoom, change: () => ServerFrame | null): void {
    const frame = this.ctx.storage.transactionSync(() => {
      const event = change()
      if (event) this.#store.queueEvent(room.members, event)
      return event
    })
    if (!frame) return
    if (!this.#isArmed) this.#arm()
    for (const userId of room.members) this.ctx.waitUntil(this.#tell(room, userId))
  }

  #arm(): void {
    this.#isArmed = true
    void this.ctx.storage.setAlarm(readTimer() + SWEEP_MS)
  }

  /** One call at a time to each member; what is queued during a call goes with the next. */
  #tell(room: ChatRoom, userId: number): Promise<void> {
    const running = this.#telling.get(userId)
    if (running) return running
    const telling = this.#tellAll(room, userId)
      // The member's object is away for a moment: the alarm tries again.
      .catch(() => undefined)
      .finally(() => this.#telling.delete(userId))
    this.#telling.set(userId, telling)
    return telling
  }

  async #tellAll(room: ChatRoom, userId: number): Promise<void> {
    for (;;) {
      const events = this.#store.queuedEvents(userId, this.#told.get(userId) ?? 0, EVENTS_A_CALL)
      const rev = events.at(-1)?.rev
      if (rev === undefined) return
      const otherId = otherMember(room, userId)
      const latest = this.#store.latest()
      await userParty(this.env, userId).takeRoomEvents({
        roomId: room.id,
        otherId,
        events,
        latest: latest && wireMessage(room.id, latest),
        unread: this.#store.unreadOf(otherId),
      })
      this.#told.set(userId, rev)
    }
  }

  /** A while after something was written: what was told is dropped, what was not is told. Then the room is idle. */
  override async onAlarm(): Promise<void> {
    this.#isArmed = false
    const room = this.#store.room()
    if (!room) return
    await Promise.all(room.members.map((userId) => this.#tell(room, userId)))
    for (const [userId, rev] of this.#told) this.#store.dropEvents(userId, rev)
    if (this.#store.hasEvents()) this.#arm()
  }
}
