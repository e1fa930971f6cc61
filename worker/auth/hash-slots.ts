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
 * Sign-ins and new passwords that run or wait, such as those of a school that starts at the same moment. Two at a time, one network's
 * are done within the 15 seconds that a request waits.
 */
const MAX_QUEUED = 512
const MAX_QUEUED_OF_NETWORK = 256
/** A waiting sign-in polls for a slot: in Workers one request cannot wake another. */
const POLLING = { polls: 300, intervalMs: 50 }
const RETRY_AFTER_SECONDS = 3
/**
 * The runtime cancels a request whose client has disconnected without running its `finally`; its entry is removed after this
 * time.
 */
const MAX_AGE_MS = 30_000

type Entry = { ip: string; since: Instant; isRunning: boolean }

const queue = new Set<Entry>()

const countOf = (isCounted: (entry: Entry) => boolean): number => [...queue].filter(isCounted).length

function enqueue(ip: string, now: Instant): Entry {
  for (const entry of queue) if (Math.abs(now - entry.since) > MAX_AGE_MS) queue.delete(entry)
  if (queue.size >= MAX_QUEUED || countOf((entry) => entry.ip === ip) >= MAX_QUEUED_OF_NETWORK)
    throw new ServiceBusy(RETRY_AFTER_SECONDS)
  const entry = { ip, since: now, isRunning: false }
  queue.add(entry)
  return entry
}

const mayRun = ({ ip }: Entry): boolean =>
  countOf((other) => other.isRunning) < MAX_RUNNING &&
  countOf((other) => other.isRunning && other.ip === ip) < MAX_RUNNING_OF_NETWORK

async function waitForSlot(entry: Entry): Promise<void> {
  for (let polls = 0; !mayRun(entry); polls++) {
    if (polls >= POLLING.polls) throw new ServiceBusy(RETRY_AFTER_SECONDS)
    await scheduler.wait(POLLING.intervalMs)
  }
  entry.isRunning = true
}

/**
 * Runs work that hashes a password once a slot is free, waiting at most 15 seconds.
 * @throws ServiceBusy when too many requests wait, before any work is done.
 */
export async function withHashSlot<T>(ip: string, now: Instant, work: () => Promise<T>): Promise<T> {
  const entry = enqueue(ip, now)
  try {
    await waitForSlot(entry)
    return await work()
  } finally {
    queue.delete(entry)
  }
}
