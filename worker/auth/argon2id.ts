/// <reference path="../wasm.d.ts" />
import { blake2b } from '@noble/hashes/blake2.js'
import wasm from 'argon2id/dist/simd.wasm'
import { ARGON2 } from '#domain/users/password-hash'
import { ServiceBusy } from '../http/rate-limit.ts'

const { memoryCost, timeCost, parallelism, hashLength } = ARGON2

const BLOCK = 1024
const VERSION = 0x13
const ARGON2ID = 2
/** The slices of a pass (RFC 9106); with one lane they are computed in order. */
const SLICES = 4
const SLICE_BLOCKS = Math.floor(memoryCost / SLICES)
const BLOCKS = SLICES * SLICE_BLOCKS
/** The number of addresses in an address block. */
const ADDRESSES = 128

/** The layout of the WebAssembly memory, as byte offsets. */
const [SCRATCH, ADDRESS_BLOCK, ADDRESS_INPUT, ZERO, REFERENCE, NEXT, FIRST] = [0, 1, 2, 3, 4, 5, 6].map(
  (block) => block * BLOCK,
) as [number, number, number, number, number, number, number]
const blockAt = (index: number): number => FIRST + BLOCK * index

/**
 * The exports of the package's module: the compression function and its helpers. The rest of Argon2 is implemented here, so
 * that it can pause.
 */
type Compression = {
  G: (one: number, other: number, result: number, scratch: number) => void
  G2: (one: number, other: number, result: number, scratch: number) => void
  xor: (result: number, one: number, other: number) => void
  getLZ: (
    result: number,
    random: number,
    lane: number,
    lanes: number,
    pass: number,
    slice: number,
    offset: number,
    slices: number,
    sliceBlocks: number,
  ) => void
}

/** The memory sizes that the module was compiled for. */
const PAGES = { initial: 1040, maximum: 65_536 }

function start() {
  const memory = new WebAssembly.Memory(PAGES)
  const { exports } = new WebAssembly.Instance(wasm, { env: { memory } })
  return { ...(exports as Compression), bytes: new Uint8Array(memory.buffer), words: new Uint32Array(memory.buffer) }
}

let started: ReturnType<typeof start> | undefined

const little = (...numbers: number[]) => new Uint8Array(Uint32Array.from(numbers).buffer)
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** The hash function of variable length, H′ of RFC 9106, section 3.3. */
function longHash(length: number, input: Uint8Array): Uint8Array {
  const first = joined(little(length), input)
  if (length <= 64) return blake2b(first, { dkLen: length })
  const result = new Uint8Array(length)
  let last = blake2b(first, { dkLen: 64 })
  let at = 0
  for (; length - at > 64; at += 32) {
    result.set(last.subarray(0, 32), at)
    last = blake2b(last, { dkLen: Math.min(64, length - at - 32) })
  }
  result.set(last, at)
  return result
}

/** H₀: the hash of the parameters, the password and the salt; no key and no associated data. */
const seedOf = (password: Uint8Array, salt: Uint8Array) =>
  blake2b(
    joined(
      little(parallelism, hashLength, memoryCost, timeCost, VERSION, ARGON2ID, password.length),
      password,
      little(salt.length),
      salt,
      little(0, 0),
    ),
    { dkLen: 64 },
  )

/** The number of blocks, one to two milliseconds of work, after which other requests run. */
const BLOCKS_OF_A_TURN = 2048

/** Fills the memory block by block (RFC 9106, section 3.2), pausing at every `yield`. */
function* fill({ G, G2, xor, getLZ, bytes, words }: ReturnType<typeof start>, password: Uint8Array, salt: Uint8Array) {
  const seed = seedOf(password, salt)
  bytes.fill(0, 0, FIRST)
  bytes.set(longHash(BLOCK, joined(seed, little(0, 0))), blockAt(0))
  bytes.set(longHash(BLOCK, joined(seed, little(1, 0))), blockAt(1))
  for (let pass = 0; pass < timeCost; pass++)
    for (let slice = 0; slice < SLICES; slice++) {
      const isIndependent = pass === 0 && slice < SLICES / 2
      if (isIndependent) words.set([pass, 0, 0, 0, slice, 0, BLOCKS, 0, timeCost, 0, ARGON2ID, 0, 0], ADDRESS_INPUT / 4)
      for (let offset = 0; offset < SLICE_BLOCKS; offset++) {
        if (isIndependent && offset % ADDRESSES === 0) {
          words[ADDRESS_INPUT / 4 + 12] = 1 + offset / ADDRESSES
          G2(ZERO, ADDRESS_INPUT, ADDRESS_BLOCK, SCRATCH)
        }
        const index = slice * SLICE_BLOCKS + offset
        // The first two blocks are derived from the seed.
        if (pass === 0 && index < 2) continue
        const [previous, current] = [blockAt((index + BLOCKS - 1) % BLOCKS), blockAt(index)]
        const random = isIndependent ? ADDRESS_BLOCK + 8 * (offset % ADDRESSES) : previous
        getLZ(REFERENCE, random, 0, parallelism, pass, slice, offset, SLICES, SLICE_BLOCKS)
        const reference = blockAt(words[REFERENCE / 4 + 1] ?? 0)
        if (pass === 0) G(previous, reference, current, SCRATCH)
        else {
          G(previous, reference, NEXT, SCRATCH)
          xor(current, NEXT, current)
        }
        if (offset % BLOCKS_OF_A_TURN === 0) yield
      }
    }
}

/** The computation that holds the memory, and when it last made progress. */
let holder: { seenAt: number } | null = null
/**
 * The runtime cancels a request whose client has disconnected without running its `finally`; after this time without
 * progress the memory counts as free.
 */
const SILENT_MS = 2000
/** In Workers one request cannot wake another, so waiting means polling. */
const CLAIM = { polls: 3000, intervalMs: 5 }
const RETRY_AFTER_SECONDS = 3

async function claimMemory(): Promise<{ seenAt: number }> {
  for (let polls = 0; holder && performance.now() - holder.seenAt < SILENT_MS; polls++) {
    if (polls >= CLAIM.polls) throw new ServiceBusy(RETRY_AFTER_SECONDS)
    await scheduler.wait(CLAIM.intervalMs)
  }
  holder = { seenAt: performance.now() }
  return holder
}

/**
 * Argon2id with the parameters `ARGON2`, one hash at a time per isolate. It runs in slices of one to two milliseconds,
 * between which the isolate serves other requests (docs/decisions/005).
 * @throws ServiceBusy when the memory does not become free within 15 seconds.
 */
export async function argon2id(password: Uint8Array, salt: Uint8Array): Promise<Uint8Array> {
  const claim = await claimMemory()
  started ??= start()
  const { bytes } = started
  try {
    for (const _ of fill(started, password, salt)) {
      await scheduler.wait(0)
      // Another request has taken the memory after this one made no progress for too long; its blocks are lost.
      if (holder !== claim) throw new ServiceBusy(RETRY_AFTER_SECONDS)
      claim.seenAt = performance.now()
    }
    return longHash(hashLength, bytes.slice(blockAt(BLOCKS - 1), blockAt(BLOCKS)))
  } finally {
    if (holder === claim) holder = null
  }
}
