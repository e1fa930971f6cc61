import type { Instant } from '#domain/cairo'
import { ServiceBusy } from '../http/rate-limit.ts'

/**
 * Passwords that may be compared at the same time in an isolate. Each takes 0.04 s of CPU or more, interleaved with other
 * requests (docs/decisions/005).
 */
const MAX_RUNNING = 4
/** At most half of them for one network, so that a flood from one network leaves capacity for others. */
const MAX_RUNNING_OF_NETWORK = 2
/**
 * Beyond these, so many of networks from which the account's owner has signed in before: whoever floods the sign-in from others does not
 * delay them (docs/rules/accounts.md 5.9).
 */
const MAX_RUNNING_KNOWN = 2
const MAX_RUNNING_KNOWN_OF_NETWORK = 1
/**
 * Sign-ins and new passwords that run or wait, such as those of a school that starts at the same moment. Two at a time, one network's
 * are done within the 15 seconds that a request waits.
 */
const MAX_QUEUED = 512
const MAX_QUEUED_OF_NETWORK = 256
/** Sign-ins from known networks that run or wait are counted alone. */
const MAX_QUEUED_KNOWN = 256
/** A waiting sign-in polls for a slot: in Workers one request cannot wake another. */
const POLLING = { polls: 300, intervalMs: 50 }
const RETRY_AFTER_SECONDS = 3
/**
 * The runtime cancels a request whose client has disconnected without running its `finally`; its entry is removed after this
 * time.
 */
const MAX_AGE_MS = 30_000

/** `reading`: it is being read whether the network is known. */
type Entry = { ip: string; since: Instant; state: 'reading' | 'waiting' | 'running'; isKnown: boolean }

const queue = new Set<Entry>()

const countOf = (isCounted: (entry: Entry) => boolean): number => [...queue].filter(isCounted).length
const isRunning = ({ state }: Entry): boolean => state === 'running'

function isFullFor({ ip, isKnown }: Entry): boolean {
  if (isKnown) return countOf((other) => other.isKnown) > MAX_QUEUED_KNOWN
  const isOther = (other: Entry) => !other.isKnown && other.state !== 'reading'
  return (
    countOf(isOther) >= MAX_QUEUED || countOf((other) => isOther(other) && other.ip === ip) >= MAX_QUEUED_OF_NETWORK
  )
}

const mayRun = ({ ip, isKnown }: Entry): boolean => {
  const running = [...queue].filter(isRunning)
  const isCommon =
    running.length < MAX_RUNNING && running.filter((other) => other.ip === ip).length < MAX_RUNNING_OF_NETWORK
  if (isCommon || !isKnown) return isCommon
  const known = running.filter((other) => other.isKnown)
  return (
    known.length < MAX_RUNNING_KNOWN && known.filter((other) => other.ip === ip).length < MAX_RUNNING_KNOWN_OF_NETWORK
  )
}

async function waitForSlot(entry: Entry): Promise<void> {
  for (let polls = 0; !mayRun(entry); polls++) {
    if (polls >= POLLING.polls) throw new ServiceBusy(RETRY_AFTER_SECONDS)
    await scheduler.wait(POLLING.intervalMs)
  }
  entry.state = 'running'
}

/**
 * Runs work that hashes a password once a slot is free, waiting at most 15 seconds. `readsKnown` reads whether the account's owner has
 * signed in from this network before; it is called only where others run or wait.
 * @throws ServiceBusy when too many requests wait, before any other work is done.
 */
export async function withHashSlot<T>(
  ip: string,
  now: Instant,
  work: () => Promise<T>,
  readsKnown?: () => Promise<boolean>,
): Promise<T> {
  for (const entry of queue) if (Math.abs(now - entry.since) > MAX_AGE_MS) queue.delete(entry)
  if (countOf(({ state }) => state === 'reading') >= MAX_QUEUED) throw new ServiceBusy(RETRY_AFTER_SECONDS)
  const entry: Entry = { ip, since: now, state: 'reading', isKnown: false }
  const isFree = mayRun(entry) && countOf(({ state }) => state === 'waiting') === 0
  queue.add(entry)
  try {
    if (!isFree && readsKnown) entry.isKnown = await readsKnown()
    if (isFullFor(entry)) throw new ServiceBusy(RETRY_AFTER_SECONDS)
    entry.state = 'waiting'
    await waitForSlot(entry)
    return await work()
  } finally {
    queue.delete(entry)
  }
}
