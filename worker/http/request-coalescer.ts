import type { Instant } from '#domain/cairo'
import { readTimer } from './clock.ts'

/** The largest batch: other requests wait while its statement runs. */
const MAX_BATCH = 500
/** How often a request checks whether its batch has ended: in Workers one request cannot wake another. */
const POLL_MS = 20
/**
 * The runtime cancels a request whose client has disconnected, and with it the batch that it runs for others; after this
 * time they start another.
 */
const BATCH_TIMEOUT_MS = 2000

type Outcome<Output> = { outputs: readonly Output[] } | { error: unknown }
/** `outcome` is null while the batch runs. */
type Batch<Output> = { startedAt: Instant; outcome: Outcome<Output> | null }
/** A request's input, with its batch, null while it is queued, and its index in that batch. */
type Entry<Input, Output> = { input: Input; batch: Batch<Output> | null; index: number }

const isRunning = (batch: Batch<unknown> | null): boolean =>
  batch !== null && batch.outcome === null && Math.abs(readTimer() - batch.startedAt) < BATCH_TIMEOUT_MS

/**
 * Combines the queries of concurrent requests of an isolate into batches, as a DataLoader does, for example when all
 * connections are re-established at once: D1 runs one statement at a time, and many statements cost far more than one over
 * as many rows. A request starts a batch at once unless one is running; requests that arrive meanwhile form the next batch,
 * so no request gets data read before it arrived.
 */
export class RequestCoalescer<Context, Input, Output> {
  readonly #runBatch: (ctx: Context, inputs: readonly Input[]) => Promise<readonly Output[]>
  #queue: Entry<Input, Output>[] = []
  #latest: Batch<Output> | null = null

  /** `runBatch` returns an output for each input, in the same order. */
  constructor(runBatch: (ctx: Context, inputs: readonly Input[]) => Promise<readonly Output[]>) {
    this.#runBatch = runBatch
  }

  /** @throws what `runBatch` has thrown for the batch of this input. */
  async run(ctx: Context, input: Input): Promise<Output> {
    const entry: Entry<Input, Output> = { input, batch: null, index: 0 }
    this.#queue.push(entry)
    for (;;) {
      if (!entry.batch && !isRunning(this.#latest)) await this.#startBatch(ctx)
      const outcome = entry.batch?.outcome
      if (outcome && 'error' in outcome) throw outcome.error
      if (outcome) return outcome.outputs[entry.index] as Output
      await scheduler.wait(POLL_MS)
      if (entry.batch && entry.batch.outcome === null && !isRunning(entry.batch)) this.#requeue(entry)
    }
  }

  async #startBatch(ctx: Context): Promise<void> {
    const entries = this.#queue.splice(0, MAX_BATCH)
    if (entries.length === 0) return
    const batch: Batch<Output> = { startedAt: readTimer(), outcome: null }
    for (const [index, entry] of entries.entries()) Object.assign(entry, { batch, index })
    this.#latest = batch
    const inputs = entries.map(({ input }) => input)
    batch.outcome = await this.#runBatch(ctx, inputs).then(
      (outputs) => ({ outputs }),
      (error: unknown) => ({ error }),
    )
  }

  #requeue(entry: Entry<Input, Output>): void {
    entry.batch = null
    this.#queue.push(entry)
  }
}
