import { type Prepared, replaceD1Methods } from './d1-methods.ts'

/** The statement that completes an `Idempotency-Key` in the batch of its act. */
const COMPLETES = /^update "idempotency_keys" set "made"/

const isCompleting = (statements: readonly Prepared[]) => statements.some((one) => COMPLETES.test(one.statement))

const die = (): never => {
  throw new Error('The server has died')
}

/**
 * Runs a request in a server that is dead as soon as `isDead`: what the request would do to the database from then on does not
 * happen. Other requests must wait.
 */
export async function dieWhen(isDead: () => boolean, request: () => Promise<unknown>): Promise<void> {
  const restore = replaceD1Methods({
    batch: async (_statements, original) => (isDead() ? die() : original()),
    run: async (_statement, original) => (isDead() ? die() : original()),
  })
  try {
    await request()
  } finally {
    restore()
  }
}

/**
 * As `dieWhen`, at the batch that completes the request's key, right `before` or right `after` it is written. Answers whether
 * there was such a batch.
 */
export async function dieAtCompletion(when: 'before' | 'after', request: () => Promise<unknown>): Promise<boolean> {
  let isDead = false
  const kill = (): never => {
    isDead = true
    return die()
  }
  const restore = replaceD1Methods({
    batch: async (statements, original) => {
      if (isDead || (when === 'before' && isCompleting(statements))) kill()
      const results = await original()
      return isCompleting(statements) ? kill() : results
    },
    run: async (_statement, original) => (isDead ? die() : original()),
  })
  try {
    await request()
    return isDead
  } finally {
    restore()
  }
}

/**
 * Keeps the next batch that completes a key from being written until `isReady`. What is asked and answered are plain values: in
 * workerd a request cannot await what another one resolves.
 */
export function holdCompletion(isReady: () => boolean): { isHeld: () => boolean } {
  let isHeld = false
  const wait = scheduler.wait.bind(scheduler)
  const restore = replaceD1Methods({
    batch: async (statements, original) => {
      if (isCompleting(statements)) {
        restore()
        isHeld = true
        while (!isReady()) await wait(10)
      }
      return original()
    },
  })
  return { isHeld: () => isHeld }
}
