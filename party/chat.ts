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
import { answerCalls, isCallSocket, PostSocket } from './call-socket.ts'
import { ChatStore, type MessagePage, type StoredRoom, wireMessage } from './chat-store.ts'
import { readClock } from './clock.ts'
import type { Receipt, RoomUpdate } from './inbox.ts'
import { type Acted, writeActed, writeUpdate } from './room-wire.ts'
import { type PartyBindings, userParty } from './stubs.ts'
import { readTimer, within } from './timer.ts'

type Env = PartyBindings & { DB: D1Database }

/** `repeated` is the message where an earlier call with the same `refId` stored it. */
export type ChatResult = { code: 'ok'; repeated: Message | null } | { code: ChatRefusal }
export type MessageDraft = { userId: number; refId: string | null; text: string }
/** What one member does in a room; `seq` names a message. */
export type ChatAct =
  | { act: 'send'; refId: string | null; text: string }
  | { act: 'edit'; seq: number; text: string }
  | { act: 'delete' | 'read'; seq: number }

const failure = (code: ChatRefusal): ChatResult => ({ code })
const success = (repeated: Message | null = null): ChatResult => ({ code: 'ok', repeated })

const EVENTS_PER_CALL = 200
/** After this, failed deliveries are retried and delivered events are deleted. */
const DELIVERY_RETRY_MS = 5000
/** The alarm is up to this much earlier, at random: rooms that became busy together would all do so together. */
const SPREAD_MS = 2500
/** A room is no longer busy this long after its last event. */
export const PAUSE_MS = 2000

/** What a member's party asks of a room. */
export type Asked = { userId: number; acts: readonly ChatAct[]; receipt: Receipt }

/**
 * One object per chat room. It has no sockets: users reach it through their own party, the API calls it directly. A message
 * and its event for both members are one write; stored events are delivered in order until each member's party has
 * received them (docs/rules/chat.md 4.2).
 */
export class ChatParty extends Server<Env> {
  static override options = { hibernate: true }

  readonly #store = new ChatStore(this.ctx.storage)
  readonly #members = new Map<number, PostSocket>()
  /** The last event that was posted to each member over the open socket. */
  readonly #posted = new Map<number, number>()
  /** The run that delivers to each member now. */
  readonly #deliveries = new Map<number, symbol>()
  /** What each member has received and stored. When a restart loses it, events are sent again and the inbox skips them. */
  readonly #receipts = new Map<number, Receipt>()
  #isAlarmSet = false
  /** The newest event when the alarm was set. */
  #revAtAlarm = 0
  #changedAt = 0

  /** The room, which D1 is queried for once: its two members never change. */
  async #findRoom(): Promise<void> {
    if (this.#store.room()) return
    const [row] = await openDb(this.env.DB)
      .select()
      .from(rooms)
      .where(eq(rooms.id, Number(this.name)))
    if (row) this.#store.saveRoom({ id: row.id, members: [row.lowerId, row.higherId] })
  }

  /**
   * Carries out what a member's party asks for, in order, and returns the events that it has not received: their own come with the
   * answer and need no call of their own. An answer that is lost is made up for by the next one, or by the alarm.
   */
  async act(userId: number, acts: readonly ChatAct[], receipt: Receipt): Promise<Acted> {
    await this.#findRoom()
    const room = this.#store.room()
    const results = acts.map((act) => this.#carryOut(userId, act))
    if (!room) return { results, update: null }
    this.#received(userId, receipt)
    this.#deliverTo(room, [otherMember(room, userId)])
    return { results, update: this.#updateAfter(room, userId, receipt.rev) }
  }

  /** As `act`, in text: JSON of `Asked`, answered by `writeActed`. To carry objects takes the runtime longer than the call itself. */
  async answer(asked: string): Promise<string> {
    const { userId, acts, receipt } = JSON.parse(asked) as Asked
    return writeActed(await this.act(userId, acts, receipt))
  }

  override fetch(request: Request): Promise<Response> {
    if (isCallSocket(request)) return Promise.resolve(answerCalls((asked) => this.answer(asked)))
    return super.fetch(request)
  }

  /** Stores a message once per `refId` of its author, so that sending it again is safe. Both members receive it by a call. */
  send({ userId, refId, text }: MessageDraft): Promise<ChatResult> {
    return this.#actAndDeliver(userId, { act: 'send', refId, text })
  }

  /** Marks as read a message and all earlier ones that were written to the reader. Both members receive it by a call. */
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

  /** Awaits nothing, so that what it reads is still so when it writes. */
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

  /** Commits a change and its event together, and sets an alarm in case this object dies before it delivers it. */
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

  /** Not waited for: the platform keeps an object while its calls are under way, and the alarm makes up for one that it did not. */
  #deliverTo(room: ChatRoom, members: readonly number[]): void {
    for (const userId of members) void this.#deliver(room, userId)
  }

  #setAlarm(): void {
    this.#isAlarmSet = true
    this.#revAtAlarm = this.#store.room()?.lastRev ?? 0
    void this.ctx.storage.setAlarm(readTimer() + DELIVERY_RETRY_MS - Math.random() * SPREAD_MS)
  }

  /**
   * One call at a time per member, which keeps events in order; events queued during a call go with the next. `again` begins with what
   * the member has stored.
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
      // Nothing is awaited between finding nothing queued and the end: an event that is written later begins another run.
      for (let update = this.#nextUpdate(room, userId); update; update = this.#nextUpdate(room, userId)) {
        const answer = this.#memberOf(room, userId).post(writeUpdate(update))
        // An answer to earlier ones goes on, or the alarm.
        if (answer === 'refused') return
        if (answer === 'posted') this.#posted.set(userId, update.events.at(-1)?.rev ?? 0)
        else this.#received(userId, JSON.parse(await answer) as Receipt)
        if (!isCurrent()) return
      }
    } catch {
      // The member's object may be restarting: the alarm retries.
    } finally {
      if (isCurrent()) this.#deliveries.delete(userId)
    }
  }

  #memberOf(room: ChatRoom, userId: number): PostSocket {
    const known = this.#members.get(userId)
    if (known) return known
    const member = new PostSocket(() => userParty(this.env, userId), {
      onAnswer: (receipt) => {
        this.#received(userId, JSON.parse(receipt) as Receipt)
        void this.#deliver(room, userId)
      },
      onLost: () => this.#posted.delete(userId),
    })
    this.#members.set(userId, member)
    return member
  }

  #receiptOf(userId: number): Receipt {
    return this.#receipts.get(userId) ?? { rev: 0, storedRev: 0 }
  }

  /** Answers come in any order. */
  #received(userId: number, { rev, storedRev }: Receipt): void {
    const known = this.#receiptOf(userId)
    this.#receipts.set(userId, { rev: Math.max(rev, known.rev), storedRev: Math.max(storedRev, known.storedRev) })
  }

  #nextUpdate(room: ChatRoom, userId: number): RoomUpdate | null {
    const posted = this.#posted.get(userId) ?? 0
    return this.#updateAfter(room, userId, Math.max(posted, this.#receiptOf(userId).rev))
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
   * Deletes the events that both members have stored, and delivers the others again. A member may have these in memory only; or their
   * call has failed, was lost with the object, or has not returned, which is not waited for any longer. The inbox skips events that it
   * has received already. The platform repeats an alarm during which the object dies, so none is set meanwhile. Without events no
   * further one is set, so the room can hibernate.
   */
  override async onAlarm(): Promise<void> {
    this.#isAlarmSet = false
    const room = this.#store.room()
    if (!room) return
    this.#forgetStored(room)
    if (!this.#store.hasEvents()) return
    if (this.#isBusy(room)) return this.#setAlarm()
    this.#deliveries.clear()
    const unfinished = room.members.filter((userId) => this.#receiptOf(userId).storedRev < room.lastRev)
    const deliveries = Promise.all(unfinished.map((userId) => this.#deliver(room, userId, true)))
    // One that has not returned by the retry is abandoned by it.
    await within(DELIVERY_RETRY_MS, deliveries).catch(() => undefined)
    this.#forgetStored(room)
    if (this.#store.hasEvents() && !this.#isAlarmSet) this.#setAlarm()
  }

  /**
   * Whether messages are still written, and both members receive them. Storing and deleting events waits until they pause: done every
   * few seconds it took half a commit for each message.
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
