import type { Acknowledgement } from '#contract/live/frames'
import { readFromServer, type ServerFrame } from '#contract/live/session'
import { openSocket, type SocketState } from '../../platform/socket.ts'

/** The socket to the session's party, through which the two members negotiate their connection. */
export type SignalingChannel = {
  send: (event: string, payload: Record<string, unknown>) => Promise<Acknowledgement>
  listen: (listener: (frame: ServerFrame) => void) => () => void
  close: () => void
}

type Handlers = {
  onState: (state: SocketState) => void
  /** The socket is open, for the first time or again: joining must be sent again. */
  onOpen: () => void
  /** The socket does not open, again and again: the network, or a refusal; browsers report both alike. */
  onRepeatedFailure: () => void
}

/** Opens the session's socket and reconnects it until it is closed; every listener gets every frame. */
export function openSignaling(sessionId: string, { onState, onOpen, onRepeatedFailure }: Handlers): SignalingChannel {
  const listeners = new Set<(frame: ServerFrame) => void>()
  const socket = openSocket(`session/${sessionId}`, readFromServer, {
    onState: (state) => {
      onState(state)
      if (state === 'open') onOpen()
    },
    onRepeatedFailure,
    onEvent: (frame) => {
      // A copy: a frame may open or close a transport, which adds or removes its listener.
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
