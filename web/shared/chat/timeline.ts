import type { Message } from '#contract/message'

/**
 * The known messages of a room, oldest first, without a gap between the oldest and the newest. Pages of history and live events
 * may be merged in any order and more than once: the result is the same.
 */
export type Timeline = {
  readonly messages: readonly Message[]
  readonly deletedIds: ReadonlySet<number>
  /** Reader to the newest message that they have read; all before it are read too. */
  readonly readUpTo: ReadonlyMap<number, number>
  /** Edited messages older than the oldest known one: they are merged when their page is loaded. */
  readonly pendingEdits: ReadonlyMap<number, Message>
}

export const emptyTimeline: Timeline = {
  messages: [],
  deletedIds: new Set(),
  readUpTo: new Map(),
  pendingEdits: new Map(),
}

/** A total order of two versions, so that it does not matter which of them arrives first. */
const rankOf = ({ updatedAt, edited, text }: Message): string => `${updatedAt} ${edited ? 1 : 0} ${text}`

function merged(one: Message, other: Message): Message {
  const [older, newer] = rankOf(one) <= rankOf(other) ? [one, other] : [other, one]
  return {
    ...newer,
    refId: newer.refId ?? older.refId,
    read: one.read || other.read,
    edited: one.edited || other.edited,
    deleted: one.deleted || other.deleted,
  }
}

/** Adds messages of the server: new ones in their place, of known ones the newer version. */
export function withMessages(timeline: Timeline, incoming: readonly Message[]): Timeline {
  if (incoming.length === 0) return timeline
  const byId = new Map(timeline.messages.map((message) => [message.id, message]))
  for (const message of incoming) {
    const known = byId.get(message.id) ?? timeline.pendingEdits.get(message.id)
    const next = known ? merged(known, message) : message
    byId.set(message.id, timeline.deletedIds.has(next.id) ? { ...next, deleted: true } : next)
  }
  const messages = [...byId.values()].sort((one, other) => one.id - other.id)
  return { ...timeline, messages }
}

/** Adds an edited message. One that is older than all known would leave a gap, and waits for its page. */
export function withEdited(timeline: Timeline, edited: Message): Timeline {
  const oldest = timeline.messages[0]?.id ?? Number.POSITIVE_INFINITY
  if (edited.id >= oldest) return withMessages(timeline, [edited])
  const before = timeline.pendingEdits.get(edited.id)
  return {
    ...timeline,
    pendingEdits: new Map([...timeline.pendingEdits, [edited.id, before ? merged(before, edited) : edited]]),
  }
}

export function withDeleted(timeline: Timeline, ids: readonly number[]): Timeline {
  if (ids.length === 0) return timeline
  const deletedIds = new Set([...timeline.deletedIds, ...ids])
  const messages = timeline.messages.map((one) =>
    deletedIds.has(one.id) && !one.deleted ? { ...one, deleted: true } : one,
  )
  return { ...timeline, messages, deletedIds }
}

/**
 * Adds a page of history. Pages leave deleted messages out: a known message between the page's first and last that is not on it
 * has been deleted. `reach` widens that range where the page is known to hold everything from or up to an id.
 */
export function withPage(
  timeline: Timeline,
  page: readonly Message[],
  reach: { from?: number; upTo?: number } = {},
): Timeline {
  const ids = page.map(({ id }) => id)
  const first = Math.min(...ids, reach.from ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...ids, reach.upTo ?? 0)
  const inPage = new Set(ids)
  const gone = timeline.messages.filter(({ id }) => id >= first && id <= last && !inPage.has(id)).map(({ id }) => id)
  return withMessages(withDeleted(timeline, gone), page)
}

export function withRead(timeline: Timeline, readerId: number, messageId: number): Timeline {
  if ((timeline.readUpTo.get(readerId) ?? 0) >= messageId) return timeline
  return { ...timeline, readUpTo: new Map([...timeline.readUpTo, [readerId, messageId]]) }
}

/** Whether anybody but its author has read a message. */
export function isSeen(timeline: Timeline, { id, userId, read }: Message): boolean {
  return read || [...timeline.readUpTo].some(([readerId, upTo]) => readerId !== userId && upTo >= id)
}

export const newestId = ({ messages }: Timeline): number => messages.at(-1)?.id ?? 0

/** The newest message of somebody else that this person has not read. */
export const newestUnread = (timeline: Timeline, myId: number): Message | undefined =>
  timeline.messages.findLast((one) => one.userId !== myId && !one.deleted && !isReadBy(timeline, one, myId))

/** The oldest message of somebody else that this person has not read. */
export const oldestUnread = (timeline: Timeline, myId: number): Message | undefined =>
  timeline.messages.find((one) => one.userId !== myId && !one.deleted && !isReadBy(timeline, one, myId))

const isReadBy = ({ readUpTo }: Timeline, { id, read }: Message, readerId: number): boolean =>
  read || (readUpTo.get(readerId) ?? 0) >= id
