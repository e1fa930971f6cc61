import type { Connection } from 'partyserver'
import { type Acknowledgement, MAX_FRAME } from '#contract/live/frames'
import type { FromClient, ResumedRoom, ServerFrame } from '#contract/live/user'
import { whyNotMessageText } from '#domain/chat/message-text'
import { messageIdOf, roomIdOf, seqOf } from '#domain/chat/room'
import { isTutorSide } from '#domain/roles'
import { CALL_TIMEOUT_MS, CallSockets } from './call-socket.ts'
import { type ConnectionState, sendFrame } from './connections.ts'
import type { Inbox } from './inbox.ts'
import type { ActRequest, ActResponse, ChatAct, ChatResult, RoomUpdate } from './interfaces.ts'
import { mayChatNow, partnerIn, sharedRooms } from './membership.ts'
import { readResponse } from './room-wire.ts'
import { chatParty, notifyUsers, type PartyBindings } from './stubs.ts'
import { within } from './timer.ts'

type Env = PartyBindings & { DB: D1Database }
type PayloadOf<Name extends FromClient['event']> = Extract<FromClient, { event: Name }>['payload']

const send = (connection: Connection, frame: ServerFrame): void => sendFrame(connection, frame)

/** The most messages of a room in a `Resumed`; more are listed over HTTP, page by page. */
const MAX_MISSED = 100

/** The longest list of rooms that fits into a frame with its envelope. */
const MAX_RESUMED = MAX_FRAME - 200

/** The most frames whose acts go in one call to a room. */
const FRAMES_PER_CALL = 50

/** A frame that waits for a call to its room. `prepare` returns the acts to carry out, or the code that refuses the frame. */
type PendingFrame = {
  connection: Connection<ConnectionState>
  prepare: () => Promise<readonly ChatAct[] | Acknowledgement>
  answer: (code: Acknowledgement) => void
  fail: (error: unknown) => void
}

/** The person whose party this is. */
type Person = { userId: () => number; receive: (update: RoomUpdate) => unknown; events: () => number }

/** Handles the chat frames of a user's tabs. Membership is checked for every frame; frames are untrusted input. */
export class UserChat {
  readonly #env: Env
  readonly #inbox: Inbox
  readonly #person: Person
  /**
   * The frames that wait for a running call, per room. There is one call at a time, so that a retried call is not overtaken and
   * messages keep their order; frames received meanwhile go with the next.
   */
  readonly #waiting = new Map<number, PendingFrame[]>()
  readonly #rooms = new CallSockets((roomId) => chatParty(this.#env, roomId))

  constructor(env: Env, inbox: Inbox, person: Person) {
    this.#env = env
    this.#inbox = inbox
    this.#person = person
  }

  #userId(): number {
    return this.#person.userId()
  }

  /** Runs the call that a frame asks for and returns its acknowledgement. */
  dispatch(connection: Connection<ConnectionState>, frame: FromClient): Promise<Acknowledgement> | Acknowledgement {
    switch (frame.event) {
      case 'ping':
        return 'ok'
      case 'JoinRooms':
        return this.#joinRooms(connection)
      case 'Resume':
        return this.#resume(connection, frame.payload)
      case 'SendMessage':
        return this.#ask(frame.payload.roomId, connection, () =>
          this.#prepareMessages(connection, frame.payload.roomId, [frame.payload]),
        )
      case 'SendMessages':
        return this.#ask(frame.payload.roomId, connection, () =>
          this.#prepareMessages(connection, frame.payload.roomId, frame.payload.messages),
        )
      case 'UpdateMessage':
        return this.#askAbout(frame.payload.id, connection, 'not-owner', (seq) => ({
          act: 'edit',
          seq,
          text: frame.payload.text,
        }))
      case 'DeleteMessage':
        return this.#askAbout(frame.payload.id, connection, 'not-owner', (seq) => ({ act: 'delete', seq }))
      case 'MarkMessageAsRead':
        return this.#askAbout(frame.payload.id, connection, 'not-member', (seq) => ({ act: 'read', seq }))
      case 'UserTyping':
        return this.#sendTyping(frame.payload)
      case 'RegisterPeer':
        return this.#registerPeer(connection, frame.payload)
      default:
        return frame satisfies never
    }
  }

  #registerPeer(connection: Connection<ConnectionState>, { peer }: PayloadOf<'RegisterPeer'>): Acknowledgement {
    const { state } = connection
    if (!state || !isTutorSide(state.role)) return 'unallowed'
    connection.setState({ ...state, peer })
    return 'ok'
  }

  #ask(
    roomId: number,
    connection: PendingFrame['connection'],
    prepare: PendingFrame['prepare'],
  ): Promise<Acknowledgement> {
    return new Promise((answer, fail) => {
      const frame = { connection, prepare, answer, fail }
      const waiting = this.#waiting.get(roomId)
      if (waiting) waiting.push(frame)
      else void this.#carryOutAll(roomId, [frame])
    })
  }

  async #carryOutAll(roomId: number, waiting: PendingFrame[]): Promise<void> {
    this.#waiting.set(roomId, waiting)
    while (waiting.length > 0) await this.#carryOut(roomId, waiting.splice(0, FRAMES_PER_CALL))
    // Nothing was awaited since the queue was found empty, so a later frame starts a new run.
    this.#waiting.delete(roomId)
  }

  async #carryOut(roomId: number, frames: readonly PendingFrame[]): Promise<void> {
    try {
      const allowed: { frame: PendingFrame; acts: readonly ChatAct[] }[] = []
      for (const one of frames) {
        const prepared = await one.prepare()
        if (typeof prepared === 'string') one.answer(prepared)
        else allowed.push({ frame: one, acts: prepared })
      }
      if (allowed.length === 0) return
      const { results, update } = await this.#callRoom(
        roomId,
        allowed.flatMap(({ acts }) => acts),
      )
      if (update) this.#person.receive(update)
      for (const { frame, acts } of allowed) this.#answer(frame, results.splice(0, acts.length), acts.length)
    } catch (error) {
      // Frames that were acknowledged already are not affected.
      for (const one of frames) one.fail(error)
    }
  }

  /** Acknowledges a frame by the results of its acts: the first refusal decides. */
  #answer({ connection, answer }: PendingFrame, results: readonly ChatResult[], acts: number): void {
    if (results.length < acts) throw new Error('A room has not answered each act')
    // A tab that retries has missed the event of the stored message: only this tab receives it again.
    for (const result of results)
      if (result.code === 'ok' && result.repeated) send(connection, { event: 'RoomMessage', payload: result.repeated })
    answer(results.find(({ code }) => code !== 'ok')?.code ?? 'ok')
  }

  #partnerIn(roomId: number) {
    return partnerIn(this.#inbox, this.#env.DB, this.#userId(), roomId)
  }

  /**
   * Calls a room and retries once, because a restarting object fails its call; all calls are idempotent. A call that does not return
   * is abandoned, since later frames to the room wait for it.
   */
  async #callRoom(roomId: number, acts: readonly ChatAct[]): Promise<ActResponse> {
    const call = () => {
      const request: ActRequest = { userId: this.#userId(), acts, receipt: this.#inbox.receipt(roomId) }
      return this.#rooms.to(roomId).call(JSON.stringify(request))
    }
    return readResponse(await call().catch(call))
  }

  /**
   * Queries each room whose inbox row is stale for later events. Rows are rarely stale; a room that does not answer is queried again
   * the next time.
   */
  async updateStaleRooms(): Promise<void> {
    await Promise.allSettled(
      this.#inbox.staleRooms().map(async (roomId) => {
        const { update } = await this.#callRoom(roomId, [])
        if (update) this.#person.receive(update)
        else this.#inbox.markCurrent(roomId)
      }),
    )
  }

  async #joinRooms(connection: Connection): Promise<Acknowledgement> {
    const shared = await sharedRooms(this.#env.DB, this.#userId())
    for (const { roomId, userId } of shared) this.#inbox.addRoom(roomId, userId)
    send(connection, { event: 'JoinedRooms', payload: { rooms: shared.map(({ roomId }) => roomId) } })
    return 'ok'
  }

  /**
   * Answers what a tab has missed, from the inbox: unchanged rooms cost nothing, and messages are read only of rooms that the tab
   * shows. Events received meanwhile reach the tab before the answer, whose position includes them.
   */
  async #resume(connection: Connection, { pos, rooms }: PayloadOf<'Resume'>): Promise<Acknowledgement> {
    await this.updateStaleRooms()
    // It is unknown whether a stale room has later events, and these are not sent to the tab as new: it lists over HTTP.
    if (pos !== null && this.#inbox.staleRooms().length > 0) return 'unreachable'
    const changed = pos === null ? null : await this.#changedAfter(pos, rooms)
    const isTooLong = JSON.stringify(changed).length > MAX_RESUMED
    const seen = { pos: this.#inbox.pos(), events: this.#person.events() }
    send(connection, { event: 'Resumed', payload: { ...seen, rooms: isTooLong ? null : changed } })
    return 'ok'
  }

  async #changedAfter(pos: number, shown: PayloadOf<'Resume'>['rooms']): Promise<ResumedRoom[]> {
    const missed = new Map<number, ResumedRoom['missed']>()
    await Promise.all(
      this.#inbox.changedAfter(pos).map(async ({ roomId, hasChanges }) => {
        const room = shown.find((one) => one.roomId === roomId)
        if (room) missed.set(roomId, await this.#missedIn(room, hasChanges))
      }),
    )
    // Read again: events received meanwhile were sent to the tab, whose state must not go back before them.
    return this.#inbox.changedAfter(pos).map(({ roomId, unread, latest }) => ({
      roomId,
      unreadMessagesCount: unread,
      latestMessage: latest,
      missed: missed.get(roomId) ?? null,
    }))
  }

  /** The messages after those that a tab knows; where these have changed as well, they too. Null if they are more than a page. */
  async #missedIn(
    { roomId, afterId, fromId }: PayloadOf<'Resume'>['rooms'][number],
    hasChanges: boolean,
  ): Promise<ResumedRoom['missed']> {
    const from = hasChanges ? Math.max(0, fromId - 1) : afterId
    // The id of a message in another room says nothing here: all messages count as later.
    const afterSeq = roomIdOf(from) === roomId ? seqOf(from) : 0
    const page = { page: 1, size: MAX_MISSED, afterSeq }
    const { list, total } = await within(CALL_TIMEOUT_MS, chatParty(this.#env, roomId).list(page))
    return total > list.length ? null : { afterId: messageIdOf(roomId, afterSeq), list }
  }

  async #mayChat(connection: Connection<ConnectionState>): Promise<boolean> {
    if (connection.state?.mayChat) return true
    const may = await mayChatNow(this.#env.DB, this.#userId())
    connection.setState((state) => ({ ...(state as ConnectionState), mayChat: may }))
    return may
  }

  async #prepareMessages(
    connection: Connection<ConnectionState>,
    roomId: number,
    messages: readonly { text: string; refId: string }[],
  ): Promise<readonly ChatAct[] | Acknowledgement> {
    if (messages.every(({ text }) => whyNotMessageText(text) === 'message-text-too-short')) return 'empty-text'
    const partner = await this.#partnerIn(roomId)
    if (typeof partner !== 'number') return partner
    if (!(await this.#mayChat(connection))) return 'unallowed'
    return messages.map(({ text, refId }) => ({ act: 'send', refId, text }))
  }

  /** Requests an act on a message from its room. Non-members get `nonMemberCode` whether or not the message exists. */
  #askAbout(
    messageId: number,
    connection: Connection<ConnectionState>,
    nonMemberCode: Acknowledgement,
    actOn: (seq: number) => ChatAct,
  ): Promise<Acknowledgement> {
    const roomId = roomIdOf(messageId)
    return this.#ask(roomId, connection, async () => {
      const partner = await this.#partnerIn(roomId)
      if (partner === 'room-not-found') return 'message-not-found'
      return partner === 'not-member' ? nonMemberCode : [actOn(seqOf(messageId))]
    })
  }

  async #sendTyping({ roomId }: PayloadOf<'UserTyping'>): Promise<Acknowledgement> {
    const partner = await this.#partnerIn(roomId)
    if (typeof partner !== 'number') return partner
    await notifyUsers(this.#env, [partner], { event: 'UserTyping', payload: { roomId, userId: this.#userId() } })
    return 'ok'
  }
}
