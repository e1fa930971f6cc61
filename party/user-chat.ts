import type { Connection } from 'partyserver'
import type { Acknowledgement } from '#contract/live/frames'
import type { FromClient, ServerFrame } from '#contract/live/user'
import { roomIdOf, seqOf } from '#domain/chat/room'
import type { ChatAnswer, ChatParty } from './chat.ts'
import type { Inbox } from './inbox.ts'
import { type Line, say } from './lines.ts'
import { mayChatNow, partnerIn, sharedRooms } from './membership.ts'
import { chatParty, notifyUsers, type PartyBindings } from './stubs.ts'

type Env = PartyBindings & { DB: D1Database }
type Of<Name extends FromClient['event']> = Extract<FromClient, { event: Name }>['payload']

const tell = (connection: Connection, frame: ServerFrame): void => say(connection, frame)

/** What a person's tabs say to the rooms. Membership is asked for every frame, whatever the frame says. */
export class UserChat {
  readonly #env: Env
  readonly #userId: () => number
  readonly #inbox: Inbox
  /** What is being said in a room: the next waits for it, so that nothing overtakes a call that is tried again. */
  readonly #turns = new Map<number, Promise<unknown>>()

  constructor(env: Env, userId: () => number, inbox: Inbox) {
    this.#env = env
    this.#userId = userId
    this.#inbox = inbox
  }

  /** Does what a frame asks and answers how it went. */
  answer(connection: Connection<Line>, frame: FromClient): Promise<Acknowledgement> | Acknowledgement {
    switch (frame.event) {
      case 'ping':
        return 'ok'
      case 'JoinRooms':
        return this.#join(connection)
      case 'SendMessage':
        return this.#inTurn(frame.payload.roomId, () => this.#send(connection, frame.payload))
      case 'UpdateMessage':
        return this.#change(frame.payload.id, 'not-owner', (room, seq) =>
          room.edit(this.#userId(), seq, frame.payload.text),
        )
      case 'DeleteMessage':
        return this.#change(frame.payload.id, 'not-owner', (room, seq) => room.delete(this.#userId(), seq))
      case 'MarkMessageAsRead':
        return this.#change(frame.payload.id, 'not-member', (room, seq) => room.read(this.#userId(), seq))
      case 'UserTyping':
        return this.#type(frame.payload)
      case 'RegisterPeer':
        connection.setState((line) => ({ ...(line as Line), peer: frame.payload.peer }))
        return 'ok'
      default:
        return frame satisfies never
    }
  }

  #inTurn<T>(roomId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(roomId) ?? Promise.resolve()
    const turn = before.then(work, work)
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#turns.set(roomId, settled)
    void settled.then(() => this.#turns.get(roomId) === settled && this.#turns.delete(roomId))
    return turn
  }

  #partnerIn(roomId: number) {
    return partnerIn(this.#inbox, this.#env.DB, this.#userId(), roomId)
  }

  /** Asks a room; an object that was just restarted is asked once more. Every question may be repeated safely. */
  async #ask(roomId: number, question: (room: DurableObjectStub<ChatParty>) => Promise<ChatAnswer>) {
    try {
      return await question(chatParty(this.#env, roomId))
    } catch {
      return question(chatParty(this.#env, roomId))
    }
  }

  async #join(connection: Connection): Promise<Acknowledgement> {
    const shared = await sharedRooms(this.#env.DB, this.#userId())
    for (const { roomId, userId } of shared) this.#inbox.keep(roomId, userId)
    tell(connection, { event: 'JoinedRooms', payload: { rooms: shared.map(({ roomId }) => roomId) } })
    return 'ok'
  }

  async #mayChat(connection: Connection<Line>): Promise<boolean> {
    if (connection.state?.mayChat) return true
    const may = await mayChatNow(this.#env.DB, this.#userId())
    connection.setState((line) => ({ ...(line as Line), mayChat: may }))
    return may
  }

  async #send(connection: Connection<Line>, { roomId, text, refId }: Of<'SendMessage'>): Promise<Acknowledgement> {
    if (text.trim() === '') return 'empty-text'
    const partner = await this.#partnerIn(roomId)
    if (typeof partner !== 'number') return partner
    if (!(await this.#mayChat(connection))) return 'unallowed'
    const userId = this.#userId()
    const answer = await this.#ask(roomId, (room) => room.send({ userId, refId, text }))
    // Who sends again has not heard that it was stored: this tab alone is told once more.
    if (answer.code === 'ok' && answer.message && !answer.isNew)
      tell(connection, { event: 'RoomMessage', payload: answer.message })
    return answer.code
  }

  /** Asks the room of a message; strangers learn nothing of the message itself. */
  #change(
    messageId: number,
    toStrangers: Acknowledgement,
    question: (room: DurableObjectStub<ChatParty>, seq: number) => Promise<ChatAnswer>,
  ): Promise<Acknowledgement> {
    const roomId = roomIdOf(messageId)
    return this.#inTurn(roomId, async () => {
      const partner = await this.#partnerIn(roomId)
      if (partner === 'room-not-found') return 'message-not-found'
      if (partner === 'not-member') return toStrangers
      return (await this.#ask(roomId, (room) => question(room, seqOf(messageId)))).code
    })
  }

  async #type({ roomId }: Of<'UserTyping'>): Promise<Acknowledgement> {
    const partner = await this.#partnerIn(roomId)
    if (typeof partner !== 'number') return partner
    await notifyUsers(this.#env, [partner], { event: 'UserTyping', payload: { roomId, userId: this.#userId() } })
    return 'ok'
  }
}
