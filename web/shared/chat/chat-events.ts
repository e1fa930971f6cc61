import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RoomSummary } from '#contract/chat'
import type { ServerFrame } from '#contract/live/user'
import { isConnected } from '../../platform/connection-state.ts'
import { acquireSocket, sendToParty } from '../../platform/user-socket.ts'
import { forgetChat, setOutgoing, setRoom, setTimeline } from './chat-state.ts'
import { resumeRooms, resyncRooms, roomsToResume, type ShownRoom } from './history.ts'
import { announceIncoming, forgetIncoming } from './incoming-messages.ts'
import { flush, openOutbox, removeDelivered } from './outbox.ts'
import { forgetPresence, setPresence } from './presence.ts'
import { roomsRoot } from './room-queries.ts'
import { affectsRooms, needsRefetch, type RoomList, roomsAfter, roomsResumed } from './rooms.ts'
import { withDeleted, withEdited, withMessages, withRead } from './timeline.ts'
import { showTyping, stopTyping } from './typing.ts'

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
  const rooms = lists.flatMap(([, cached]) => cached?.list ?? [])
  queryClient.setQueriesData<RoomList>({ queryKey: roomsRoot }, (cached) => cached && roomsAfter(cached, frame, myId))
  // A list that is being fetched may have been read before this event.
  const mayBeStale = affectsRooms(frame) && queryClient.isFetching({ queryKey: roomsRoot }) > 0
  if (mayBeStale || needsRefetch(rooms, frame, myId)) void queryClient.invalidateQueries({ queryKey: roomsRoot })
  return rooms
}

/**
 * After a gap the lists are fetched again within this random delay, to update who is online: on the server each room causes
 * a call to a Durable Object, and after its restart all clients reconnect at the same moment.
 */
const LISTS_WITHIN_MS = 5000

/** What of the chat's events this tab has seen, and how it catches up with those that it has missed. */
function startCatchingUp(queryClient: QueryClient) {
  /** The position up to which no event was missed; null before the first `Resumed`. */
  let pos: number | null = null
  let isCaughtUp = false
  let lists: ReturnType<typeof setTimeout> | undefined

  const refetchLists = () => void queryClient.invalidateQueries({ queryKey: roomsRoot })
  const refetchAll = (shown: readonly ShownRoom[], afterGap: boolean) => {
    forgetPresence()
    resyncRooms(shown, afterGap)
    refetchLists()
  }
  const refetchListsSoon = () => {
    clearTimeout(lists)
    lists = setTimeout(() => {
      forgetPresence()
      refetchLists()
    }, Math.random() * LISTS_WITHIN_MS)
  }
  let shown: readonly ShownRoom[] = []
  const apply = ({ pos: now, rooms }: Extract<ServerFrame, { event: 'Resumed' }>['payload']) => {
    const isAnswer = pos !== null
    pos = now
    isCaughtUp = true
    if (!isAnswer) return
    if (!rooms) return refetchAll(shown, true)
    resumeRooms(shown, rooms)
    const cached = queryClient.getQueriesData<RoomList>({ queryKey: roomsRoot }).flatMap(([, list]) => list?.list ?? [])
    queryClient.setQueriesData<RoomList>({ queryKey: roomsRoot }, (list) => list && roomsResumed(list, rooms))
    const isListed = ({ roomId }: { roomId: number }) => cached.some((room) => room.roomId === roomId)
    if (rooms.every(isListed)) refetchListsSoon()
    else refetchLists()
  }
  return {
    onEvent: (frame: ServerFrame) => {
      if (frame.event === 'Resumed') apply(frame.payload)
      // Until it has caught up, events before this one may be missing.
      else if ('pos' in frame && frame.pos !== undefined && isCaughtUp) pos = frame.pos
    },
    onOpen: async (afterGap: boolean) => {
      isCaughtUp = false
      const rooms = roomsToResume()
      shown = rooms
      const since = pos
      if (since === null) refetchAll(rooms, afterGap)
      const code = await sendToParty('Resume', { pos: since, rooms: since === null ? [] : rooms })
      if (code !== 'ok' && since !== null && isConnected()) refetchAll(rooms, true)
    },
    stop: () => clearTimeout(lists),
  }
}

const BURST_MS = 50

/**
 * Applies a single event immediately, and events that follow closely together: an outbox arrives in batches of fifty, and
 * re-rendering a conversation for each would exceed React's limit of nested updates.
 */
function inBursts(apply: (frame: ServerFrame) => void) {
  let waiting: ServerFrame[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const applyWaiting = () => {
    clearTimeout(timer)
    const frames = waiting
    waiting = []
    timer = frames.length > 0 ? setTimeout(applyWaiting, BURST_MS) : undefined
    for (const frame of frames) apply(frame)
  }
  const receive = (frame: ServerFrame) => {
    waiting.push(frame)
    if (timer === undefined) applyWaiting()
  }
  return { receive, applyWaiting, stop: () => clearTimeout(timer) }
}

function startChat(userId: number, queryClient: QueryClient): () => void {
  const closeOutbox = openOutbox(userId)
  const catchingUp = startCatchingUp(queryClient)
  const events = inBursts((frame) => {
    catchingUp.onEvent(frame)
    applyToRooms(frame)
    const rooms = applyToLists(queryClient, frame, userId)
    if (frame.event !== 'RoomMessage' || frame.payload.userId === userId) return
    const room = rooms.find(({ roomId }) => roomId === frame.payload.roomId)
    announceIncoming({ message: frame.payload, room })
  })
  const releaseSocket = acquireSocket(userId, {
    onEvent: events.receive,
    onOpen: (afterGap) => {
      // Counted before the tab reports its position.
      events.applyWaiting()
      setOutgoing((all) => all.filter(({ state }) => state !== 'stored'))
      void catchingUp.onOpen(afterGap)
      flush()
    },
  })
  return () => {
    catchingUp.stop()
    closeOutbox()
    releaseSocket()
    events.stop()
    forgetIncoming()
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
