import { listMessages } from '#contract/calls/chat'
import type { ResumedRoom } from '#contract/live/user'
import type { Message } from '#contract/message'
import { MAX_RESUMED_ROOMS } from '#domain/live'
import { ApiError, request } from '../../platform/api.ts'
import { accountId } from '../../platform/auth-token.ts'
import { isConnected } from '../../platform/connection-state.ts'
import { readOffline, storeOffline } from '../../platform/offline-data.ts'
import { keys } from '../../platform/query-keys.ts'
import { chatState, forgetRoom, roomView, setRoom } from './chat-state.ts'
import { removeDelivered } from './outbox.ts'
import { newestId, type Timeline, withPage } from './timeline.ts'

const PAGE = 30
/** The largest page that the server answers. */
const LARGE_PAGE = 100
/** So many read messages are shown before the first unread one. */
const READ_BEFORE_UNREAD = 10

/** Under which the messages that were read are kept for reading them without a network. */
const offlineKey = (roomId: number) => [...keys.chat, 'messages', roomId]
const MOST_STORED = 100

/** Rooms that show stored messages, with the newest stored one. */
const storedUpTo = new Map<number, number>()

/**
 * Messages between the stored ones and the server's newest may be missing: once these are loaded, the stored ones are
 * removed.
 */
function withoutStored(roomId: number, timeline: Timeline): Timeline {
  const upTo = storedUpTo.get(roomId) ?? 0
  storedUpTo.delete(roomId)
  return { ...timeline, messages: timeline.messages.filter(({ id }) => id > upTo) }
}

/** Not once another account has signed in than the one that reads the room. */
function storeMessages(roomId: number, reader: number | null): void {
  const room = roomView(roomId)
  if (room?.isLoaded && accountId() === reader)
    void storeOffline(offlineKey(roomId), room.timeline.messages.slice(-MOST_STORED))
}

async function showStored(roomId: number): Promise<void> {
  const messages = await readOffline<Message[]>(offlineKey(roomId))
  if (!messages || roomView(roomId)?.isLoaded) return
  storedUpTo.set(roomId, Math.max(0, ...messages.map(({ id }) => id)))
  setRoom(roomId, (before) => ({ ...before, timeline: withPage(before.timeline, messages) }))
}

const watchers = new Map<number, number>()

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'unexpected')

async function pageOf(roomId: number, query: { page?: number; size: number; afterId?: number }): Promise<Message[]> {
  const { list } = await request(listMessages, { params: { roomId }, query })
  removeDelivered(list)
  return list
}

/** Enough for all unread messages and a few before them. */
const sizeFor = (unread: number): number => Math.min(LARGE_PAGE, Math.max(PAGE, unread + READ_BEFORE_UNREAD))

/** Loads the newest messages of a room, unless they are loaded or being loaded. */
export async function loadNewest(roomId: number, unread = 0): Promise<void> {
  const room = roomView(roomId)
  if (room && (room.isLoaded || room.isLoading)) return
  const reader = accountId()
  setRoom(roomId, (before) => ({ ...before, isLoading: true, failure: null }), true)
  try {
    const size = sizeFor(unread)
    const page = await pageOf(roomId, { size })
    setRoom(roomId, (before) => ({
      ...before,
      isLoaded: true,
      isLoading: false,
      hasOlder: page.length === size,
      // The socket opened meanwhile: messages after this page was read may have been sent before it was open.
      gapAfter: before.gapAfter === null ? null : Math.max(0, ...page.map(({ id }) => id)),
      timeline: withPage(withoutStored(roomId, before.timeline), page),
    }))
    await resync(roomId, false)
    storeMessages(roomId, reader)
  } catch (error) {
    if (codeOf(error) === 'network') await showStored(roomId)
    setRoom(roomId, (before) => ({ ...before, isLoading: false, failure: codeOf(error) }))
  }
}

/**
 * The first page with an unknown message. Deleted messages are not listed, so the page number computed from the count of
 * known messages may contain only known ones.
 */
async function olderPage(roomId: number): Promise<Message[]> {
  const known = roomView(roomId)?.timeline.messages.filter(({ deleted }) => !deleted) ?? []
  const ids = new Set(known.map(({ id }) => id))
  for (let page = Math.floor(known.length / PAGE) + 1; ; page++) {
    const list = await pageOf(roomId, { page, size: PAGE })
    if (list.length < PAGE || list.some(({ id }) => !ids.has(id))) return list
  }
}

export async function loadOlder(roomId: number): Promise<void> {
  const room = roomView(roomId)
  if (!room?.isLoaded || room.isLoading || !room.hasOlder) return
  setRoom(roomId, (before) => ({ ...before, isLoading: true, failure: null }))
  try {
    const page = await olderPage(roomId)
    setRoom(roomId, (before) => ({
      ...before,
      isLoading: false,
      hasOlder: page.length === PAGE,
      timeline: withPage(before.timeline, page),
    }))
  } catch (error) {
    setRoom(roomId, (before) => ({ ...before, isLoading: false, failure: codeOf(error) }))
  }
}

/** Fetches pages until one is not full (`isWhole`) or `isEnough` returns true. */
async function pagesOf(roomId: number, afterId: number | undefined, isEnough: (list: Message[]) => boolean) {
  const all: Message[] = []
  for (let page = 1; ; page++) {
    const list = await pageOf(roomId, { page, size: LARGE_PAGE, ...(afterId === undefined ? {} : { afterId }) })
    all.push(...list)
    if (list.length < LARGE_PAGE) return { all, isWhole: true }
    if (isEnough(list)) return { all, isWhole: false }
  }
}

/** After this a room that could not be brought up to date is asked for again, while the socket stays open. */
const RETRY_MS = 5000
const retries = new Map<number, ReturnType<typeof setTimeout>>()

function resyncLater(roomId: number, afterGap: boolean): void {
  if (retries.has(roomId) || !isConnected()) return
  const again = () => {
    retries.delete(roomId)
    void resync(roomId, afterGap)
  }
  retries.set(roomId, setTimeout(again, RETRY_MS))
}

/**
 * Brings a room up to date after the socket has opened. After a gap (`afterGap`), first the messages after the last known
 * one, which may be many; then all known ones again, which may have been edited, read or deleted since. When the socket
 * opens for the first time, these include new messages.
 */
async function resync(roomId: number, afterGap: boolean): Promise<void> {
  const before = roomView(roomId)
  if (!before?.isLoaded || before.gapAfter === null) return
  const { gapAfter } = before
  try {
    if (afterGap && gapAfter > 0) {
      const missed = await pagesOf(roomId, gapAfter, () => false)
      setRoom(roomId, (room) => ({ ...room, timeline: withPage(room.timeline, missed.all) }))
    }
    const upTo = newestId(before.timeline)
    const oldest = before.timeline.messages[0]?.id ?? 0
    const { all, isWhole } = await pagesOf(roomId, undefined, (list) => list.some(({ id }) => id <= oldest))
    setRoom(roomId, (room) => ({
      ...room,
      gapAfter: null,
      changes: new Map(),
      timeline: withPage(room.timeline, all, { upTo, ...(isWhole ? { from: 0 } : {}) }),
    }))
  } catch {
    // `gapAfter` is still set: the next attempt, or the next opening of the socket, continues from there.
    resyncLater(roomId, afterGap)
  }
}

/** A visible room with its range of known messages: the ids of the last (`afterId`) and of the first. */
export type ShownRoom = { roomId: number; afterId: number; fromId: number }

/**
 * After the socket has opened: discards the rooms that are not visible, to be loaded again later, and returns those that
 * must be brought up to date. A room that is incomplete since an earlier gap, or whose loading has failed, is fetched here.
 */
export function roomsToResume(): ShownRoom[] {
  const shown: ShownRoom[] = []
  for (const [roomId, { isLoaded, gapAfter, timeline }] of chatState().rooms) {
    const afterId = newestId(timeline)
    if (!watchers.has(roomId)) forgetRoom(roomId)
    else {
      setRoom(roomId, (room) => ({ ...room, gapAfter: room.gapAfter ?? afterId }))
      if (!isLoaded) void loadNewest(roomId)
      else if (gapAfter !== null || shown.length === MAX_RESUMED_ROOMS) void resync(roomId, true)
      else shown.push({ roomId, afterId, fromId: timeline.messages[0]?.id ?? 0 })
    }
  }
  return shown
}

/** Brings rooms up to date by fetching their messages. */
export function resyncRooms(shown: readonly ShownRoom[], afterGap: boolean): void {
  for (const { roomId } of shown) void resync(roomId, afterGap)
}

/** Brings rooms up to date by what the party has answered: of those that it does not name nothing was missed. */
export function resumeRooms(shown: readonly ShownRoom[], resumed: readonly ResumedRoom[]): void {
  for (const { roomId, afterId } of shown) {
    const answer = resumed.find((room) => room.roomId === roomId)
    if (answer && !answer.missed) void resync(roomId, true)
    else {
      const { missed } = answer ?? {}
      if (missed) removeDelivered(missed.list)
      setRoom(roomId, (room) => ({
        ...room,
        gapAfter: null,
        changes: new Map(),
        timeline: missed
          ? withPage(room.timeline, missed.list, { from: missed.afterId + 1, upTo: afterId })
          : room.timeline,
      }))
    }
  }
}

/** Loads a room and keeps it up to date until the returned function is called. */
export function watchRoom(roomId: number, unread: number): () => void {
  watchers.set(roomId, (watchers.get(roomId) ?? 0) + 1)
  const reader = accountId()
  void loadNewest(roomId, unread)
  return () => {
    const left = (watchers.get(roomId) ?? 1) - 1
    if (left > 0) watchers.set(roomId, left)
    else watchers.delete(roomId)
    storeMessages(roomId, reader)
  }
}

/** Whether a room is shown in a visible tab. */
export const isRoomOnScreen = (roomId: number): boolean =>
  watchers.has(roomId) && document.visibilityState === 'visible'
