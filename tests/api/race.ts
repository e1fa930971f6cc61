import { violationIn } from '../../worker/http/constraints.ts'
import { type Prepared, replaceD1Methods } from './d1-methods.ts'

/** A write that finds nothing left to change: a conditional update or an insertion that conflicts, without an error. */
export const NOTHING_LEFT = 'nothing left to change'

type Race<Answer> = {
  /** The guarded write: its file below `worker/` and the function that decides it, as in `withdrawals/update:update`. */
  write: string
  /** What must refuse it, or what it writes next: the name of an `abortIf`, a trigger's code, a unique key, or `NOTHING_LEFT`. */
  refusedBy: string
  /** A single statement that is held, or one of a batch; without it, the first batch with a write that `write`'s file runs. */
  statement?: RegExp
  /** The request that decides first and writes last. */
  slow: () => Promise<Answer>
  /** What is whole between the two. */
  fast: () => Promise<unknown>
}

type Held = { file: string; statement: RegExp | undefined; before: () => Promise<unknown>; refusals: string[] }

const WRITES = /^\s*(INSERT|UPDATE|DELETE)/i

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messageOf(error.cause)}` : String(error)

/** The guard that D1's error names. */
function refusalIn(error: unknown): string {
  const guard = /'changed: ([\w-]+)'/.exec(messageOf(error))?.[1]
  if (guard) return guard
  const kept = /'(version-conflict|unauthenticated|key-taken-over)'/.exec(messageOf(error))?.[1]
  if (kept) return kept
  const violation = violationIn(error)
  if (!violation) return messageOf(error)
  return 'code' in violation ? violation.code : violation.key
}

/** Rows or changes of a result of any of D1's methods. */
function isEmpty(result: unknown): boolean {
  if (result === null || (Array.isArray(result) && result.length === 0)) return true
  const { results = [], meta } = result as Partial<D1Result>
  return !Array.isArray(result) && results.length === 0 && (meta?.changes ?? 0) === 0
}

function isHeld({ file, statement }: Held, statements: Prepared[], stack: string): boolean {
  if (statement) return statements.some((one) => statement.test(one.statement))
  // The innermost function runs the batch, below it are only those that measure it and choose the database; those around it wait for it.
  const runBy = /\/worker\/(?!staff\/measured|http\/database)([\w/-]+)\.ts/.exec(stack)?.[1]
  return runBy === file && statements.some((one) => WRITES.test(one.statement))
}

/** The first write that is to be held waits for `before`, and from then on every refusal of a batch is noted. */
function hold(held: Held): () => void {
  let restoreNoting = () => {}
  const note = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run()
    } catch (error) {
      held.refusals.push(refusalIn(error))
      throw error
    }
  }
  const runHeld = async (run: () => Promise<unknown>, written: (result: unknown) => unknown): Promise<unknown> => {
    restore()
    await held.before()
    restoreNoting = replaceD1Methods({ batch: (_statements, original) => note(original) })
    const result = await note(run)
    held.refusals.push(isEmpty(written(result)) ? NOTHING_LEFT : 'nothing: it has written')
    return result
  }
  const restore = replaceD1Methods({
    batch: (statements, original) => {
      if (!isHeld(held, statements, new Error().stack ?? '')) return original()
      const writing = statements.findIndex((one) => (held.statement ?? WRITES).test(one.statement))
      return runHeld(original, (results) => (results as unknown[])[writing])
    },
    run: (statement, original) =>
      held.statement?.test(statement.statement) ? runHeld(original, (result) => result) : original(),
  })
  return () => {
    restoreNoting()
    restore()
  }
}

/**
 * Lets `fast` happen between the decision and the write of `slow`, and returns the answer of `slow`, which may have decided
 * again.
 * @throws Error when the write never came, or was not refused by the guard that is named.
 */
export async function race<Answer>({ write, refusedBy, statement, slow, fast }: Race<Answer>): Promise<Answer> {
  const held: Held = { file: write.split(':')[0] ?? '', statement, before: fast, refusals: [] }
  const restore = hold(held)
  try {
    const answer = await slow()
    if (!held.refusals.includes(refusedBy))
      throw new Error(`${write}: expected ${refusedBy} to refuse, got ${held.refusals.join(', ') || 'no such write'}`)
    return answer
  } finally {
    restore()
  }
}
