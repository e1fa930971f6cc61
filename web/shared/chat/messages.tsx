import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { User } from '#contract/users'
import { type LocalDay, localDay } from '#domain/cairo'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useConnectionState } from '../../platform/connection-state.ts'
import { useFormat } from '../../platform/format.ts'
import { createEventStore, useStore } from '../../platform/store.ts'
import { Button } from '../../ui/button.tsx'
import { Bubble } from './bubble.tsx'
import type { MessageActions } from './bubble-menu.tsx'
import { markAsRead } from './changes.ts'
import { type RoomView, useOutgoing } from './chat-state.ts'
import { loadOlder } from './history.ts'
import { MessageList } from './message-list.tsx'
import { reportUntilKnown } from './read-receipts.ts'
import { type Row, rowsOf } from './rows.ts'
import { newestUnread, oldestUnread, type Timeline } from './timeline.ts'

/** The other member, as far as a conversation shows them. */
export type ChatPartner = { id: number; name: string; gender: 'male' | 'female' | null; image: string | null }

type MessagesProps = {
  roomId: number
  room: RoomView
  me: User
  other: ChatPartner
  actions: MessageActions
  /** In place of a conversation without messages. */
  empty: ReactNode
}

export function Messages({ roomId, room, me, other, actions, empty }: MessagesProps) {
  const t = useMessages(chat)
  const outgoing = useOutgoing(roomId)
  const unread = useUnreadMark(room.timeline, me.id, outgoing.length > 0)
  const rows = useMemo(() => rowsOf(room, outgoing, me.id, unread), [room, outgoing, me.id, unread])
  const onSeen = useReadReceipts(roomId, room.timeline, me.id)
  const onNearStart = useCallback(() => {
    if (room.hasOlder && !room.isLoading && room.failure === null) void loadOlder(roomId)
  }, [roomId, room.hasOlder, room.isLoading, room.failure])
  if (rows.length === 0) return <div className="min-h-0 flex-1 overflow-y-auto">{empty}</div>
  return (
    <MessageList
      rows={rows}
      label={t('list.label', { name: other.name })}
      onNearStart={onNearStart}
      onSeen={onSeen}
      top={<Top room={room} onRetry={() => void loadOlder(roomId)} />}
      renderRow={(row) => <OneRow row={row} other={other} actions={actions} />}
    />
  )
}

function OneRow({ row, other, actions }: { row: Row; other: ChatPartner; actions: MessageActions }) {
  const t = useMessages(chat)
  if (row.kind === 'day') return <Day day={row.day} />
  if (row.kind === 'unread') return <UnreadMark count={row.count} />
  const author = row.message.isMine ? t('message.you') : other.name
  return <Bubble message={row.message} author={author} isFirst={row.isFirst} isLast={row.isLast} actions={actions} />
}

function Day({ day }: { day: LocalDay }) {
  const format = useFormat()
  const today = localDay(useNow(60_000))
  return (
    <p className="flex justify-center py-2">
      <time dateTime={day} className="rounded-full bg-sunken px-3 py-0.5 text-muted text-sm">
        {format.capital(format.nearDay(day, today))}
      </time>
    </p>
  )
}

function UnreadMark({ count }: { count: number }) {
  const t = useMessages(chat)
  return (
    <p className="flex items-center gap-3 px-4 py-2 font-semibold text-accent-ink text-sm before:h-px before:grow before:bg-accent after:h-px after:grow after:bg-accent">
      {t('list.unread', { count })}
    </p>
  )
}

function Top({ room, onRetry }: { room: RoomView; onRetry: () => void }) {
  const t = useMessages(chat)
  if (!room.isLoading && room.failure === null) return null
  return (
    <p
      role="status"
      className="absolute inset-x-0 top-2 z-10 mx-auto flex w-fit items-center gap-2 rounded-full border border-line bg-surface px-4 py-1 text-muted text-sm shadow-raised"
    >
      {t(room.isLoading ? 'list.older' : 'list.olderFailed')}
      {!room.isLoading && (
        <Button size="sm" variant="ghost" onClick={onRetry}>
          {t('list.retry')}
        </Button>
      )}
    </p>
  )
}

/** The unread marker as of opening the room: it stays while the user reads, and disappears when they answer. */
function useUnreadMark(timeline: Timeline, myId: number, hasAnswered: boolean) {
  const [mark, setMark] = useState(() => {
    const first = oldestUnread(timeline, myId)
    if (!first) return null
    const count = timeline.messages.filter(({ id, userId, deleted }) => id >= first.id && userId !== myId && !deleted)
    return { fromId: first.id, count: count.length }
  })
  if (mark && hasAnswered) setMark(null)
  return mark
}

const pageVisible = createEventStore(document, ['visibilitychange'], () => document.visibilityState === 'visible')

/**
 * Reports to the server what has been read: only messages that were on the screen while the page was visible. A report that
 * did not arrive is sent again while both the page is visible and the socket open.
 */
function useReadReceipts(roomId: number, timeline: Timeline, myId: number): (messageId: number) => void {
  const isPageVisible = useStore(pageVisible)
  const isOpen = useConnectionState() === 'open'
  const [seenId, setSeenId] = useState(0)
  const unreadId = newestUnread(timeline, myId)?.id ?? 0
  const upTo = timeline.messages.findLast(
    ({ id, userId, deleted }) => userId !== myId && !deleted && id <= Math.min(seenId, unreadId),
  )?.id
  useEffect(() => {
    if (!isPageVisible || !isOpen || upTo === undefined) return
    return reportUntilKnown(() => markAsRead(roomId, upTo, myId))
  }, [roomId, upTo, myId, isPageVisible, isOpen])
  return useCallback((messageId: number) => setSeenId((before) => Math.max(before, messageId)), [])
}
