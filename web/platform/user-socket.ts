import { currentUser } from '#contract/calls/users'
import type { Acknowledgement } from '#contract/live/frames'
import { readFromServer, type ServerFrame } from '#contract/live/user'
import { request } from './api.ts'
import { setConnectionState } from './connection-state.ts'
import { type LiveSocket, openSocket } from './socket.ts'

export type SocketListener = {
  onEvent?: (frame: ServerFrame) => void
  /** The socket is open; after a gap events may have been missed. */
  onOpen?: (afterGap: boolean) => void
}

type SharedSocket = { userId: number; socket: LiveSocket; users: number; closing?: ReturnType<typeof setTimeout> }

/** The tab's only socket to the signed-in user's party. */
let shared: SharedSocket | null = null
const listeners = new Set<SocketListener>()

function open(userId: number): SharedSocket {
  const socket = openSocket(`user/${userId}`, readFromServer, {
    onState: setConnectionState,
    onOpen: (afterGap) => {
      for (const listener of listeners) listener.onOpen?.(afterGap)
    },
    onEvent: (frame) => {
      for (const listener of listeners) listener.onEvent?.(frame)
    },
    // If the token has expired, this request is refused with 401, which ends the session here too.
    onRepeatedFailure: () => void request(currentUser, {}).catch(() => undefined),
  })
  return { userId, socket, users: 0 }
}

/**
 * Opens the user's socket, or shares the open one, and calls the listener until the returned function releases it. The
 * socket closes when it has no users left.
 */
export function acquireSocket(userId: number, listener: SocketListener): () => void {
  if (shared && shared.userId !== userId) {
    shared.socket.close()
    shared = null
  }
  const acquired = shared ?? open(userId)
  shared = acquired
  clearTimeout(acquired.closing)
  acquired.users++
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    acquired.users--
    // A screen releases before the next one acquires: closing immediately would reconnect at every change of screen.
    acquired.closing = setTimeout(() => {
      if (acquired.users > 0 || shared !== acquired) return
      acquired.socket.close()
      shared = null
    }, 0)
  }
}

/** Sends to the user's party; `unreachable` without an open socket. */
export const sendToParty = async (event: string, payload: unknown): Promise<Acknowledgement> =>
  shared ? shared.socket.send(event, payload) : 'unreachable'
