import { useEffect, useEffectEvent, useState } from 'react'
import { type BroadcastRoom, readFromServer, type ServerFrame } from '#contract/live/broadcast'
import { useAccountId } from './auth-token.ts'
import { type LiveSocket, openSocket, type SocketState } from './socket.ts'

type Listener = {
  onEvent: (frame: ServerFrame) => void
  onOpen: (afterGap: boolean) => void
  onState: (state: SocketState) => void
}
type SharedRoom = {
  socket: LiveSocket
  state: SocketState
  listeners: Set<Listener>
  closing?: ReturnType<typeof setTimeout>
}

/** The tab's sockets to broadcast rooms, one per room and account. */
const rooms = new Map<string, SharedRoom>()

function open(room: BroadcastRoom): SharedRoom {
  const listeners = new Set<Listener>()
  const shared: Omit<SharedRoom, 'socket'> = { state: 'opening', listeners }
  const socket = openSocket(`broadcast/${room}`, readFromServer, {
    onState: (state) => {
      shared.state = state
      for (const listener of listeners) listener.onState(state)
    },
    onEvent: (frame) => {
      for (const listener of listeners) listener.onEvent(frame)
    },
    onOpen: (afterGap) => {
      for (const listener of listeners) listener.onOpen(afterGap)
    },
  })
  return Object.assign(shared, { socket })
}

function subscribe(room: BroadcastRoom, accountId: number, listener: Listener): () => void {
  const key = `${accountId}/${room}`
  const shared = rooms.get(key) ?? open(room)
  rooms.set(key, shared)
  clearTimeout(shared.closing)
  shared.listeners.add(listener)
  listener.onState(shared.state)
  return () => {
    shared.listeners.delete(listener)
    // A screen releases before the next one subscribes: closing immediately would reconnect at every change of screen.
    shared.closing = setTimeout(() => {
      if (shared.listeners.size > 0) return
      shared.socket.close()
      rooms.delete(key)
    }, 0)
  }
}

/** A component's membership of a room to which clients send: `Staff`. */
export type JoinedRoom = { send: LiveSocket['send']; leave: () => void }

/**
 * Joins a room on the tab's shared socket. `onOpen` is called for every new connection; frames sent without a connection
 * are lost.
 */
export function joinBroadcast(room: BroadcastRoom, accountId: number, listener: Listener): JoinedRoom {
  const leave = subscribe(room, accountId, listener)
  const key = `${accountId}/${room}`
  return {
    send: (event, payload) => rooms.get(key)?.socket.send(event, payload) ?? Promise.resolve('unreachable'),
    leave,
  }
}

/**
 * Listens to a broadcast room while the component is mounted, and returns the state of its connection. All listeners of a
 * tab share the room's socket. `onOpen` is called for every connection: data fetched before it may have missed events, and
 * must be fetched again.
 */
export function useBroadcast(
  room: BroadcastRoom,
  onEvent: (frame: ServerFrame) => void,
  onOpen?: () => void,
): SocketState {
  const accountId = useAccountId()
  const [state, setState] = useState<SocketState>('opening')
  const listen = useEffectEvent(onEvent)
  const opened = useEffectEvent(() => onOpen?.())
  useEffect(() => {
    if (accountId === null) return
    return subscribe(room, accountId, {
      onEvent: (frame) => listen(frame),
      onOpen: () => opened(),
      onState: setState,
    })
  }, [room, accountId])
  return state
}
