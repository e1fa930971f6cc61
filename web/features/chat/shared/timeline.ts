import type { Message } from '#contract/chat'

/**
 * What is known of a room's messages, oldest first, without a gap from the oldest to the newest. Pages of history and
 * live events are merged in whatever order they arrive: every merge gives the same end, nothing appears twice.
 */
export type Timeline = {
  readonly messages: readonly Message[]
  readonly deletedIds: ReadonlySet<number>
  /** Reader -> the newest message that they have read; what lies before it is read too. */
  readonly readUpTo: ReadonlyMap<number, number>
  /** Edited messages from before the oldest that is known: they wait for their page. */
  readonly aside: ReadonlyMap<number, Message>
}

export const emptyTimeline: Timeline = { messages: [], deletedIds: new Set(), readUpTo: new Map(), aside: new Map() }

/** A fixed order of two versions, so that it does not matter which of them is heard of first. */
const rankOf = ({ updatedAt, edited, text }: Message): string => `${updatedAt} ${edited ? 1 : 0} ${text}`

function joined(one: Message, other: Message): Message {
  const [older, newer] = rankOf(one) <= rankOf(other) ? [one, other] : [other, one]
  return {
    ...newer,
    refId: newer.refId ?? older.refId,
    read: one.read || other.read,
    edited: one.edited || other.edited,
    deleted: one.deleted || other.deleted,
  }
}

/** Messages as the server tells them: new ones find their place, known ones take what is newer. */
export function withMessages(timeline: Timeline, incoming: readonly Message[]): Timeline {
  if (incoming.length === 0) return timeline
  const byId = new Map(timeline.messages.map((message) => [message.id, message]))
  for (const message of incoming) {
    const known = byId.get(message.id) ?? timeline.aside.get(message.id)
    const next = known ? joined(known, message) : message
    byId.set(message.id, timeline.deletedIds.has(next.id) ? { ...next, deleted: true } : next)
  }
  const messages = [...byId.values()].sort((one, other) => one.id - other.id)
  return { ...timeline, messages }
}

/** A message that was edited: shown only among its neighbours. */
export function withEdited(timeline: Timeline, edited: Message): Timeline {
  const oldest = timeline.messages[0]?.id ?? Number.POSITIVE_INFINITY
  if (edited.id >= oldest) return withMessages(timeline, [edited])
  const before = timeline.aside.get(edited.id)
  return { ...timeline, aside: new Map([...timeline.aside, [edited.id, before ? joined(before, edited) : edited]]) }
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
 * A stretch of history. It leaves out what was deleted: whatever is known between its ends and is not in it, was. `reach`
 * widens the ends, where it is known that the stretch holds all from or up to there.
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

/** Whether somebody other than its author has read a message. */
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
