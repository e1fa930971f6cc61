import type { Acknowledgement } from '#contract/live/frames'
import { readFromServer, type ServerFrame } from '#contract/live/user'
import { currentUser } from '#contract/users'
import { request } from './api.ts'
import { setConnection } from './connection-state.ts'
import { type LiveSocket, openSocket } from './socket.ts'

/**
 * The person's own live line: one socket a tab, however many parts of the screen need it. It stands while anybody holds
 * it.
 */
export type LineListener = {
  onEvent?: (frame: ServerFrame) => void
  /** The line stands; after a gap events were lost. */
  onOpen?: (afterGap: boolean) => void
}

let line: { userId: number; socket: LiveSocket; holders: number; closing?: ReturnType<typeof setTimeout> } | null = null
const listeners = new Set<LineListener>()

function open(userId: number): NonNullable<typeof line> {
  const socket = openSocket(`user/${userId}`, readFromServer, {
    onState: setConnection,
    onOpen: (afterGap) => {
      for (const listener of listeners) listener.onOpen?.(afterGap)
    },
    onEvent: (frame) => {
      for (const listener of listeners) listener.onEvent?.(frame)
    },
    // Where the token has ended, this call says so, and the session ends here too.
    onInVain: () => void request(currentUser, {}).catch(() => undefined),
  })
  return { userId, socket, holders: 0 }
}

/** Keeps the line open until the answer is called; listens to it meanwhile. */
export function holdLine(userId: number, listener: LineListener): () => void {
  if (line && line.userId !== userId) {
    line.socket.close()
    line = null
  }
  const held = line ?? open(userId)
  line = held
  clearTimeout(held.closing)
  held.holders++
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    held.holders--
    // From one screen to the next the line goes from hand to hand.
    held.closing = setTimeout(() => {
      if (held.holders > 0 || line !== held) return
      held.socket.close()
      line = null
    }, 0)
  }
}

/** Says something to the person's party; `unreachable` where no line stands. */
export const sendToParty = async (event: string, payload: unknown): Promise<Acknowledgement> =>
  line ? line.socket.send(event, payload) : 'unreachable'
