import { useMemo } from 'react'
import { createStore, useStore } from '../../platform/store.ts'
import { type Outgoing, stillOutgoing } from './outgoing.ts'
import { emptyTimeline, type Timeline } from './timeline.ts'

/** An edit or deletion by this person that the server has not confirmed by its event yet. */
export type Change = { kind: 'edit'; text: string } | { kind: 'delete' }

/** A room that has been opened. */
export type RoomView = {
  timeline: Timeline
  /** The newest page has been loaded. */
  isLoaded: boolean
  isLoading: boolean
  /** Why the last loading failed. */
  failure: string | null
  hasOlder: boolean
  /** Events after this message's id may have been missed; null while none can have been. */
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

const store = createStore(nothing)

export const chatState = (): ChatState => store.get()

const change = (changes: Partial<ChatState>): void => store.set({ ...store.get(), ...changes })

/** Otherwise the next person on the same device would see it. */
export const forgetChat = (): void => store.set(nothing)

export const setOutgoing = (next: (before: readonly Outgoing[]) => readonly Outgoing[]): void =>
  change({ outgoing: next(store.get().outgoing) })

export const roomView = (roomId: number): RoomView | undefined => store.get().rooms.get(roomId)

/** Changes a room that has been opened; with `create` also one that has not. */
export function setRoom(roomId: number, next: (before: RoomView) => RoomView, create = false): void {
  const { rooms } = store.get()
  const before = rooms.get(roomId) ?? (create ? freshRoom : undefined)
  if (!before) return
  const after = next(before)
  if (after !== before || create) change({ rooms: new Map([...rooms, [roomId, after]]) })
}

export const setTimeline = (roomId: number, next: (before: Timeline) => Timeline): void =>
  setRoom(roomId, (room) => {
    const timeline = next(room.timeline)
    return timeline === room.timeline ? room : { ...room, timeline }
  })

export function forgetRoom(roomId: number): void {
  const rooms = new Map(store.get().rooms)
  if (rooms.delete(roomId)) change({ rooms })
}

export const useRoomView = (roomId: number): RoomView | undefined => useStore(store, ({ rooms }) => rooms.get(roomId))

/** This person's messages in a room that are not among the server's yet, oldest first. */
export function useOutgoing(roomId: number): readonly Outgoing[] {
  const outgoing = useStore(store, (state) => state.outgoing)
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
