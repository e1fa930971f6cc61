import { clsx } from 'clsx'
import type { InboxEntry } from '#contract/inbox'
import { fromIso } from '#domain/cairo'
import { InboxEntryKind } from '#domain/inbox/entries'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const DELIVERY_TONES: Record<NonNullable<InboxEntry['delivery']>, Tone> = {
  pending: 'info',
  sent: 'success',
  parked: 'danger',
  failed: 'danger',
}

/** The answers and notes of a record, the oldest first. */
export function Thread({ entries }: { entries: readonly InboxEntry[] }) {
  const t = useMessages(staffInbox)
  const format = useFormat()
  if (entries.length === 0) return null
  return (
    <ol aria-label={t('thread')} className="flex flex-col gap-3">
      {entries.map(({ id, kind, text, author, createdAt, delivery }) => (
        <li
          key={id}
          className={clsx('rounded-card p-3', kind === InboxEntryKind.Note ? 'bg-accent-soft' : 'bg-brand-soft')}
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <strong>{staffInbox.entries[kind]}</strong>
            <span>{author.name ?? <bdi translate="no">{author.email}</bdi>}</span>
            <time dateTime={createdAt} className="text-muted">
              {format.moment(fromIso(createdAt))}
            </time>
            {delivery && <Badge tone={DELIVERY_TONES[delivery]}>{t(`delivery.${delivery}`)}</Badge>}
          </p>
          <p dir="auto" lang={writtenIn(text)} className="mt-1.5 whitespace-pre-wrap break-words">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}
