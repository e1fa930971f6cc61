/**
 * Wraps the deployed bundle in local development, so that its clock can be moved and its jobs run manually. The bundle
 * itself is unchanged and contains no code for this.
 */
import { WorkerEntrypoint } from 'cloudflare:workers'
import { type Cost, countCosts } from './cost.ts'
// @ts-expect-error the deployed bundle, copied beside this file when the local marketplace starts
import production from './production.js'
import { dumpOf } from './world/platform.ts'

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
  /** The rows of these tables, as the platform exports them. */
  dump(tables: readonly string[]) {
    return dumpOf((this.env as { DB: D1Database }).DB, tables)
  }
  async runJob(cron: string) {
    const controller = { cron, scheduledTime: this.now(), noRetry() {} }
    await production.scheduled(controller, this.env, this.ctx)
  }
  /** Runs a job and returns what it has cost. */
  async costOfJob(cron: string): Promise<Cost> {
    const counted = counterOf(this.env as Bindings)
    counted.begin()
    await this.runJob(cron)
    return counted.read()
  }
}

type Bindings = Parameters<typeof countCosts>[0]
type Counter = ReturnType<typeof countCosts>

let counter: Counter | null = null

function counterOf(env: Bindings): Counter {
  counter ??= countCosts(env)
  return counter
}

/**
 * Answers with what the request has cost in the header `x-cost`: until its answer, and with the work after it. For one request at
 * a time (`tests/load/cost.ts`).
 */
async function answerWithCost(request: Request, env: Bindings, context: ExecutionContext): Promise<Response> {
  const counted = counterOf(env)
  const works: Promise<unknown>[] = []
  const waiting = {
    props: context.props,
    passThroughOnException() {},
    waitUntil(work: Promise<unknown>) {
      works.push(work)
      context.waitUntil(work)
    },
  }
  counted.begin()
  const answer: Response = await production.fetch(request, env, waiting)
  const body = await answer.arrayBuffer()
  const answered = counted.read()
  await Promise.allSettled(works)
  const headers = new Headers(answer.headers)
  headers.set('x-cost', JSON.stringify({ answered, withAfter: counted.read(), bytes: body.byteLength }))
  return new Response(body.byteLength === 0 ? null : body, { status: answer.status, headers })
}

export default {
  scheduled: production.scheduled,
  queue: production.queue,
  fetch(request: Request, env: Bindings, context: ExecutionContext) {
    return request.headers.has('x-count-cost')
      ? answerWithCost(request, env, context)
      : production.fetch(request, env, context)
  },
}
