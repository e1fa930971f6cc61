import { useMemo, useSyncExternalStore } from 'react'
import { type Outgoing, stillOutgoing } from './outgoing.ts'
import { emptyTimeline, type Timeline } from './timeline.ts'

/** A change that the person has made and the server has not told of yet. */
export type Change = { kind: 'edit'; text: string } | { kind: 'delete' }

/** A room that was looked at. */
export type RoomView = {
  timeline: Timeline
  /** The newest page is there. */
  isLoaded: boolean
  isLoading: boolean
  /** Why the last loading failed. */
  failure: string | null
  hasOlder: boolean
  /** Messages after this one may have been missed. */
  gapAfter: number | null
  changes: ReadonlyMap<number, Change>
}

export type ChatState = {
  rooms: ReadonlyMap<number, RoomView>
  outgoing: readonly Outgoing[]
}

const nothing: ChatState = { rooms: new Map(), outgoing: [] }
const freshRoom: RoomView = {
  timeline: emptyTimeline,
  isLoaded: false,
  isLoading: false,
  failure: null,
  hasOlder: false,
  gapAfter: null,
  changes: new Map(),
}

let state = nothing
const listeners = new Set<() => void>()

export const chatState = (): ChatState => state

function change(next: ChatState): void {
  state = next
  for (const listener of listeners) listener()
}

/** For another person on the same device. */
export const forgetChat = (): void => change(nothing)

export const setOutgoing = (next: (before: readonly Outgoing[]) => readonly Outgoing[]): void =>
  change({ ...state, outgoing: next(state.outgoing) })

export const roomView = (roomId: number): RoomView | undefined => state.rooms.get(roomId)

/** Changes a room that was looked at; with `begin` also one that was not. */
export function setRoom(roomId: number, next: (before: RoomView) => RoomView, begin = false): void {
  const before = state.rooms.get(roomId) ?? (begin ? freshRoom : undefined)
  if (!before) return
  const after = next(before)
  if (after !== before || begin) change({ ...state, rooms: new Map([...state.rooms, [roomId, after]]) })
}

export const setTimeline = (roomId: number, next: (before: Timeline) => Timeline): void =>
  setRoom(roomId, (room) => {
    const timeline = next(room.timeline)
    return timeline === room.timeline ? room : { ...room, timeline }
  })

export function forgetRoom(roomId: number): void {
  const rooms = new Map(state.rooms)
  if (rooms.delete(roomId)) change({ ...state, rooms })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useRoomView = (roomId: number): RoomView | undefined =>
  useSyncExternalStore(subscribe, () => state.rooms.get(roomId))

/** What this person has written in a room and the server has not told of yet, oldest first. */
export function useOutgoing(roomId: number): readonly Outgoing[] {
  const outgoing = useSyncExternalStore(subscribe, () => state.outgoing)
  const messages = useRoomView(roomId)?.timeline.messages
  return useMemo(
    () =>
      stillOutgoing(
        outgoing.filter((one) => one.roomId === roomId),
        messages ?? [],
      ),
    [outgoing, messages, roomId],
  )
}
