import { useQuery } from '@tanstack/react-query'
import { PartyPopper } from 'lucide-react'
import type { QueueEntry, QueueItem } from '#contract/dashboard'
import { fromIso, type Instant } from '#domain/cairo'
import { attentionOf, latenessOf, type QueueKind } from '#domain/staff/dashboard-queue'
import { staffAttention } from '#messages/staff-attention'
import { staffHome } from '#messages/staff-home'
import { useMessages } from '../../../messages/messages.ts'
import { useNow } from '../../../platform/clock.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { kindLooks } from '../kinds.ts'
import { QueueLine, StaffLink } from '../queue-line.tsx'
import { queueQuery } from './queue-query.ts'

const TICK = 30_000

/** What of one kind is listed in a section, and how many there are. */
type Group = { kind: QueueKind; count: number; items: readonly QueueItem[] }

const isLate = (kind: QueueKind, { since }: QueueItem, now: Instant): boolean =>
  latenessOf(kind, fromIso(since), now) !== 'in-time'

const mineOf = ({ kind, mine }: QueueEntry): Group => ({ kind, count: mine.count, items: mine.items })

/** What has waited too long and is not the reader's, so that each thing is listed once. */
function lateOf({ kind, items, late, mine }: QueueEntry, now: Instant): Group {
  const own = new Set(mine.items.map(({ id }) => id))
  return {
    kind,
    count: late - mine.late,
    items: items.filter((item) => isLate(kind, item, now) && !own.has(item.id)),
  }
}

/** The notification centre: what is the reader's and what has waited too long, by kind (docs/rules/staff.md 14.2). */
export function AttentionPanel({ onClose }: { onClose: () => void }) {
  const t = useMessages(staffAttention)
  const queue = useQuery(queueQuery)
  const now = useNow(TICK)
  const count = attentionOf(queue.data?.kinds ?? [])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      {...(count > 0 ? { description: t('text', { count }) } : {})}
      size="lg"
    >
      <QueryView
        query={queue}
        loading={<Spinner />}
        empty={() =>
          count === 0 && <EmptyState icon={PartyPopper} title={t('nothing')} text={t('nothingText')} headingLevel={3} />
        }
      >
        {({ kinds }) => (
          <div className="flex flex-col gap-6">
            <Section title={t('mine')} groups={kinds.map(mineOf)} marksLate now={now} onFollow={onClose} />
            <Section title={t('late')} groups={kinds.map((entry) => lateOf(entry, now))} now={now} onFollow={onClose} />
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

type LinesProps = { marksLate?: boolean; now: Instant; onFollow: () => void }

function Section({ title, groups, ...rest }: LinesProps & { title: string; groups: readonly Group[] }) {
  const shown = groups.filter(({ count }) => count > 0)
  if (shown.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-lg">{title}</h3>
      <ul className="flex flex-col gap-4">
        {shown.map((group) => (
          <li key={group.kind}>
            <KindGroup group={group} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function KindGroup({ group, marksLate = false, now, onFollow }: LinesProps & { group: Group }) {
  const t = useMessages(staffAttention)
  const name = useMessages(staffHome)(`kinds.${group.kind}`)
  const { kind, count, items } = group
  const { icon: Glyph, all } = kindLooks[kind]
  return (
    <>
      <div className="flex items-center gap-2">
        <Glyph aria-hidden className="size-5 shrink-0 text-brand-ink" />
        <h4 className="min-w-0 flex-1 font-semibold text-base">{name}</h4>
        <StaffLink
          to={all}
          onFollow={onFollow}
          className="touch inline-flex items-center rounded-control px-2 font-semibold text-brand-ink text-sm hover:bg-brand-soft"
        >
          {t('all', { count })}
          <span className="sr-only">: {name}</span>
        </StaffLink>
      </div>
      <ul>
        {items.map((item) => (
          <li key={`${item.trouble} ${item.id}`} className="flex items-center gap-2">
            <QueueLine kind={kind} item={item} now={now} onFollow={onFollow} />
            {marksLate && isLate(kind, item, now) && <Badge tone="warning">{t('isLate')}</Badge>}
          </li>
        ))}
      </ul>
    </>
  )
}
