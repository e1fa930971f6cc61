import type { Acknowledgement } from '#contract/live/frames'
import type { Instant } from '#domain/cairo'

/** Why a message was not stored. */
export type SendRefusal = Exclude<Acknowledgement, 'ok'>

/**
 * A message from the moment it is written until the server's copy of it arrives. The server stores each `refId` once, so that a
 * message whose acknowledgement was lost can be sent again.
 */
export type Outgoing = {
  refId: string
  roomId: number
  /** As it goes over the wire. */
  text: string
  writtenAt: Instant
  /** `stored`: the server has acknowledged it, and its own copy has not arrived yet. */
  state: 'waiting' | 'stored' | 'failed'
  refusal: SendRefusal | null
}

export type Delivery = {
  /** All outgoing messages, in the order in which they were written. */
  load: () => Promise<readonly Outgoing[]>
  send: (message: Outgoing) => Promise<Acknowledgement>
  /** Whether the socket is open: then a missing acknowledgement counts as a fault of the message. */
  isConnected: () => boolean
  onStored: (message: Outgoing) => Promise<void>
  onRefused: (message: Outgoing, refusal: SendRefusal) => Promise<void>
}

/** A message fails after so many missing acknowledgements while the socket was open. */
export const MAX_FAULTS = 3

/**
 * Sends the waiting messages one at a time, so that they are stored in the order in which they were written. A refused one is
 * set aside. Ends when none is waiting (`done`), when the socket is closed (`offline`), or to be called again soon (`later`).
 */
export async function deliver(delivery: Delivery, faults: Map<string, number>): Promise<'done' | 'offline' | 'later'> {
  for (;;) {
    const next = (await delivery.load()).find(({ state }) => state === 'waiting')
    if (!next) return 'done'
    if (!delivery.isConnected()) return 'offline'
    const code = await delivery.send(next)
    if (code === 'ok') await delivery.onStored(next)
    else if (code !== 'unreachable') await delivery.onRefused(next, code)
    else {
      if (!delivery.isConnected()) return 'offline'
      const count = (faults.get(next.refId) ?? 0) + 1
      faults.set(next.refId, count)
      if (count < MAX_FAULTS) return 'later'
      faults.delete(next.refId)
      await delivery.onRefused(next, code)
    }
  }
}

/** The outgoing messages that are not among the server's: those would be shown twice. */
export function stillOutgoing(
  outgoing: readonly Outgoing[],
  messages: readonly { refId: string | null }[],
): readonly Outgoing[] {
  const known = new Set(messages.map(({ refId }) => refId))
  return outgoing.filter(({ refId }) => !known.has(refId))
}
