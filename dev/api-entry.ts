/**
 * Wraps the deployed bundle on a laptop, unchanged, so that its clock can be moved and its jobs can be run by hand. The
 * bundle holds no code for this.
 */
import { WorkerEntrypoint } from 'cloudflare:workers'
// @ts-expect-error the deployed bundle, copied beside this file when the local marketplace starts
import production from './production.js'

// @ts-expect-error the same
export * from './production.js'

const RealDate = Date
let offset = 0

class MovableDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + offset)
    else super(...(given as [number]))
  }
  static override now() {
    return RealDate.now() + offset
  }
}
// Worker and Durable Objects of one script share an isolate here, so this moves the clock of all of them at once.
globalThis.Date = MovableDate as DateConstructor

type Conversation = {
  messages: { roomId: number; userId: number; refId: string; text: string; at: number }[]
  isRead: boolean
}

type Room = { send(said: object): Promise<unknown>; read(userId: number, seq: number): Promise<unknown> }

/** The methods behind `/dev/clock`, `/dev/jobs` and `/dev/conversations`. */
export class LocalControl extends WorkerEntrypoint {
  setClock(now: number | null) {
    offset = now === null ? 0 : now - RealDate.now()
    return this.now()
  }
  now() {
    return RealDate.now() + offset
  }
  /** Writes the demo's conversations into their rooms, each message at its own time. */
  async converse(conversations: readonly Conversation[]) {
    const rooms = (this.env as { ChatParty: { getByName(name: string): Room } }).ChatParty
    const before = offset
    for (const { messages, isRead } of conversations) {
      const room = rooms.getByName(String(messages[0]?.roomId))
      for (const one of messages) {
        offset = one.at - RealDate.now()
        await room.send(one)
      }
      const readers = isRead ? new Set(messages.map(({ userId }) => userId)) : []
      for (const reader of readers)
        await room.read(reader, messages.findLastIndex(({ userId }) => userId !== reader) + 1)
    }
    offset = before
  }
  async runJob(cron: string) {
    const controller = { cron, scheduledTime: this.now(), noRetry() {} }
    await production.scheduled(controller, this.env, this.ctx)
  }
}

export default production
