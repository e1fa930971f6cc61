import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Message, RoomSummary } from '#contract/chat'
import type { ServerFrame } from '#contract/live/user'
import { acquireSocket } from '../../../platform/user-socket.ts'
import { forgetChat, setOutgoing, setRoom, setTimeline } from './chat-state.ts'
import { mendRooms } from './history.ts'
import { flush, openOutbox, settle } from './outbox.ts'
import { forgetPresence, setPresence } from './presence.ts'
import { roomsRoot } from './room-queries.ts'
import { isOfRooms, type RoomList, roomsAfter, wantsRooms } from './rooms.ts'
import { withDeleted, withEdited, withMessages, withRead } from './timeline.ts'
import { showTyping, stopTyping } from './typing.ts'

/** A message of somebody else, and the room as it stands in the lists, where it does. */
export type Incoming = { message: Message; room: RoomSummary | undefined }

const incoming = new Set<(news: Incoming) => void>()

/** Calls back for each message that somebody else writes. */
export function onIncoming(listener: (news: Incoming) => void): () => void {
  incoming.add(listener)
  return () => incoming.delete(listener)
}

function dropChange(roomId: number, messageId: number): void {
  setRoom(roomId, (room) => {
    if (!room.changes.has(messageId)) return room
    const changes = new Map(room.changes)
    changes.delete(messageId)
    return { ...room, changes }
  })
}

/** What an event means for the conversations that were looked at. */
function applyToRooms({ event, payload }: ServerFrame): void {
  if (event === 'RoomMessage') {
    setTimeline(payload.roomId, (timeline) => withMessages(timeline, [payload]))
    settle([payload])
    stopTyping(payload.roomId)
  } else if (event === 'RoomMessageUpdated') {
    setTimeline(payload.roomId, (timeline) => withEdited(timeline, payload))
    dropChange(payload.roomId, payload.id)
  } else if (event === 'RoomMessageDeleted') {
    setTimeline(payload.roomId, (timeline) => withDeleted(timeline, [payload.messageId]))
    dropChange(payload.roomId, payload.messageId)
  } else if (event === 'RoomMessageRead') {
    setTimeline(payload.roomId, (timeline) => withRead(timeline, payload.userId, payload.messageId))
  } else if (event === 'UserTyping') showTyping(payload.roomId, payload.userId)
  else if (event === 'UserStatusChanged') setPresence(payload.userId, payload.online)
}

/** What it means for the lists of rooms and their counts. */
function applyToLists(queryClient: QueryClient, frame: ServerFrame, myId: number): RoomSummary[] {
  const lists = queryClient.getQueriesData<RoomList>({ queryKey: roomsRoot })
  const rooms = lists.flatMap(([, kept]) => kept?.list ?? [])
  queryClient.setQueriesData<RoomList>({ queryKey: roomsRoot }, (kept) => kept && roomsAfter(kept, frame, myId))
  // An answer that is on its way may have been given before this happened.
  const mayBeStale = isOfRooms(frame) && queryClient.isFetching({ queryKey: roomsRoot }) > 0
  if (mayBeStale || wantsRooms(rooms, frame, myId)) void queryClient.invalidateQueries({ queryKey: roomsRoot })
  return rooms
}

function startChat(userId: number, queryClient: QueryClient): () => void {
  const closeOutbox = openOutbox(userId)
  const hangUp = acquireSocket(userId, {
    onEvent: (frame) => {
      applyToRooms(frame)
      const rooms = applyToLists(queryClient, frame, userId)
      if (frame.event !== 'RoomMessage' || frame.payload.userId === userId) return
      const room = rooms.find(({ roomId }) => roomId === frame.payload.roomId)
      for (const listener of incoming) listener({ message: frame.payload, room })
    },
    onOpen: (afterGap) => {
      forgetPresence()
      // Their own copies are about to be fetched.
      setOutgoing((all) => all.filter(({ state }) => state !== 'stored'))
      mendRooms(afterGap)
      void queryClient.invalidateQueries({ queryKey: roomsRoot })
      flush()
    },
  })
  return () => {
    closeOutbox()
    hangUp()
    forgetChat()
  }
}

let running: { userId: number; holders: number; stop: () => void } | null = null

function holdChat(userId: number, queryClient: QueryClient): () => void {
  if (running && running.userId !== userId) {
    running.stop()
    running = null
  }
  const held = running ?? { userId, holders: 0, stop: startChat(userId, queryClient) }
  running = held
  held.holders++
  return () => {
    held.holders--
    setTimeout(() => {
      if (held.holders > 0 || running !== held) return
      held.stop()
      running = null
    }, 0)
  }
}

/** Keeps the person's conversations alive: sends what waits, hears what is said. Any number of parts may ask for it. */
export function useChatLine(userId: number): void {
  const queryClient = useQueryClient()
  useEffect(() => holdChat(userId, queryClient), [userId, queryClient])
}
