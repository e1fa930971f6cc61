import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Bell, BellOff, EllipsisVertical, Pin, PinOff } from 'lucide-react'
import type { RoomSummary } from '#contract/chat'
import { fromIso, localDay } from '#domain/cairo'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { MinorBadge } from '../../shared/account/minor-badge.tsx'
import { toLine } from '../../shared/chat/markup.ts'
import { usePresence } from '../../shared/chat/presence.ts'
import { ProgressMark } from '../../shared/chat/progress-mark.tsx'
import { useTyping } from '../../shared/chat/typing.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { useFocusAcrossLists } from '../../ui/focus-hooks.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { OneLine } from '../../ui/one-line.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { useSetRoom } from './mutations.ts'
import { usePresenceWords } from './presence-words.ts'

/** One room: the partner, the last message, and the unread count. The name's link covers the row; the menu is above it. */
export function RoomRow({ room, isActive }: { room: RoomSummary; isActive: boolean }) {
  const t = useMessages(chat)
  const { otherMember: other, settings } = room
  const isOnline = usePresence(other.id) ?? other.online
  const unread = isActive ? 0 : room.unreadMessagesCount
  return (
    <li
      className={clsx(
        'group/room relative flex min-h-18 items-center gap-3 rounded-control px-3 py-2 hover:bg-sunken',
        isActive && 'bg-brand-soft hover:bg-brand-soft',
      )}
    >
      <Avatar id={other.id} name={shownName(other)} src={other.image} {...(isOnline ? { online: true } : {})} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <Link
            to="/chat"
            search={{ room: room.roomId }}
            data-room={room.roomId}
            aria-current={isActive ? 'page' : undefined}
            className={clsx(
              'truncate after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus',
              unread > 0 ? 'font-bold' : 'font-semibold',
            )}
          >
            <PersonName>{shownName(other) ?? t('someone')}</PersonName>
          </Link>
          {other.isMinor && <MinorBadge />}
          {settings.muted && (
            <span title={t('room.muted')} className="shrink-0 self-center text-muted">
              <BellOff aria-hidden className="size-3.5" />
              <span className="sr-only">{t('room.muted')}</span>
            </span>
          )}
          <LastTime room={room} />
        </div>
        <div className="flex items-center gap-2">
          <Preview room={room} isUnread={unread > 0} isOnline={isOnline} />
          <UnreadCount count={unread} />
        </div>
      </div>
      <RoomMenu room={room} />
    </li>
  )
}

function LastTime({ room: { latestMessage } }: { room: RoomSummary }) {
  const format = useFormat()
  const now = useNow(60_000)
  if (!latestMessage) return null
  const at = fromIso(latestMessage.createdAt)
  const isToday = localDay(at) === localDay(now)
  return (
    <time dateTime={latestMessage.createdAt} className="ms-auto shrink-0 whitespace-nowrap text-muted text-xs">
      {isToday ? format.time(at) : format.shortDate(localDay(at))}
    </time>
  )
}

function UnreadCount({ count }: { count: number }) {
  const t = useMessages(chat)
  const format = useFormat()
  return <CountBadge count={count > 0 ? format.number(count) : null} label={t('room.unread', { count })} />
}

type PreviewProps = { room: RoomSummary; isUnread: boolean; isOnline: boolean }

function Preview({ room: { roomId, latestMessage, otherMember: other }, isUnread, isOnline }: PreviewProps) {
  const t = useMessages(chat)
  const me = useMe()
  const presence = usePresenceWords(other, isOnline)
  const isTyping = useTyping(roomId) === other.id
  if (isTyping)
    return (
      <p className="min-w-0 flex-1 truncate font-semibold text-brand-ink text-sm">
        {t(other.gender === 'female' ? 'typing.shortF' : 'typing.short')}
      </p>
    )
  const isMine = latestMessage?.userId === me.id
  return (
    <p
      className={clsx(
        'flex min-w-0 flex-1 items-center gap-1 text-sm',
        isUnread ? 'font-semibold text-ink' : 'text-muted',
      )}
    >
      {latestMessage && isMine && <ProgressMark progress={latestMessage.read ? 'seen' : 'sent'} className="shrink-0" />}
      <OneLine>{latestMessage ? toLine(latestMessage.text) : presence}</OneLine>
    </p>
  )
}

function RoomMenu({ room: { roomId, settings, otherMember } }: { room: RoomSummary }) {
  const t = useMessages(chat)
  const { mutate } = useSetRoom()
  const { element: button, isMoving } = useFocusAcrossLists<HTMLButtonElement>(roomId)
  const { pinned, muted } = settings
  const label = t('room.actions', { name: shownName(otherMember) ?? t('someone') })
  const pin = () => {
    isMoving.current = true
    const onSettled = () => {
      isMoving.current = false
    }
    mutate({ roomId, changes: { pinned: !pinned } }, { onSettled })
  }
  return (
    <div className="relative rounded-control opacity-0 focus-within:opacity-100 group-hover/room:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-70 pointer-fine:absolute pointer-fine:inset-e-1 pointer-fine:bg-inherit">
      <Menu
        label={label}
        trigger={<IconButton ref={button} icon={EllipsisVertical} label={label} />}
        items={[
          {
            label: t(pinned ? 'room.unpin' : 'room.pin'),
            icon: pinned ? PinOff : Pin,
            onSelect: pin,
          },
          {
            label: t(muted ? 'room.unmute' : 'room.mute'),
            icon: muted ? Bell : BellOff,
            onSelect: () => mutate({ roomId, changes: { muted: !muted } }),
          },
        ]}
      />
    </div>
  )
}
