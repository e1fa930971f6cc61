import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QueueEntry, QueueItem } from '#contract/dashboard'
import { fromIso, type Instant } from '#domain/cairo'
import { messageTemplates } from '#messages/message-templates'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { OneLine } from '../../ui/one-line.tsx'
import { ActivateButton } from './activate-button.tsx'
import { kindLooks, type StaffAddress } from './kinds.ts'
import { isToday, latenessOf } from './queue-age.ts'

/** One kind of pending decisions: the number, the oldest, and the first ones with links to where they are decided. */
export function QueueCard({ entry, now }: { entry: QueueEntry; now: Instant }) {
  const t = useMessages(staffHome)
  const { kind, count, isMore, oldest, items } = entry
  const { icon: Glyph, all } = kindLooks[kind]
  const name = t(`kinds.${kind}`)
  return (
    <Card padding="none" className="flex h-full flex-col">
      <div className="flex items-center gap-3 px-4 pt-4 pb-2">
        <span className="grid size-10 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-ink">
          <Glyph aria-hidden className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="text-base">{name}</h3>
          {oldest !== null && <Oldest entry={entry} at={fromIso(oldest)} now={now} />}
        </div>
        <Count count={count} isMore={isMore} />
      </div>
      <ul className="flex-1 px-2">
        {items.map((item) => (
          <li key={`${item.trouble} ${item.id}`} className="flex items-center gap-2">
            <Item entry={entry} item={item} now={now} />
            {kind === 'activation' && (
              <ActivateButton id={item.id} name={item.person?.name ?? t('waiting.someone', { id: String(item.id) })} />
            )}
          </li>
        ))}
      </ul>
      <StaffLink
        to={all}
        className="m-2 flex min-h-11 items-center justify-center gap-1 rounded-control font-semibold text-brand-ink text-sm hover:bg-brand-soft"
      >
        {t('waiting.all')}
        <span className="sr-only">: {name}</span>
        <ChevronRight aria-hidden className="mirror size-4" />
      </StaffLink>
    </Card>
  )
}

function Count({ count, isMore }: Pick<QueueEntry, 'count' | 'isMore'>) {
  const t = useMessages(staffHome)
  const format = useFormat()
  return (
    <strong translate="no" className="figures text-2xl leading-none">
      <span aria-hidden>{isMore ? t('waiting.more', { count }) : format.number(count)}</span>
      <span className="sr-only">{t(isMore ? 'waiting.countMoreLabel' : 'waiting.countLabel', { count })}</span>
    </strong>
  )
}

function Oldest({ entry, at, now }: { entry: QueueEntry; at: Instant; now: Instant }) {
  const t = useMessages(staffHome)
  const format = useFormat()
  const age = format.relative(at, now)
  if (isToday(entry)) return <p className="text-muted text-sm">{t('waiting.next', { age })}</p>
  const lateness = latenessOf(at, now)
  const words = t('waiting.oldest', { age })
  return lateness === 'neutral' ? <p className="text-muted text-sm">{words}</p> : <Badge tone={lateness}>{words}</Badge>
}

const templates: Readonly<Record<string, string>> = messageTemplates

/** The title of a message is its template's name, which has its own text. */
const titleOf = ({ kind }: QueueEntry, { title }: QueueItem): string | null =>
  kind === 'message' && title !== null ? (templates[title] ?? title) : title

function Item({ entry, item, now }: { entry: QueueEntry; item: QueueItem; now: Instant }) {
  const t = useMessages(staffHome)
  const format = useFormat()
  const { person, owner, amount, trouble, since } = item
  const title = titleOf(entry, item)
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
  const isAgeBelow = entry.kind === 'activation'
  return (
    <StaffLink
      to={kindLooks[entry.kind].one(item)}
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

/** A link to an address that is chosen at run time. */
function StaffLink({ to, className, children }: { to: StaffAddress; className?: string; children: ReactNode }) {
  return (
    <Link {...to} className={className}>
      {children}
    </Link>
  )
}
