import { listMessages, type Message } from '#contract/chat'
import { ApiError, request } from '../../../platform/api.ts'
import { chatState, forgetRoom, roomView, setRoom } from './chat-state.ts'
import { settle } from './outbox.ts'
import { newestId, withPage } from './timeline.ts'

const PAGE = 30
/** The most that a list answers at once. */
const LARGE_PAGE = 100
/** So much of what was read is shown before the first unread message. */
const CONTEXT = 10

const watchers = new Map<number, number>()

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : 'unexpected')

async function pageOf(roomId: number, query: { page?: number; size: number; afterId?: number }): Promise<Message[]> {
  const { list } = await request(listMessages, { params: { roomId }, query })
  settle(list)
  return list
}

/** As much of a conversation as is unread, and a little of what was said before. */
const sizeFor = (unread: number): number => Math.min(LARGE_PAGE, Math.max(PAGE, unread + CONTEXT))

/** Loads the newest messages of a room, unless they are there or on their way. */
export async function loadNewest(roomId: number, unread = 0): Promise<void> {
  const room = roomView(roomId)
  if (room && (room.isLoaded || room.isLoading)) return
  setRoom(roomId, (before) => ({ ...before, isLoading: true, failure: null }), true)
  try {
    const size = sizeFor(unread)
    const page = await pageOf(roomId, { size })
    setRoom(roomId, (before) => ({
      ...before,
      isLoaded: true,
      isLoading: false,
      hasOlder: page.length === size,
      // The line opened meanwhile: what was said after this page was made may have passed it by.
      gapAfter: before.gapAfter === null ? null : Math.max(0, ...page.map(({ id }) => id)),
      timeline: withPage(before.timeline, page),
    }))
    await mend(roomId, false)
  } catch (error) {
    setRoom(roomId, (before) => ({ ...before, isLoading: false, failure: codeOf(error) }))
  }
}

/** The page after what is known. Deleted messages are not listed; where the count was off, the next page is asked for. */
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

/** All pages until one is short or enough is there. */
async function pagesOf(roomId: number, afterId: number | undefined, isEnough: (list: Message[]) => boolean) {
  const all: Message[] = []
  for (let page = 1; ; page++) {
    const list = await pageOf(roomId, { page, size: LARGE_PAGE, ...(afterId === undefined ? {} : { afterId }) })
    all.push(...list)
    if (list.length < LARGE_PAGE) return { all, isWhole: true }
    if (isEnough(list)) return { all, isWhole: false }
  }
}

/**
 * After a lost connection: first what came after the last message, then all that was known once more, because it may
 * have been edited, read or deleted meanwhile. A line that opens for the first time has only let something new pass.
 */
async function mend(roomId: number, again: boolean): Promise<void> {
  const before = roomView(roomId)
  if (!before?.isLoaded || before.gapAfter === null) return
  const { gapAfter } = before
  try {
    if (gapAfter > 0) {
      const missed = await pagesOf(roomId, gapAfter, () => false)
      setRoom(roomId, (room) => ({ ...room, timeline: withPage(room.timeline, missed.all) }))
    }
    if (!again && gapAfter > 0) return setRoom(roomId, (room) => ({ ...room, gapAfter: null }))
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
    // The next opening of the line tries again, from the same place.
  }
}

/** The line stands: rooms on screen are brought up to date, the others will be loaded anew. */
export function mendRooms(again: boolean): void {
  for (const [roomId, { isLoaded }] of chatState().rooms) {
    if (!watchers.has(roomId)) forgetRoom(roomId)
    else {
      setRoom(roomId, (room) => ({ ...room, gapAfter: room.gapAfter ?? newestId(room.timeline) }))
      void (isLoaded ? mend(roomId, again) : loadNewest(roomId))
    }
  }
}

/** Keeps a room up to date while it is on the screen. */
export function watchRoom(roomId: number, unread: number): () => void {
  watchers.set(roomId, (watchers.get(roomId) ?? 0) + 1)
  void loadNewest(roomId, unread)
  return () => {
    const left = (watchers.get(roomId) ?? 1) - 1
    if (left > 0) watchers.set(roomId, left)
    else watchers.delete(roomId)
  }
}

/** Whether somebody looks at this room right now. */
export const isWatched = (roomId: number): boolean => watchers.has(roomId) && document.visibilityState === 'visible'
