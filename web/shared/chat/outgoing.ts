import type { Acknowledgement } from '#contract/live/frames'
import type { Instant } from '#domain/cairo'
import { MAX_MESSAGES_TOGETHER } from '#domain/live'

/** Why a message was not stored. */
export type SendRefusal = Exclude<Acknowledgement, 'ok'>

/**
 * A message between being written and the arrival of the server's copy. The server stores each `refId` once, so a message
 * whose acknowledgement was lost can be sent again.
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
  /** Sends messages of one room together: `ok` where all of them are stored, otherwise why one of them is not. */
  send: (messages: readonly Outgoing[]) => Promise<Acknowledgement>
  /** Whether the socket is open: then a missing acknowledgement counts as a fault of the message. */
  isConnected: () => boolean
  onStored: (message: Outgoing) => Promise<void>
  onRefused: (message: Outgoing, refusal: SendRefusal) => Promise<void>
}

/** A message fails after this many missing acknowledgements while the socket was open. */
export const MAX_FAULTS = 3

/** A character may take six bytes when escaped in JSON: this many fit into a frame. */
const MAX_CHARACTERS_TOGETHER = 8000

/** The first messages that may go together: of one room, and not one that was not answered before. */
function together(waiting: readonly Outgoing[], faults: ReadonlyMap<string, number>): readonly Outgoing[] {
  const roomId = waiting[0]?.roomId
  let characters = 0
  const end = waiting.findIndex((one, index) => {
    characters += one.text.length
    const isFull = index === MAX_MESSAGES_TOGETHER || characters > MAX_CHARACTERS_TOGETHER
    return index > 0 && (isFull || one.roomId !== roomId || faults.has(one.refId))
  })
  return faults.has(waiting[0]?.refId ?? '') ? waiting.slice(0, 1) : waiting.slice(0, end < 0 ? undefined : end)
}

/**
 * Sends the waiting messages, those of one room together, and the next when they are stored, so that they are stored in the order in
 * which they were written. Where one of them is refused each is sent again alone, and the refused one is set aside. Ends when none
 * is waiting (`done`), when the socket is closed (`offline`), or to be called again soon (`later`).
 */
export async function deliver(delivery: Delivery, faults: Map<string, number>): Promise<'done' | 'offline' | 'later'> {
  let alone = 0
  for (;;) {
    const waiting = (await delivery.load()).filter(({ state }) => state === 'waiting')
    const [next] = waiting
    if (!next) return 'done'
    if (!delivery.isConnected()) return 'offline'
    const sent = alone > 0 ? [next] : together(waiting, faults)
    alone = Math.max(0, alone - 1)
    const code = await delivery.send(sent)
    if (code === 'ok') for (const one of sent) await delivery.onStored(one)
    else if (code !== 'unreachable' && sent.length > 1) alone = sent.length
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
