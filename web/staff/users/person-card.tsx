import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, BadgeX, Power, ShieldOff, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { isTutorSide } from '#domain/roles'
import { enums } from '#messages/enums'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { RecordPresence } from '../audit/shared/record-presence.tsx'
import { personFileQuery, sessionsQuery, tutorMetaQuery } from './queries.ts'

/** The portrait, the state of the account, and the contact data. */
export function PersonCard({ person }: { person: User }) {
  const { data: sessions } = useQuery(sessionsQuery(person.id))
  const name = displayNameOf(person)
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar
          id={person.id}
          name={name}
          src={person.image}
          size="lg"
          eager
          {...(sessions ? { online: sessions.online } : {})}
        />
        <Chips person={person} isOnline={sessions?.online} />
      </div>
      <Team id={person.id} />
      <RecordPresence kind="user" id={person.id} />
      <Facts person={person} lastSeen={sessions?.lastSeen} isOnline={sessions?.online} />
    </Card>
  )
}

function Chips({ person, isOnline }: { person: User; isOnline: boolean | undefined }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const { data: tutor } = useQuery({ ...tutorMetaQuery(person.id), enabled: isTutorSide(person.role) })
  return (
    <ul aria-label={t('chips.label')} className="flex min-w-0 flex-wrap gap-1.5">
      <Chip>
        <Badge tone="brand">{enums.role[person.role]}</Badge>
      </Chip>
      {isOnline !== undefined && (
        <Chip>
          <Badge tone={isOnline ? 'success' : 'neutral'}>{t(isOnline ? 'chips.online' : 'chips.offline')}</Badge>
        </Chip>
      )}
      {tutor && (
        <Chip>
          <Badge tone={tutor.activated ? 'success' : 'warning'} icon={tutor.activated ? UserRoundCheck : Power}>
            {t(tutor.activated ? 'chips.activated' : 'chips.inactive')}
          </Badge>
        </Chip>
      )}
      {tutor?.bypassOnboarding && (
        <Chip>
          <Badge tone="info" icon={ShieldOff}>
            {t('chips.bypass')}
          </Badge>
        </Chip>
      )}
      <Chip>
        <Badge tone={person.verifiedEmail ? 'success' : 'warning'} icon={person.verifiedEmail ? BadgeCheck : BadgeX}>
          {t(person.verifiedEmail ? 'chips.emailVerified' : 'chips.emailUnverified')}
        </Badge>
      </Chip>
      {person.phone && (
        <Chip>
          <Badge tone={person.verifiedPhone ? 'success' : 'warning'} icon={person.verifiedPhone ? BadgeCheck : BadgeX}>
            {t(person.verifiedPhone ? 'chips.phoneVerified' : 'chips.phoneUnverified')}
          </Badge>
        </Chip>
      )}
      {person.erasedAfter && (
        <Chip>
          <Badge tone="danger">{t('chips.erasedAfter', { day: format.fullDay(fromIso(person.erasedAfter)) })}</Badge>
        </Chip>
      )}
      {!person.hasPassword && (
        <Chip>
          <Badge>{t('chips.noPassword')}</Badge>
        </Chip>
      )}
    </ul>
  )
}

/** Who of the staff looks after the person, the tags, and the notes that were pinned (docs/rules/staff.md 10.7). */
function Team({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const { data: file } = useQuery(personFileQuery(id))
  if (!file) return null
  const pinned = file.notes.filter((note) => note.pinned)
  if (!file.owner && file.tags.length === 0 && pinned.length === 0) return null
  return (
    <section aria-label={t('team.title')} className="flex flex-col gap-2">
      <ul className="flex flex-wrap gap-1.5 empty:hidden">
        {file.owner && (
          <Chip>
            <Badge tone="info">{t('team.ownedBy', { name: file.owner.name ?? file.owner.email })}</Badge>
          </Chip>
        )}
        {file.tags.map((tag) => (
          <Chip key={tag}>
            <Badge>{tag}</Badge>
          </Chip>
        ))}
      </ul>
      {pinned.map(({ id, text, author }) => (
        <p key={id} className="rounded-control bg-accent-soft px-3 py-2 text-sm">
          <span dir="auto" lang={writtenIn(text)} className="line-clamp-3 whitespace-pre-wrap break-words">
            {text}
          </span>
          <bdi translate="no" className="text-muted">
            {author.name ?? author.email}
          </bdi>
        </p>
      ))}
    </section>
  )
}

function Chip({ children }: { children: ReactNode }) {
  return <li>{children}</li>
}

type FactsProps = { person: User; lastSeen: string | null | undefined; isOnline: boolean | undefined }

function Facts({ person, lastSeen, isOnline }: FactsProps) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const now = useNow(60_000)
  const seen = isOnline
    ? t('chips.online')
    : lastSeen
      ? format.capital(format.relative(fromIso(lastSeen), now))
      : t('facts.never')
  return (
    <dl
      aria-label={t('facts.label')}
      className="grid gap-x-8 gap-y-2 sm:grid-cols-2 lg:grid-cols-3 xl:flex xl:flex-wrap"
    >
      <Fact label={t('facts.id')}>
        <Copyable text={String(person.id)} />
      </Fact>
      <Fact label={t('facts.email')}>
        <Copyable text={person.email} />
      </Fact>
      <Fact label={t('facts.phone')}>{person.phone ? <Copyable text={person.phone} /> : t('facts.none')}</Fact>
      <Fact label={t('facts.created')}>{format.fullDay(fromIso(person.createdAt))}</Fact>
      <Fact label={t('facts.lastSeen')}>{lastSeen === undefined ? t('facts.none') : seen}</Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4">
      <dt className="shrink-0 text-muted text-sm">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
