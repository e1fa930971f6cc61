import { useMemo } from 'react'
import { createStore, useStore } from '../../../platform/store.ts'
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

const store = createStore(nothing)

export const chatState = (): ChatState => store.get()

const change = (changes: Partial<ChatState>): void => store.set({ ...store.get(), ...changes })

/** Otherwise the next person on the same device would see it. */
export const forgetChat = (): void => store.set(nothing)

export const setOutgoing = (next: (before: readonly Outgoing[]) => readonly Outgoing[]): void =>
  change({ outgoing: next(store.get().outgoing) })

export const roomView = (roomId: number): RoomView | undefined => store.get().rooms.get(roomId)

/** Changes a room that was looked at; with `begin` also one that was not. */
export function setRoom(roomId: number, next: (before: RoomView) => RoomView, begin = false): void {
  const { rooms } = store.get()
  const before = rooms.get(roomId) ?? (begin ? freshRoom : undefined)
  if (!before) return
  const after = next(before)
  if (after !== before || begin) change({ rooms: new Map([...rooms, [roomId, after]]) })
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

/** What this person has written in a room and the server has not told of yet, oldest first. */
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
