import type { Message } from '#contract/chat'
import { fromIso, type Instant, type LocalDay, localDay, minutes } from '#domain/cairo'
import type { RoomView } from './chat-state.ts'
import type { Outgoing, Refusal } from './outgoing.ts'
import { isSeen } from './timeline.ts'

/** How far a message of one's own has come. */
export type Progress = 'waiting' | 'sent' | 'seen' | 'failed'

/** A message as it is shown, whether the server knows it yet or not. */
export type ShownMessage = {
  /** Null until the server has told of it. */
  id: number | null
  userId: number
  text: string
  at: Instant
  isMine: boolean
  progress: Progress
  refusal: Refusal | null
  edited: boolean
  deleted: boolean
  /** What is still on the device, to be sent again or given up. */
  outgoing: Outgoing | null
}

export type Row =
  | { kind: 'day'; key: string; day: LocalDay }
  | { kind: 'unread'; key: string; count: number }
  | { kind: 'message'; key: string; message: ShownMessage; isFirst: boolean; isLast: boolean }

/** Messages of one person that follow each other within this stand together. */
const TOGETHER_MS = minutes(5)

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

const isTogether = (one: ShownMessage | undefined, other: ShownMessage | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.userId === other.userId &&
  localDay(one.at) === localDay(other.at) &&
  Math.abs(other.at - one.at) < TOGETHER_MS

type Shown = { key: string; message: ShownMessage }

/** The server's messages in the order of the room, then what this person has written and the server has not told of. */
function allShown(room: RoomView, outgoing: readonly Outgoing[], myId: number): Shown[] {
  const told = room.timeline.messages.map((one) => ({
    // The same before and after the server has told of it: the bubble stays where it is.
    key: one.refId ?? `id-${one.id}`,
    message: shown(one, room, myId),
  }))
  return [...told, ...outgoing.map((one) => ({ key: one.refId, message: shownOutgoing(one, myId) }))]
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
        isFirst: isMark || !isTogether(before, message),
        isLast: isBeforeMark || !isTogether(message, after),
      },
    ]
  })
}
