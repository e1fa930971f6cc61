import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Message, RoomSummary } from '#contract/chat'
import type { ServerFrame } from '#contract/live/user'
import { acquireSocket } from '../../../platform/user-socket.ts'
import { forgetChat, setOutgoing, setRoom, setTimeline } from './chat-state.ts'
import { resyncRooms } from './history.ts'
import { flush, openOutbox, removeDelivered } from './outbox.ts'
import { forgetPresence, setPresence } from './presence.ts'
import { roomsRoot } from './room-queries.ts'
import { affectsRooms, needsRefetch, type RoomList, roomsAfter } from './rooms.ts'
import { withDeleted, withEdited, withMessages, withRead } from './timeline.ts'
import { showTyping, stopTyping } from './typing.ts'

/** A message of somebody else, and its room, where a list that is loaded has it. */
export type IncomingMessage = { message: Message; room: RoomSummary | undefined }

const messageListeners = new Set<(incoming: IncomingMessage) => void>()

/** Calls the listener for each message that somebody else sends, until the returned function is called. */
export function onIncomingMessage(listener: (incoming: IncomingMessage) => void): () => void {
  messageListeners.add(listener)
  return () => messageListeners.delete(listener)
}

function dropChange(roomId: number, messageId: number): void {
  setRoom(roomId, (room) => {
    if (!room.changes.has(messageId)) return room
    const changes = new Map(room.changes)
    changes.delete(messageId)
    return { ...room, changes }
  })
}

/** Applies an event to the conversations that have been opened. */
function applyToRooms({ event, payload }: ServerFrame): void {
  if (event === 'RoomMessage') {
    setTimeline(payload.roomId, (timeline) => withMessages(timeline, [payload]))
    removeDelivered([payload])
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

/** Applies an event to the lists of rooms and their counts, and returns the rooms as they were. */
function applyToLists(queryClient: QueryClient, frame: ServerFrame, myId: number): RoomSummary[] {
  const lists = queryClient.getQueriesData<RoomList>({ queryKey: roomsRoot })
  const rooms = lists.flatMap(([, kept]) => kept?.list ?? [])
  queryClient.setQueriesData<RoomList>({ queryKey: roomsRoot }, (kept) => kept && roomsAfter(kept, frame, myId))
  // A list that is being fetched may have been read before this event.
  const mayBeStale = affectsRooms(frame) && queryClient.isFetching({ queryKey: roomsRoot }) > 0
  if (mayBeStale || needsRefetch(rooms, frame, myId)) void queryClient.invalidateQueries({ queryKey: roomsRoot })
  return rooms
}

function startChat(userId: number, queryClient: QueryClient): () => void {
  const closeOutbox = openOutbox(userId)
  const releaseSocket = acquireSocket(userId, {
    onEvent: (frame) => {
      applyToRooms(frame)
      const rooms = applyToLists(queryClient, frame, userId)
      if (frame.event !== 'RoomMessage' || frame.payload.userId === userId) return
      const room = rooms.find(({ roomId }) => roomId === frame.payload.roomId)
      for (const listener of messageListeners) listener({ message: frame.payload, room })
    },
    onOpen: (afterGap) => {
      forgetPresence()
      // What the server has stored comes with the messages that are fetched now.
      setOutgoing((all) => all.filter(({ state }) => state !== 'stored'))
      resyncRooms(afterGap)
      void queryClient.invalidateQueries({ queryKey: roomsRoot })
      flush()
    },
  })
  return () => {
    closeOutbox()
    releaseSocket()
    forgetChat()
  }
}

let running: { userId: number; users: number; stop: () => void } | null = null

function acquireChat(userId: number, queryClient: QueryClient): () => void {
  if (running && running.userId !== userId) {
    running.stop()
    running = null
  }
  const acquired = running ?? { userId, users: 0, stop: startChat(userId, queryClient) }
  running = acquired
  acquired.users++
  return () => {
    acquired.users--
    // A screen releases before the next one acquires: stopping at once would reload everything between the two.
    setTimeout(() => {
      if (acquired.users > 0 || running !== acquired) return
      acquired.stop()
      running = null
    }, 0)
  }
}

/** Sends the outbox and applies the chat's events while anybody uses it; any number of components may. */
export function useChatEvents(userId: number): void {
  const queryClient = useQueryClient()
  useEffect(() => acquireChat(userId, queryClient), [userId, queryClient])
}
