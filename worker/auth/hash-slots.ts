import type { Instant } from '#domain/cairo'
import { ServiceBusy } from '../http/rate-limit.ts'

/**
 * Sign-ins that run in this isolate. A hash occupies its thread for a tenth to a third of a second (docs/decisions/005): more at
 * once would keep every other request waiting.
 */
const MAX_RUNNING = 32
/** Half of them at the most for one network, so that a flood from one place leaves room for the others. */
const MAX_RUNNING_OF_NETWORK = 16
const RETRY_AFTER_SECONDS = 3
/** The runtime drops a request whose client has gone away without running its `finally`: its slot is free after this. */
const LONGEST_MS = 15_000

type Slot = { ip: string; since: Instant }

const running = new Set<Slot>()

function takeSlot(ip: string, now: Instant): Slot {
  for (const slot of running) if (Math.abs(now - slot.since) > LONGEST_MS) running.delete(slot)
  const ofNetwork = [...running].filter((slot) => slot.ip === ip).length
  if (running.size >= MAX_RUNNING || ofNetwork >= MAX_RUNNING_OF_NETWORK) throw new ServiceBusy(RETRY_AFTER_SECONDS)
  const slot = { ip, since: now }
  running.add(slot)
  return slot
}

/**
 * Runs work that hashes a password; it counts from its first read to its end, as hashes themselves are never at the same time.
 * @throws ServiceBusy while too many run, before any work.
 */
export async function withHashSlot<T>(ip: string, now: Instant, work: () => Promise<T>): Promise<T> {
  const slot = takeSlot(ip, now)
  try {
    return await work()
  } finally {
    running.delete(slot)
  }
}
