import { ChevronRight } from 'lucide-react'
import type { QueueEntry } from '#contract/dashboard'
import { fromIso, type Instant } from '#domain/cairo'
import { isToday, latenessOf } from '#domain/staff/dashboard-queue'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ActivateButton } from './activate-button.tsx'
import { kindLooks } from './kinds.ts'
import { QueueLine, StaffLink } from './queue-line.tsx'

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
            <QueueLine kind={kind} item={item} now={now} />
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
  if (isToday(entry.kind)) return <p className="text-muted text-sm">{t('waiting.next', { age })}</p>
  const lateness = latenessOf(entry.kind, at, now)
  const words = t('waiting.oldest', { age })
  if (lateness === 'in-time') return <p className="text-muted text-sm">{words}</p>
  return <Badge tone={lateness === 'late' ? 'warning' : 'danger'}>{words}</Badge>
}
