import { env } from 'cloudflare:workers'

/** What D1's statements hold besides their types. */
type Prepared = D1PreparedStatement & { statement: string }

const { DB } = env as unknown as { DB: D1Database }
const database = Object.getPrototypeOf(DB) as D1Database
const prepared = Object.getPrototypeOf(DB.prepare('SELECT 1')) as Prepared
const RUNS = ['run', 'all', 'raw', 'first'] as const
/** The statement that completes an `Idempotency-Key` in the batch of its act. */
const COMPLETES = /^update "idempotency_keys" set "made"/

const isCompleting = (statements: readonly Prepared[]) => statements.some((one) => COMPLETES.test(one.statement))

/**
 * Runs a request in a server that dies at the batch that completes the request's key, right `before` or right `after` it is
 * written: what the request would do to the database from then on does not happen. Other requests must wait. It works below the
 * worker, on D1's own methods. Answers whether there was such a batch.
 */
export async function dieAtCompletion(when: 'before' | 'after', request: () => Promise<unknown>): Promise<boolean> {
  let isDead = false
  const batch = database.batch
  const runs = RUNS.map((name) => [name, prepared[name]] as const)
  const die = (): never => {
    isDead = true
    throw new Error('The server has died')
  }
  const batchOrDie = async function (this: D1Database, statements: Prepared[]) {
    if (isDead || (when === 'before' && isCompleting(statements))) die()
    const results = await batch.call(this, statements)
    return isCompleting(statements) ? die() : results
  }
  Object.assign(database, { batch: batchOrDie })
  for (const [name, run] of runs) {
    const runOrDie = function (this: Prepared, ...values: unknown[]) {
      return isDead ? die() : (run as (...given: unknown[]) => Promise<unknown>).apply(this, values)
    }
    Object.assign(prepared, { [name]: runOrDie })
  }
  try {
    await request()
    return isDead
  } finally {
    database.batch = batch
    for (const [name, run] of runs) Object.assign(prepared, { [name]: run })
  }
}

/**
 * Keeps the next batch that completes a key from being written until `isReady`. What is asked and answered are plain values: in
 * workerd a request cannot await what another one resolves.
 */
export function holdCompletion(isReady: () => boolean): { isHeld: () => boolean } {
  let isHeld = false
  const batch = database.batch
  const wait = scheduler.wait.bind(scheduler)
  const batchOrWait = async function (this: D1Database, statements: Prepared[]) {
    if (isCompleting(statements)) {
      database.batch = batch
      isHeld = true
      while (!isReady()) await wait(10)
    }
    return batch.call(this, statements)
  }
  Object.assign(database, { batch: batchOrWait })
  return { isHeld: () => isHeld }
}
