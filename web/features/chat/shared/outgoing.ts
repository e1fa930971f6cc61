import type { Acknowledgement } from '#contract/live/frames'
import type { Instant } from '#domain/cairo'

/** Why a message was not taken. */
export type Refusal = Exclude<Acknowledgement, 'ok'>

/**
 * A message from the tap until the server's copy of it is seen. Its `refId` is the same from the tap to the database, so
 * that it can be sent again without being stored twice.
 */
export type Outgoing = {
  refId: string
  roomId: number
  /** As it goes over the wire. */
  text: string
  writtenAt: Instant
  /** Stored: the server has it, and its own copy is about to be heard. */
  state: 'waiting' | 'stored' | 'failed'
  refusal: Refusal | null
}

export type Delivery = {
  /** All that is kept, in the order in which it was written. */
  load: () => Promise<readonly Outgoing[]>
  send: (message: Outgoing) => Promise<Acknowledgement>
  /** Whether the line stands: an unanswered message was then a fault, and not a gap. */
  isLineOpen: () => boolean
  onStored: (message: Outgoing) => Promise<void>
  onRefused: (message: Outgoing, refusal: Refusal) => Promise<void>
}

/** How often a line that stands may leave the same message unanswered. */
export const MAX_FAULTS = 3

/**
 * Sends what waits, one at a time and in order: nothing overtakes a message that is on its way. A refused one steps
 * aside. Ends when nothing waits (`done`), when the line is gone (`offline`), or to be called again a little later.
 */
export async function deliver(delivery: Delivery, faults: Map<string, number>): Promise<'done' | 'offline' | 'later'> {
  for (;;) {
    const next = (await delivery.load()).find(({ state }) => state === 'waiting')
    if (!next) return 'done'
    if (!delivery.isLineOpen()) return 'offline'
    const code = await delivery.send(next)
    if (code === 'ok') await delivery.onStored(next)
    else if (code !== 'unreachable') await delivery.onRefused(next, code)
    else {
      if (!delivery.isLineOpen()) return 'offline'
      const count = (faults.get(next.refId) ?? 0) + 1
      faults.set(next.refId, count)
      if (count < MAX_FAULTS) return 'later'
      faults.delete(next.refId)
      await delivery.onRefused(next, code)
    }
  }
}

/** What is still to be shown beside the server's messages: those that it has told of itself are no longer ours. */
export function stillOutgoing(
  outgoing: readonly Outgoing[],
  messages: readonly { refId: string | null }[],
): readonly Outgoing[] {
  const known = new Set(messages.map(({ refId }) => refId))
  return outgoing.filter(({ refId }) => !known.has(refId))
}
