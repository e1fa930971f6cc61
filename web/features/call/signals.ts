import type { Acknowledgement } from '#contract/live/frames'
import { readFromServer, type ServerFrame } from '#contract/live/session'
import { type ConnectionState, openSocket } from '../../platform/socket.ts'

/** What the two say to each other through the session's party. */
export type Signals = {
  send: (event: string, payload: Record<string, unknown>) => Promise<Acknowledgement>
  listen: (listener: (frame: ServerFrame) => void) => () => void
  close: () => void
}

type Handlers = {
  onState: (state: ConnectionState) => void
  /** The socket stands, for the first time or again: whoever wants to be inside says so now. */
  onOpen: () => void
}

/** Opens the session's socket and keeps it open; each frame goes to all who listen. */
export function openSignals(sessionId: string, { onState, onOpen }: Handlers): Signals {
  const listeners = new Set<(frame: ServerFrame) => void>()
  const socket = openSocket(`session/${sessionId}`, readFromServer, {
    onState: (state) => {
      onState(state)
      if (state === 'open') onOpen()
    },
    onEvent: (frame) => {
      for (const listener of [...listeners]) listener(frame)
    },
  })
  return {
    send: socket.send,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: socket.close,
  }
}
