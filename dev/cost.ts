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
type Rows = Result & { results: Record<string, unknown>[] }
/** Statements as the binding offers them to everybody. */
type Statement = {
  statement: string
  run(): Promise<Result>
  all(): Promise<Rows>
  first(column?: string): Promise<unknown>
  raw(options?: { columnNames?: boolean }): Promise<unknown[][]>
}
type Session = { batch(statements: Statement[]): Promise<Result[]> }
type Bindings = {
  DB: { withSession(): object; prepare(sql: string): object }
  MESSAGES: object
  [party: string]: unknown
}

const prototypeOf = (value: object): object => Object.getPrototypeOf(value)

/** The class that defines the method, of which the sessions for the primary are a subclass. */
function definitionOf<T>(value: object, method: string): T {
  let prototype = prototypeOf(value)
  while (!Object.hasOwn(prototype, method)) prototype = prototypeOf(prototype)
  return prototype as T
}

/** A statement that changes nothing, and so may run twice. */
const isRead = (sql: string): boolean => /^\s*(?:select|with)\b/i.test(sql) && !/\breturning\b/i.test(sql)

/** @returns the counter: `begin` resets it, and `end` restores the bindings. */
export function countCosts(env: Bindings): { begin(): void; read(): Cost; end(): void } {
  let cost: Cost = Object.assign({}, NOTHING)
  const putBack: (() => void)[] = []

  const addRows = (counted: Cost, { meta }: Result) => {
    counted.rowsRead += meta.rows_read ?? 0
    counted.rowsWritten += meta.rows_written ?? 0
  }

  /** Counts one round trip of some statements, which has answered when `send` resolves. */
  async function countTrip<T>(statements: number, send: () => Promise<T>): Promise<{ sent: T; counted: Cost }> {
    const counted = cost
    const depth = counted.trips + 1
    const sent = await send()
    counted.trips = Math.max(counted.trips, depth)
    counted.statements += statements
    return { sent, counted }
  }

  const session = definitionOf<Session>(env.DB.withSession(), 'batch')
  const statement = definitionOf<Statement>(env.DB.prepare('SELECT 1'), 'raw')
  const { batch } = session
  const { run, all, first, raw } = statement
  putBack.push(() => {
    Object.assign(session, { batch })
    Object.assign(statement, { run, all, first, raw })
  })
  session.batch = async function (statements) {
    const { sent, counted } = await countTrip(statements.length, () => batch.call(this, statements))
    for (const result of sent) addRows(counted, result)
    return sent
  }
  statement.run = async function () {
    const { sent, counted } = await countTrip(1, () => run.call(this))
    addRows(counted, sent)
    return sent
  }
  statement.all = async function () {
    const { sent, counted } = await countTrip(1, () => all.call(this))
    addRows(counted, sent)
    return sent
  }
  statement.first = async function (column) {
    const { results } = await this.all()
    const [row = null] = results
    return column === undefined || row === null ? row : row[column]
  }
  // `raw` answers no figures. A read is made once more for them; what writes is answered from its rows as objects.
  statement.raw = async function (options) {
    if (!isRead(this.statement)) {
      const { results } = await this.all()
      const [firstRow] = results
      const names = firstRow && options?.columnNames ? [Object.keys(firstRow)] : []
      return [...names, ...results.map((row) => Object.values(row))]
    }
    const { sent, counted } = await countTrip(1, () => raw.call(this, options))
    addRows(counted, await all.call(this))
    return sent
  }

  const queue = prototypeOf(env.MESSAGES) as { send: (this: unknown, ...given: unknown[]) => Promise<unknown> }
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
