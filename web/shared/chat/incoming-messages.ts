import type { RoomSummary } from '#contract/chat'
import type { Message } from '#contract/message'

/** A message of somebody else, and its room, where a list that is loaded has it. */
export type IncomingMessage = { message: Message; room: RoomSummary | undefined }

const listeners = new Set<(incoming: IncomingMessage) => void>()
/** The newest message of each room that the listeners have had. */
const newest = new Map<number, number>()

/** Calls the listener for each message that somebody else sends, until the returned function is called. */
export function onIncomingMessage(listener: (incoming: IncomingMessage) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Calls the listeners, once for each message: after a restart of the person's object an event may arrive again, and a screen reader
 * would read it out again.
 */
export function announceIncoming(incoming: IncomingMessage): void {
  const { roomId, id } = incoming.message
  if (id <= (newest.get(roomId) ?? 0)) return
  newest.set(roomId, id)
  for (const listener of listeners) listener(incoming)
}

/** For when somebody else signs in. */
export const forgetIncoming = (): void => newest.clear()
