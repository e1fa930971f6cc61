import type { Instant } from '#domain/cairo'
import { ServiceBusy } from '../http/rate-limit.ts'

/**
 * Sign-ins that may be compared in this isolate at one time. Each takes its thread for 0.04 s and more, in turns with other requests
 * (docs/decisions/005).
 */
const MAX_RUNNING = 4
/** Half of them at the most for one network, so that a flood from one place leaves room for the others. */
const MAX_RUNNING_OF_NETWORK = 2
/** Sign-ins that run or wait for their turn, such as those of a class that begins at the same moment. */
const MAX_IN_LINE = 128
const MAX_IN_LINE_OF_NETWORK = 64
/** A turn is asked for so often: in Workers one request cannot wake another. */
const TURN = { polls: 300, intervalMs: 50 }
const RETRY_AFTER_SECONDS = 3
/** The runtime drops a request whose client has gone away without running its `finally`: its place is free after this. */
const LONGEST_MS = 30_000

type Place = { ip: string; since: Instant; isRunning: boolean }

const line = new Set<Place>()

const countOf = (isCounted: (place: Place) => boolean): number => [...line].filter(isCounted).length

function joinLine(ip: string, now: Instant): Place {
  for (const place of line) if (Math.abs(now - place.since) > LONGEST_MS) line.delete(place)
  if (line.size >= MAX_IN_LINE || countOf((place) => place.ip === ip) >= MAX_IN_LINE_OF_NETWORK)
    throw new ServiceBusy(RETRY_AFTER_SECONDS)
  const place = { ip, since: now, isRunning: false }
  line.add(place)
  return place
}

const mayRun = ({ ip }: Place): boolean =>
  countOf((other) => other.isRunning) < MAX_RUNNING &&
  countOf((other) => other.isRunning && other.ip === ip) < MAX_RUNNING_OF_NETWORK

async function waitForTurn(place: Place): Promise<void> {
  for (let polls = 0; !mayRun(place); polls++) {
    if (polls >= TURN.polls) throw new ServiceBusy(RETRY_AFTER_SECONDS)
    await scheduler.wait(TURN.intervalMs)
  }
  place.isRunning = true
}

/**
 * Runs work that hashes a password when its turn has come, which it waits for 15 seconds at the most.
 * @throws ServiceBusy while too many wait, before any work.
 */
export async function withHashSlot<T>(ip: string, now: Instant, work: () => Promise<T>): Promise<T> {
  const place = joinLine(ip, now)
  try {
    await waitForTurn(place)
    return await work()
  } finally {
    line.delete(place)
  }
}
