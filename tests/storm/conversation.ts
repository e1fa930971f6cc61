/** Two people who write to each other over their sockets, also while the server is killed. */
import { UserSocket } from '../load/user-socket.ts'
import type { Actor, Target } from './acts.ts'

type Written = { userId: number; refId: string; isAcknowledged: boolean }
type Stored = { id: number; userId: number; refId: string | null; read: boolean }
type Listed = { roomId: number; unreadMessagesCount: number; latestMessage: { id: number } | null }

const PAGE = 100

export class Conversation {
  readonly #port: number
  readonly #roomId: number
  readonly #written: Written[] = []
  #sockets: UserSocket[] = []

  constructor(port: number, roomId: number) {
    this.#port = port
    this.#roomId = roomId
  }

  /** Opens the sockets, and sends again what was not acknowledged, oldest first. */
  async connect(members: readonly Actor[]): Promise<void> {
    for (const socket of this.#sockets) socket.close()
    this.#sockets = members.map((member) => new UserSocket(this.#port, member))
    await Promise.all(
      this.#sockets.map(async (socket) => {
        await socket.open()
        const missed = this.#written.filter((one) => one.userId === socket.member.id && !one.isAcknowledged)
        for (const one of missed) await this.#send(socket, one)
      }),
    )
  }

  async #send(socket: UserSocket, one: Written): Promise<boolean> {
    const text = `message ${one.refId}`
    const code = await socket.send('SendMessage', { roomId: this.#roomId, refId: one.refId, text })
    one.isAcknowledged = code === 'ok'
    return one.isAcknowledged
  }

  /** Each member writes so many messages, one after the other, and none after one that was not acknowledged. */
  async talk(count: number): Promise<void> {
    const speaking = this.#sockets.map(async (socket) => {
      for (let left = count; left > 0; left--) {
        const one = { userId: socket.member.id, refId: `storm-${this.#written.length}`, isAcknowledged: false }
        this.#written.push(one)
        if (!(await this.#send(socket, one))) return
      }
    })
    await Promise.all(speaking)
  }

  close(): void {
    for (const socket of this.#sockets) socket.close()
  }

  get acknowledged(): number {
    return this.#written.filter(({ isAcknowledged }) => isAcknowledged).length
  }

  /** All messages of the room, newest first. */
  async #stored(target: Target, reader: Actor): Promise<Stored[]> {
    const stored: Stored[] = []
    for (let page = 1; ; page++) {
      const path = `/chat/list/${this.#roomId}/messages?size=${PAGE}&page=${page}`
      const { body } = await target.ask('GET', path, reader)
      const { list } = body as { list: Stored[] }
      stored.push(...list)
      if (list.length < PAGE) return stored
    }
  }

  /** Compares each member's list of rooms with what the room has, of which a part was in memory alone when the server died. */
  async listFaults(target: Target, members: readonly Actor[]): Promise<string[]> {
    const found: string[] = []
    for (const member of members) {
      const { body } = await target.ask('GET', `/chat/list/rooms/${member.id}?size=100`, member)
      const listed = (body as { list: Listed[] }).list.find(({ roomId }) => roomId === this.#roomId)
      const stored = await this.#stored(target, member)
      const unread = stored.filter(({ userId, read }) => userId !== member.id && !read).length
      if (listed?.unreadMessagesCount !== unread || listed.latestMessage?.id !== stored[0]?.id)
        found.push(
          `fault: ${member.id} is listed ${JSON.stringify(listed)} with ${unread} unread up to ${stored[0]?.id}`,
        )
    }
    return found
  }

  /** Compares what was acknowledged with what the room has. Each answered sentence is a violation. */
  async faults(target: Target, reader: Actor): Promise<string[]> {
    const stored = await this.#stored(target, reader)
    const found: string[] = []
    for (const userId of new Set(this.#written.map((one) => one.userId))) {
      const refIds = (all: readonly { userId: number; refId: string | null }[]) =>
        all.filter((one) => one.userId === userId && one.refId?.startsWith('storm-')).map(({ refId }) => refId)
      const written = refIds(this.#written)
      const inRoom = refIds(stored.toReversed())
      if (written.join() !== inRoom.join())
        found.push(`${userId} wrote ${written.length} messages, and the room has ${inRoom.length}, or in another order`)
    }
    const lost = this.#written.filter(({ isAcknowledged }) => !isAcknowledged).length
    return lost === 0 ? found : [...found, `${lost} messages were never acknowledged`]
  }
}
