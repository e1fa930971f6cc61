import { env } from 'cloudflare:workers'

/** What D1's statements hold besides their types. */
export type Prepared = D1PreparedStatement & { statement: string }

const { DB } = env as unknown as { DB: D1Database }
/** The database itself sends its batches through a session too. */
const database = Object.getPrototypeOf(DB.withSession()) as D1DatabaseSession
const prepared = Object.getPrototypeOf(DB.prepare('SELECT 1')) as Prepared
const RUNS = ['run', 'all', 'raw', 'first'] as const

/** Calls the method that was replaced. */
type Original = () => Promise<unknown>

export type Replacements = {
  batch: (statements: Prepared[], original: () => Promise<unknown[]>) => Promise<unknown>
  run: (statement: Prepared, original: Original) => Promise<unknown>
}

/**
 * Replaces the methods by which D1 runs a batch and a single statement, for all code in the runtime, so that no code that is
 * shipped has a part in it. Returns what puts them back.
 */
export function replaceD1Methods({ batch, run }: Partial<Replacements>): () => void {
  const originalBatch = database.batch
  const originalRuns = RUNS.map((name) => [name, prepared[name]] as const)
  if (batch)
    Object.assign(database, {
      batch(this: D1DatabaseSession, statements: Prepared[]) {
        return batch(statements, () => originalBatch.call(this, statements))
      },
    })
  if (run)
    for (const [name, originalRun] of originalRuns)
      Object.assign(prepared, {
        [name](this: Prepared, ...values: unknown[]) {
          const original = () => (originalRun as (...given: unknown[]) => Promise<unknown>).apply(this, values)
          return run(this, original)
        },
      })
  return () => {
    database.batch = originalBatch
    for (const [name, originalRun] of originalRuns) Object.assign(prepared, { [name]: originalRun })
  }
}
