/// <reference path="../wasm.d.ts" />
import Argon2, { Argon2Type } from '@phi-ag/argon2'
import wasm from '@phi-ag/argon2/argon2.wasm'
import { ARGON2 } from '#domain/users/password-hash'
import { ServiceBusy } from '../http/rate-limit.ts'

/**
 * Instantiated by the first hash and kept: WebAssembly memory never shrinks, and a new instance for each hash would add its own
 * until the garbage collector runs. It stays at 38 MiB, of which a hash uses 19.
 */
let argon2: Argon2 | undefined

/** The request whose turn it is, and since when. */
let holder: { since: number } | null = null
/**
 * The runtime cancels a request whose client has disconnected without running its `finally`; after this time its turn counts
 * as over.
 */
const LONGEST_TURN_MS = 2000
/** In Workers one request cannot wake another, so waiting means polling. */
const CLAIM = { polls: 3000, intervalMs: 5 }
const RETRY_AFTER_SECONDS = 3

/** When each request that goes before others was last seen to wait for its turn: one that has gone counts for no longer. */
const first = new Map<symbol, number>()
const LONGEST_SILENCE_MS = 1000

const isTaken = (): boolean => holder !== null && performance.now() - holder.since < LONGEST_TURN_MS

/** Whether somebody waits who goes before the others. */
const someGoFirst = (): boolean => [...first.values()].some((seenAt) => performance.now() - seenAt < LONGEST_SILENCE_MS)

async function claimTurn(goesFirst: boolean): Promise<{ since: number }> {
  const self = Symbol()
  try {
    for (let polls = 0; isTaken() || (!goesFirst && someGoFirst()); polls++) {
      if (polls >= CLAIM.polls) throw new ServiceBusy(RETRY_AFTER_SECONDS)
      if (goesFirst) first.set(self, performance.now())
      await scheduler.wait(CLAIM.intervalMs)
    }
  } finally {
    first.delete(self)
  }
  holder = { since: performance.now() }
  return holder
}

/**
 * Argon2id with the parameters `ARGON2`, one hash at a time per isolate: between two hashes the isolate serves other requests,
 * which wait for a single one at most (docs/decisions/005).
 * @param password ASCII text: the package counts a string's characters for its bytes.
 * @param goesFirst whether its turn comes before those of others that wait.
 * @throws ServiceBusy when the request's turn does not come within 15 seconds.
 */
export async function argon2id(password: string, salt: Uint8Array, goesFirst = false): Promise<Uint8Array> {
  const turn = await claimTurn(goesFirst)
  try {
    await scheduler.wait(0)
    argon2 ??= new Argon2(new WebAssembly.Instance(wasm))
    const { memoryCost, timeCost, parallelism, hashLength } = ARGON2
    return argon2.hash(password, { salt, memoryCost, timeCost, parallelism, hashLength, type: Argon2Type.Argon2id })
      .hash
  } finally {
    if (holder === turn) holder = null
  }
}
