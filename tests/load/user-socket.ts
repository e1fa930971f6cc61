/** The socket that a tab of the app opens, without a browser. */

import { type AckFrame, HEARTBEAT, PING } from '#contract/live/frames'
import type { ResumedRoom, ServerFrame } from '#contract/live/user'
import type { Message } from '#contract/message'

export type Member = { id: number; token: string }
type Listener = (message: Message) => void
/** A room that a tab shows, with the ids of the last message that it knows and of the first. */
export type ShownRoom = { roomId: number; afterId: number; fromId: number }

export class UserSocket {
  readonly #port: number
  readonly member: Member
  #socket: WebSocket | null = null
  #acks = new Map<string, (code: string) => void>()
  #last = 0
  /** The position up to which no event was missed; null before the first `Resumed`. */
  #pos: number | null = null
  #isCaughtUp = false
  /** The rooms of the last `Resumed` that answers a position; null where that has none, and all is to be listed over HTTP. */
  #resumed: ResumedRoom[] | null = null
  onMessage: Listener = () => {}
  onMissed: Listener = () => {}
  /** An open socket has been closed by the server or the network. */
  onLost: () => void = () => {}

  constructor(port: number, member: Member) {
    this.#port = port
    this.member = member
  }

  open(): Promise<void> {
    const url = `ws://localhost:${this.#port}/parties/user/${this.member.id}`
    const socket = new WebSocket(url, ['bearer', this.member.token])
    this.#socket = socket
    this.#isCaughtUp = false
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    let isOpen = false
    // The close event of a socket that was replaced may come after the next one has opened.
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return
      this.#failPending()
      if (isOpen) this.onLost()
    })
    return new Promise((opened, failed) => {
      socket.addEventListener('open', () => {
        isOpen = true
        opened()
      })
      socket.addEventListener('error', () => failed(new Error(`The socket of ${this.member.id} was not opened`)))
    })
  }

  #receive(text: string): void {
    if (text === PING) this.#socket?.send(HEARTBEAT)
    const frame = JSON.parse(text) as AckFrame | ServerFrame
    if ('ack' in frame) {
      this.#acks.get(frame.ack ?? '')?.(frame.code)
      this.#acks.delete(frame.ack ?? '')
      return
    }
    if (frame.event === 'Resumed') this.#catchUp(frame.payload)
    else if ('pos' in frame && frame.pos !== undefined && this.#isCaughtUp) this.#pos = frame.pos
    if (frame.event === 'RoomMessage') this.onMessage(frame.payload)
  }

  #catchUp({ pos, rooms }: { pos: number; rooms: ResumedRoom[] | null }): void {
    this.#resumed = this.#pos === null ? null : rooms
    this.#pos = pos
    this.#isCaughtUp = true
    for (const { missed } of rooms ?? []) for (const message of missed?.list ?? []) this.onMissed(message)
  }

  /**
   * As the app does after it has connected: what was missed in a room comes as `onMissed`. False where it has to be listed over HTTP,
   * as by a server that does not know the frame. Other rooms of the answer, which the tab does not show, are for the list of rooms.
   */
  async resume(room: ShownRoom): Promise<boolean> {
    const code = await this.send('Resume', { pos: this.#pos, rooms: this.#pos === null ? [] : [room] })
    if (code !== 'ok' || this.#resumed === null) return false
    return this.#resumed.every(({ roomId, missed }) => roomId !== room.roomId || missed !== null)
  }

  /** As the app does every 15 seconds. */
  beat(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(HEARTBEAT)
  }

  #failPending(): void {
    for (const settle of this.#acks.values()) settle('unreachable')
    this.#acks.clear()
  }

  /** Sends a frame and answers the code of its acknowledgement, or `unreachable` where the socket closes before that. */
  send(event: string, payload: unknown): Promise<string> {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve('unreachable')
    const ack = String(++this.#last)
    return new Promise((settle) => {
      this.#acks.set(ack, settle)
      socket.send(JSON.stringify({ event, payload, ack }))
    })
  }

  close(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#failPending()
  }
}
