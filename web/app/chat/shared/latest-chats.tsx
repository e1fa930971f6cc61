import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RoomSummary } from '#contract/chat'
import { fromIso, type Instant, localDay } from '#domain/cairo'
import { chat } from '#messages/chat'
import { useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { useFormat } from '../../../platform/format.ts'
import { toLine } from '../../../shared/chat/markup.ts'
import { usePresence } from '../../../shared/chat/presence.ts'
import { roomsQuery } from '../../../shared/chat/room-queries.ts'
import { byNewestMessage, isUnanswered } from '../../../shared/chat/rooms.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { CountBadge } from '../../../ui/badge.tsx'
import { Card, SectionHeading } from '../../../ui/card.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { OneLine } from '../../../ui/one-line.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const PREVIEW = 4

type LatestChatsProps = {
  userId: number
  now: Instant
  /** Shows only chats whose last message is unanswered, if there are any. */
  unansweredFirst?: boolean
  /** Omits rooms without a message; renders nothing if no room has one. */
  hidesEmpty?: boolean
}

/** The conversations with the newest messages. */
export function LatestChats({ userId, now, unansweredFirst = false, hidesEmpty = false }: LatestChatsProps) {
  const t = useMessages(chat)
  const query = useQuery(roomsQuery(userId))
  const all = byNewestMessage(query.data?.list ?? [])
  const newest = hidesEmpty ? all.filter(({ latestMessage }) => latestMessage !== null) : all
  const unanswered = unansweredFirst ? newest.filter((room) => isUnanswered(room, userId)) : []
  const rooms = (unanswered.length > 0 ? unanswered : newest).slice(0, PREVIEW)
  if (hidesEmpty && query.data && rooms.length === 0) return null
  return (
    <section>
      <SectionHeading
        title={unanswered.length > 0 ? t('latest.unanswered', { count: unanswered.length }) : t('title')}
        action={
          rooms.length > 0 && (
            <LinkButton to="/chat" variant="ghost" size="sm">
              {t('latest.all')}
            </LinkButton>
          )
        }
      />
      <Card padding="none" className="overflow-hidden">
        <QueryView
          query={query}
          loading={<Skeleton className="m-5 h-40" />}
          empty={() => rooms.length === 0 && <p className="p-6 text-center text-muted">{t('latest.empty')}</p>}
        >
          {() => (
            <ul>
              {rooms.map((room) => (
                <Row key={room.roomId} room={room} now={now} />
              ))}
            </ul>
          )}
        </QueryView>
      </Card>
    </section>
  )
}

function Row({ room, now }: { room: RoomSummary; now: Instant }) {
  const t = useMessages(chat)
  const format = useFormat()
  const { otherMember: other, latestMessage, unreadMessagesCount: unread } = room
  const isOnline = usePresence(other.id) ?? other.online
  const at = latestMessage && fromIso(latestMessage.createdAt)
  const isToday = at !== null && localDay(at) === localDay(now)
  return (
    <li className="border-line not-last:border-b">
      <Link
        to="/chat"
        search={{ room: room.roomId }}
        className="flex min-h-16 items-center gap-3 px-4 py-3 outline-offset-[-2px] hover:bg-sunken"
      >
        <Avatar
          id={other.id}
          name={shownName(other)}
          src={other.image}
          size="sm"
          {...(isOnline ? { online: true } : {})}
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="truncate font-semibold">
              <PersonName>{shownName(other) ?? t('someone')}</PersonName>
            </span>
            {at !== null && (
              <time dateTime={latestMessage?.createdAt} className="ms-auto whitespace-nowrap text-muted text-xs">
                {isToday ? format.time(at) : format.shortDate(localDay(at))}
              </time>
            )}
          </span>
          <span className="flex items-center gap-2 text-muted text-sm">
            <OneLine>{latestMessage ? toLine(latestMessage.text) : t('room.noMessages')}</OneLine>
            <span className="ms-auto">
              <CountBadge
                count={unread > 0 ? format.number(unread) : null}
                label={t('room.unread', { count: unread })}
              />
            </span>
          </span>
        </span>
      </Link>
    </li>
  )
}
