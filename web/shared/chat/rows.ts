import type { Message } from '#contract/message'
import { fromIso, type Instant, type LocalDay, localDay, minutes } from '#domain/cairo'
import type { RoomView } from './chat-state.ts'
import type { Outgoing, SendRefusal } from './outgoing.ts'
import { isSeen } from './timeline.ts'

/** The delivery state of an own message. */
export type DeliveryState = 'waiting' | 'sent' | 'seen' | 'failed'

/** A displayed message, whether or not it is stored on the server yet. */
export type ShownMessage = {
  /** Null until it is stored on the server. */
  id: number | null
  userId: number
  text: string
  at: Instant
  isMine: boolean
  progress: DeliveryState
  refusal: SendRefusal | null
  edited: boolean
  deleted: boolean
  /** The entry of the outbox, to be sent again or discarded. */
  outgoing: Outgoing | null
}

export type Row =
  | { kind: 'day'; key: string; day: LocalDay }
  | { kind: 'unread'; key: string; count: number }
  | { kind: 'message'; key: string; message: ShownMessage; isFirst: boolean; isLast: boolean }

/** Messages of one person that follow each other within this time are one group. */
const GROUP_WITHIN_MS = minutes(5)

function shown(message: Message, { timeline, changes }: RoomView, myId: number): ShownMessage {
  const change = changes.get(message.id)
  const isMine = message.userId === myId
  return {
    id: message.id,
    userId: message.userId,
    at: fromIso(message.createdAt),
    isMine,
    refusal: null,
    outgoing: null,
    text: change?.kind === 'edit' ? change.text : message.text,
    progress: isSeen(timeline, message) ? 'seen' : 'sent',
    edited: message.edited || change?.kind === 'edit',
    deleted: message.deleted || change?.kind === 'delete',
  }
}

const shownOutgoing = (one: Outgoing, myId: number): ShownMessage => ({
  id: null,
  userId: myId,
  text: one.text,
  at: one.writtenAt,
  isMine: true,
  refusal: one.refusal,
  outgoing: one,
  edited: false,
  deleted: false,
  progress: one.state === 'failed' ? 'failed' : one.state === 'stored' ? 'sent' : 'waiting',
})

const isSameGroup = (one: ShownMessage | undefined, other: ShownMessage | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.userId === other.userId &&
  localDay(one.at) === localDay(other.at) &&
  Math.abs(other.at - one.at) < GROUP_WITHIN_MS

type Shown = { key: string; message: ShownMessage }

/** The server's messages in the order of the room, then this person's outgoing ones. */
function allShown(room: RoomView, outgoing: readonly Outgoing[], myId: number): Shown[] {
  const stored = room.timeline.messages.map((one) => ({
    // The same key before and after it is stored: otherwise React would make a new bubble, and it would jump.
    key: one.refId ?? `id-${one.id}`,
    message: shown(one, room, myId),
  }))
  return [...stored, ...outgoing.map((one) => ({ key: one.refId, message: shownOutgoing(one, myId) }))]
}

/**
 * A conversation as rows, oldest first: days of Cairo, the mark before what was unread when the room was opened, and
 * messages in groups of one person.
 */
export function rowsOf(
  room: RoomView,
  outgoing: readonly Outgoing[],
  myId: number,
  unread: { fromId: number; count: number } | null,
): Row[] {
  const all = allShown(room, outgoing, myId)
  return all.flatMap(({ key, message }, place): Row[] => {
    const [before, after] = [all[place - 1]?.message, all[place + 1]?.message]
    const day = localDay(message.at)
    const isNewDay = before === undefined || localDay(before.at) !== day
    const isMark = unread !== null && message.id === unread.fromId
    const isBeforeMark = unread !== null && after?.id === unread.fromId
    return [
      ...(isNewDay ? [{ kind: 'day' as const, key: `day-${day}-${key}`, day }] : []),
      ...(isMark ? [{ kind: 'unread' as const, key: 'unread', count: unread.count }] : []),
      {
        kind: 'message' as const,
        key,
        message,
        isFirst: isMark || !isSameGroup(before, message),
        isLast: isBeforeMark || !isSameGroup(message, after),
      },
    ]
  })
}
