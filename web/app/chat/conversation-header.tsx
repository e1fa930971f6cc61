import { Link } from '@tanstack/react-router'
import { ArrowLeft, CalendarPlus } from 'lucide-react'
import { isStudent, isTutorSide, type Role } from '#domain/roles'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { MinorBadge } from '../../shared/account/minor-badge.tsx'
import { usePresence } from '../../shared/chat/presence.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { usePresenceWords } from './presence-words.ts'

export type PartnerDetails = {
  id: number
  name: string
  gender: 'male' | 'female' | null
  image: string | null
  role: Role
  /** Absent where no room says it. */
  isMinor?: boolean
  lastSeen: string | null
  /** Null if unknown: a person with whom no room is listed. */
  online: boolean | null
}

export const headerBar = 'flex min-h-16 shrink-0 items-center gap-3 border-line border-b bg-surface px-3 py-2 sm:px-4'

/** The link back on a narrow screen, where the conversation takes the rooms' place. */
export function BackToRooms() {
  const t = useMessages(chat)
  return (
    <Link
      to="/chat"
      aria-label={t('header.back')}
      className="touch grid shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink lg:hidden"
    >
      <ArrowLeft aria-hidden className="mirror size-5" />
    </Link>
  )
}

/** The partner, whether they are online, and for a student the button that books a lesson with them. */
export function ConversationHeader({ partner }: { partner: PartnerDetails }) {
  const t = useMessages(chat)
  const me = useMe()
  const openBooking = useDialog('booking')
  const isOnline = usePresence(partner.id) ?? partner.online
  const presence = usePresenceWords(partner, isOnline === true)
  const isTutor = isTutorSide(partner.role)
  return (
    <header className={headerBar}>
      <BackToRooms />
      <Avatar
        id={partner.id}
        name={partner.name}
        src={partner.image}
        {...(isOnline ? { online: true } : {})}
        size="sm"
        eager
      />
      <div className="min-w-0 flex-1 leading-tight">
        <h2 data-conversation tabIndex={-1} className="text-base">
          {isTutor ? (
            <Link
              to="/t/$id"
              params={{ id: String(partner.id) }}
              className="rounded hover:text-brand-ink hover:underline"
            >
              <PersonName>{partner.name}</PersonName>
            </Link>
          ) : (
            <>
              <PersonName>{partner.name}</PersonName> {partner.isMinor && <MinorBadge />}
            </>
          )}
        </h2>
        {isOnline !== null && <p className="text-muted text-sm">{presence}</p>}
      </div>
      {isStudent(me.role) && isTutor && (
        <Button
          size="sm"
          icon={CalendarPlus}
          aria-label={t('header.bookWith', { name: partner.name })}
          onClick={() => openBooking({ tutorId: partner.id })}
        >
          {t('header.book')}
        </Button>
      )}
    </header>
  )
}
