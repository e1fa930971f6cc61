import type { Connection } from 'partyserver'
import { type Acknowledgement, MAX_FRAME } from '#contract/live/frames'
import type { FromClient, ResumedRoom, ServerFrame } from '#contract/live/user'
import { messageIdOf, roomIdOf, seqOf } from '#domain/chat/room'
import { isTutorSide } from '#domain/roles'
import { CALL_TIMEOUT_MS, CallSockets } from './call-socket.ts'
import type { Asked as AskedOfRoom, ChatAct, ChatResult } from './chat.ts'
import { type ConnectionState, sendFrame } from './connections.ts'
import type { Inbox, RoomUpdate } from './inbox.ts'
import { mayChatNow, partnerIn, sharedRooms } from './membership.ts'
import { type Acted, readActed } from './room-wire.ts'
import { chatParty, notifyUsers, type PartyBindings } from './stubs.ts'
import { within } from './timer.ts'

type Env = PartyBindings & { DB: D1Database }
type PayloadOf<Name extends FromClient['event']> = Extract<FromClient, { event: Name }>['payload']

const send = (connection: Connection, frame: ServerFrame): void => sendFrame(connection, frame)

/** So many messages of a room come with `Resumed` at most; more are listed over HTTP, page by page. */
const MAX_MISSED = 100

/** The longest list of rooms that goes into a frame with all that is around it. */
const MAX_RESUMED = MAX_FRAME - 200

/** The frames whose acts go in one call to a room. */
const FRAMES_PER_CALL = 50

/** A frame that waits for its room. `prepare` checks it: the acts to carry out, or why there are none. */
type Asked = {
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
   * The frames that wait for a running call, per room. One call at a time: a retried one is not overtaken, and messages keep
   * their order. What has come meanwhile goes with the next.
   */
  readonly #waiting = new Map<number, Asked[]>()
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

  #ask(roomId: number, connection: Asked['connection'], prepare: Asked['prepare']): Promise<Acknowledgement> {
    return new Promise((answer, fail) => {
      const asked = { connection, prepare, answer, fail }
      const waiting = this.#waiting.get(roomId)
      if (waiting) waiting.push(asked)
      else void this.#carryOutAll(roomId, [asked])
    })
  }

  async #carryOutAll(roomId: number, waiting: Asked[]): Promise<void> {
    this.#waiting.set(roomId, waiting)
    while (waiting.length > 0) await this.#carryOut(roomId, waiting.splice(0, FRAMES_PER_CALL))
    // Nothing is awaited since nothing was left to carry out: what comes later begins anew.
    this.#waiting.delete(roomId)
  }

  async #carryOut(roomId: number, asked: readonly Asked[]): Promise<void> {
    try {
      const allowed: { asked: Asked; acts: readonly ChatAct[] }[] = []
      for (const one of asked) {
        const prepared = await one.prepare()
        if (typeof prepared === 'string') one.answer(prepared)
        else allowed.push({ asked: one, acts: prepared })
      }
      if (allowed.length === 0) return
      const { results, update } = await this.#callRoom(
        roomId,
        allowed.flatMap(({ acts }) => acts),
      )
      if (update) this.#person.receive(update)
      for (const { asked, acts } of allowed) this.#answer(asked, results.splice(0, acts.length), acts.length)
    } catch (error) {
      // Those that were answered already stay answered.
      for (const one of asked) one.fail(error)
    }
  }

  /** What came of a frame's acts: the first that was refused says why. */
  #answer({ connection, answer }: Asked, results: readonly ChatResult[], acts: number): void {
    if (results.length < acts) throw new Error('A room has not answered each act')
    // A tab that sends again has missed the event of the stored message: it alone receives it once more.
    for (const result of results)
      if (result.code === 'ok' && result.repeated) send(connection, { event: 'RoomMessage', payload: result.repeated })
    answer(results.find(({ code }) => code !== 'ok')?.code ?? 'ok')
  }

  #partnerIn(roomId: number) {
    return partnerIn(this.#inbox, this.#env.DB, this.#userId(), roomId)
  }

  /**
   * Calls a room and retries once: an object that is restarting fails its call. All calls are safe to repeat. One that does not
   * return is given up, as all later frames to the room wait for it.
   */
  async #callRoom(roomId: number, acts: readonly ChatAct[]): Promise<Acted> {
    const call = () => {
      const asked: AskedOfRoom = { userId: this.#userId(), acts, receipt: this.#inbox.receipt(roomId) }
      return this.#rooms.to(roomId).call(JSON.stringify(asked))
    }
    return readActed(await call().catch(call))
  }

  /**
   * Asks each room whose inbox row is stale for its later events. Nearly always no row is stale; a room that does not answer is asked
   * again the next time.
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
   * Answers what a tab has missed, from the inbox: rooms without events since cost nothing, and only of those that the tab shows the
   * messages are read. Events that come meanwhile reach the tab by themselves, before the answer, whose position includes them.
   */
  async #resume(connection: Connection, { pos, rooms }: PayloadOf<'Resume'>): Promise<Acknowledgement> {
    await this.updateStaleRooms()
    // Whether a stale room has had events is unknown, and they are not sent as new to a tab that was away: it lists over HTTP.
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
    // Read again: what has come meanwhile was sent to the tab, which must not go back behind it.
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
    // An id of another room has no place in this one: all messages count as later.
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
    if (messages.every(({ text }) => text.trim() === '')) return 'empty-text'
    const partner = await this.#partnerIn(roomId)
    if (typeof partner !== 'number') return partner
    if (!(await this.#mayChat(connection))) return 'unallowed'
    return messages.map(({ text, refId }) => ({ act: 'send', refId, text }))
  }

  /** Asks the room of a message. Non-members get `nonMemberCode` whether or not the message exists. */
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
