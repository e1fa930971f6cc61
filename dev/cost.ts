/**
 * Counts what a request costs: on the platform each database round trip takes milliseconds, and rows read and written are
 * billed. It is installed into a local runtime and measures one request at a time.
 */

export type Cost = {
  /** Sequential database round trips; concurrent ones count as one. */
  trips: number
  statements: number
  rowsRead: number
  rowsWritten: number
  /** Method calls on Durable Objects. */
  partyCalls: number
  /** Messages sent to the queue. */
  queued: number
}

const NOTHING: Readonly<Cost> = { trips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, partyCalls: 0, queued: 0 }
const PARTIES = ['UserParty', 'BroadcastParty', 'ChatParty', 'SessionParty', 'StatsParty']

type Result = { meta: { rows_read?: number; rows_written?: number } }
type Send = (this: unknown, ...given: unknown[]) => Promise<Result | Result[]>
/** The methods by which D1's binding sends statements; the runtime decides which one is used. */
type Sender = { _sendOrThrow: Send; _queryOrThrow: Send }
type Bindings = {
  DB: { withSession(): object }
  MESSAGES: object
  [party: string]: unknown
}

const prototypeOf = (value: object): object => Object.getPrototypeOf(value)

function senderOf(db: Bindings['DB']): Sender {
  let prototype = prototypeOf(db.withSession())
  while (!Object.hasOwn(prototype, '_sendOrThrow')) prototype = prototypeOf(prototype)
  return prototype as Sender
}

/** @returns the counter: `begin` resets it, and `end` restores the bindings. */
export function countCosts(env: Bindings): { begin(): void; read(): Cost; end(): void } {
  let cost: Cost = Object.assign({}, NOTHING)
  const putBack: (() => void)[] = []

  const sender = senderOf(env.DB)
  for (const name of ['_sendOrThrow', '_queryOrThrow'] as const) {
    const send = sender[name]
    putBack.push(() => {
      sender[name] = send
    })
    sender[name] = async function (...given) {
      const counted = cost
      const depth = counted.trips + 1
      const sent = await send.apply(this, given)
      const results = [sent].flat()
      counted.trips = Math.max(counted.trips, depth)
      counted.statements += results.length
      for (const { meta } of results) {
        counted.rowsRead += meta.rows_read ?? 0
        counted.rowsWritten += meta.rows_written ?? 0
      }
      return sent
    }
  }

  const queue = prototypeOf(env.MESSAGES) as { send: Send }
  const { send } = queue
  putBack.push(() => {
    queue.send = send
  })
  queue.send = function (...given) {
    cost.queued += 1
    return send.apply(this, given)
  }

  // The namespaces of all classes share one prototype.
  const namespaces = new Set(PARTIES.map((name) => prototypeOf(env[name] as object) as { getByName: GetByName }))
  for (const namespace of namespaces) {
    const { getByName } = namespace
    putBack.push(() => {
      namespace.getByName = getByName
    })
    namespace.getByName = function (...given) {
      return counting(getByName.apply(this, given), () => {
        cost.partyCalls += 1
      })
    }
  }

  return {
    begin() {
      cost = Object.assign({}, NOTHING)
    },
    read: () => Object.assign({}, cost),
    end() {
      for (const restore of putBack) restore()
    },
  }
}

type GetByName = (this: unknown, ...given: unknown[]) => object

/** The same stub, counting each method call. */
const counting = (stub: object, count: () => void): object =>
  new Proxy(stub, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name, target)
      if (typeof method !== 'function') return method
      return (...given: unknown[]) => {
        count()
        // Through `Reflect`, because `apply` on a remote method would be a remote property.
        return Reflect.apply(method, target, given)
      }
    },
  })
