import type { Connection } from 'partyserver'
import type { Acknowledgement } from '#contract/live/frames'
import type { FromClient, ServerFrame } from '#contract/live/user'
import { roomIdOf, seqOf } from '#domain/chat/room'
import type { ChatParty, ChatResult } from './chat.ts'
import { type ConnectionState, sendFrame } from './connections.ts'
import type { Inbox } from './inbox.ts'
import { mayChatNow, partnerIn, sharedRooms } from './membership.ts'
import { chatParty, notifyUsers, type PartyBindings } from './stubs.ts'

/** Twice this is less than a tab waits for its acknowledgement (docs/rules/live.md 1.7). */
export const CALL_TIMEOUT_MS = 8000

type Env = PartyBindings & { DB: D1Database }
type PayloadOf<Name extends FromClient['event']> = Extract<FromClient, { event: Name }>['payload']

const send = (connection: Connection, frame: ServerFrame): void => sendFrame(connection, frame)

/** Rejects after `ms` where the call has not returned by then; it may still be carried out. */
function within<T>(ms: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`A call has not returned within ${ms} ms`)), ms)
    call.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Handles the chat frames of a user's tabs. Membership is checked for every frame; frames are untrusted input. */
export class UserChat {
  readonly #env: Env
  readonly #userId: () => number
  readonly #inbox: Inbox
  /** The running call per room. The next one waits for it, so that a retried call is not overtaken and messages keep order. */
  readonly #queues = new Map<number, Promise<unknown>>()

  constructor(env: Env, userId: () => number, inbox: Inbox) {
    this.#env = env
    this.#userId = userId
    this.#inbox = inbox
  }

  /** Runs the call that a frame asks for and returns its acknowledgement. */
  dispatch(connection: Connection<ConnectionState>, frame: FromClient): Promise<Acknowledgement> | Acknowledgement {
    switch (frame.event) {
      case 'ping':
        return 'ok'
      case 'JoinRooms':
        return this.#joinRooms(connection)
      case 'SendMessage':
        return this.#enqueue(frame.payload.roomId, () => this.#sendMessage(connection, frame.payload))
      case 'UpdateMessage':
        return this.#changeMessage(frame.payload.id, 'not-owner', (room, seq) =>
          room.edit(this.#userId(), seq, frame.payload.text),
        )
      case 'DeleteMessage':
        return this.#changeMessage(frame.payload.id, 'not-owner', (room, seq) => room.delete(this.#userId(), seq))
      case 'MarkMessageAsRead':
        return this.#changeMessage(frame.payload.id, 'not-member', (room, seq) => room.read(this.#userId(), seq))
      case 'UserTyping':
        return this.#sendTyping(frame.payload)
      case 'RegisterPeer':
        connection.setState((state) => ({ ...(state as ConnectionState), peer: frame.payload.peer }))
        return 'ok'
      default:
        return frame satisfies never
    }
  }

  #enqueue<T>(roomId: number, work: () => Promise<T>): Promise<T> {
    const previous = this.#queues.get(roomId) ?? Promise.resolve()
    const call = previous.then(work, work)
    const settled = call.then(
      () => undefined,
      () => undefined,
    )
    this.#queues.set(roomId, settled)
    void settled.then(() => this.#queues.get(roomId) === settled && this.#queues.delete(roomId))
    return call
  }

  #partnerIn(roomId: number) {
    return partnerIn(this.#inbox, this.#env.DB, this.#userId(), roomId)
  }

  /**
   * Calls a room and retries once: an object that is restarting fails its call. All calls are safe to repeat. One that does not
   * return is given up, as all later frames to the room wait for it.
   */
  async #callRoom(roomId: number, request: (room: DurableObjectStub<ChatParty>) => Promise<ChatResult>) {
    const call = () => within(CALL_TIMEOUT_MS, request(chatParty(this.#env, roomId)))
    try {
      return await call()
    } catch {
      return call()
    }
  }

  async #joinRooms(connection: Connection): Promise<Acknowledgement> {
    const shared = await sharedRooms(this.#env.DB, this.#userId())
    for (const { roomId, userId } of shared) this.#inbox.addRoom(roomId, userId)
    send(connection, { event: 'JoinedRooms', payload: { rooms: shared.map(({ roomId }) => roomId) } })
    return 'ok'
  }

  async #mayChat(connection: Connection<ConnectionState>): Promise<boolean> {
    if (connection.state?.mayChat) return true
    const may = await mayChatNow(this.#env.DB, this.#userId())
    connection.setState((state) => ({ ...(state as ConnectionState), mayChat: may }))
    return may
  }

  async #sendMessage(
    connection: Connection<ConnectionState>,
    { roomId, text, refId }: PayloadOf<'SendMessage'>,
  ): Promise<Acknowledgement> {
    if (text.trim() === '') return 'empty-text'
    const partner = await this.#partnerIn(roomId)
    if (typeof partner !== 'number') return partner
    if (!(await this.#mayChat(connection))) return 'unallowed'
    const userId = this.#userId()
    const answer = await this.#callRoom(roomId, (room) => room.send({ userId, refId, text }))
    // A tab that sends again has missed the event of the stored message: it alone receives it once more.
    if (answer.code === 'ok' && answer.message && !answer.isNew)
      send(connection, { event: 'RoomMessage', payload: answer.message })
    return answer.code
  }

  /** Calls the room of a message. Non-members get `nonMemberCode` whether or not the message exists. */
  #changeMessage(
    messageId: number,
    nonMemberCode: Acknowledgement,
    request: (room: DurableObjectStub<ChatParty>, seq: number) => Promise<ChatResult>,
  ): Promise<Acknowledgement> {
    const roomId = roomIdOf(messageId)
    return this.#enqueue(roomId, async () => {
      const partner = await this.#partnerIn(roomId)
      if (partner === 'room-not-found') return 'message-not-found'
      if (partner === 'not-member') return nonMemberCode
      return (await this.#callRoom(roomId, (room) => request(room, seqOf(messageId)))).code
    })
  }

  async #sendTyping({ roomId }: PayloadOf<'UserTyping'>): Promise<Acknowledgement> {
    const partner = await this.#partnerIn(roomId)
    if (typeof partner !== 'number') return partner
    await notifyUsers(this.#env, [partner], { event: 'UserTyping', payload: { roomId, userId: this.#userId() } })
    return 'ok'
  }
}
