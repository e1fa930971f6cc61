import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { QueueItem } from '#contract/dashboard'
import { fromIso, type Instant } from '#domain/cairo'
import type { QueueKind } from '#domain/staff/dashboard-queue'
import { messageTemplates } from '#messages/message-templates'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { OneLine } from '../../ui/one-line.tsx'
import { kindLooks, type StaffAddress } from './kinds.ts'

const templates: Readonly<Record<string, string>> = messageTemplates

/** The title of a message is its template's name, which has its own text. */
const titleOf = (kind: QueueKind, { title }: QueueItem): string | null =>
  kind === 'message' && title !== null ? (templates[title] ?? title) : title

type QueueLineProps = { kind: QueueKind; item: QueueItem; now: Instant; onFollow?: () => void }

/** One thing that waits: whose it is and since when, as a link to where it is decided. */
export function QueueLine({ kind, item, now, onFollow }: QueueLineProps) {
  const t = useMessages(staffHome)
  const format = useFormat()
  const { person, owner, amount, trouble, since } = item
  const title = titleOf(kind, item)
  const name = person ? (person.name ?? t('waiting.someone', { id: String(person.id) })) : null
  const details = [
    trouble && t(`troubles.${trouble}`),
    name && title,
    amount !== null && format.money(amount),
    owner && owner.id !== person?.id && owner.name && t('waiting.owner', { name: owner.name }),
  ].filter((part) => typeof part === 'string')
  const age = (
    <time dateTime={since} className="shrink-0 text-muted text-xs">
      {format.capital(format.relative(fromIso(since), now))}
    </time>
  )
  // Beside a button a row has no width left for both.
  const isAgeBelow = kind === 'activation'
  return (
    <StaffLink
      to={kindLooks[kind].one(item)}
      {...(onFollow ? { onFollow } : {})}
      className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-sunken"
    >
      {person && <Avatar id={person.id} name={name ?? ''} src={person.image} size="sm" />}
      <span className="min-w-0 flex-1 leading-snug">
        <bdi translate="no" className="block truncate font-semibold">
          {name ?? title}
        </bdi>
        {details.length > 0 && (
          <span className="text-muted text-sm">
            <OneLine>{details.join(' · ')}</OneLine>
          </span>
        )}
        {isAgeBelow && age}
      </span>
      {!isAgeBelow && age}
    </StaffLink>
  )
}

type StaffLinkProps = { to: StaffAddress; onFollow?: () => void; className?: string; children: ReactNode }

/** A link to an address that is chosen at run time. */
export function StaffLink({ to, onFollow, className, children }: StaffLinkProps) {
  return (
    <Link {...to} {...(onFollow ? { onClick: onFollow } : {})} className={className}>
      {children}
    </Link>
  )
}
