import { Link, type LinkProps } from '@tanstack/react-router'
import type { AuditEntry } from '#contract/audit'
import { fromIso } from '#domain/cairo'
import { staffAudit } from '#messages/staff-audit'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { RowLink } from '../table/shared/data-list.tsx'
import { ActorName } from './actor-name.tsx'
import { ChangeTable } from './change-table.tsx'
import { entryWord, kindWord } from './words.ts'

/** One write: who, when, why, in which request, and each field before and after. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const t = useMessages(staffAudit)
  const format = useFormat()
  const { actor, at, reason, requestId, targetKind, targetId, before, after } = entry
  const link = recordLinkOf(entry)
  const ofRecord = targetId !== null && {
    to: '/audit',
    search: { targetKinds: targetKind, targetIds: String(targetId) },
  }
  return (
    <Dialog open onClose={onClose} size="lg" title={entryWord(entry)} description={format.moment(fromIso(at))}>
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
          <dt className="text-muted">{t('columns.actor')}</dt>
          <dd>
            <ActorName actor={actor} />
          </dd>
          <dt className="text-muted">{t('columns.record')}</dt>
          <dd className="flex flex-wrap items-center gap-x-4">
            <span>{kindWord(targetKind)}</span>
            {targetId !== null && <Copyable text={String(targetId)} />}
            {link && (
              <Link {...(link as LinkProps)} className="text-brand-ink underline">
                {t('open')}
              </Link>
            )}
            {ofRecord && (
              <Link {...(ofRecord as LinkProps)} onClick={onClose} className="text-brand-ink underline">
                {t('ofRecord')}
              </Link>
            )}
          </dd>
          <dt className="text-muted">{t('columns.reason')}</dt>
          <dd className="whitespace-pre-wrap">{reason ?? t('noReason')}</dd>
          <dt className="text-muted">{t('columns.requestId')}</dt>
          <dd>
            <Copyable text={requestId} />
          </dd>
        </dl>
        <section>
          <h3 className="mb-1 text-base">{t('changes.title')}</h3>
          <ChangeTable kind={targetKind} before={before} after={after} />
        </section>
      </div>
    </Dialog>
  )
}

/** Screens of single records, and lists that show one by its id. */
const SCREENS: Readonly<Record<string, (id: string) => RowLink>> = {
  user: (id) => ({ to: '/user/$id', params: { id } }),
  student: (id) => ({ to: '/user/$id', params: { id } }),
  withdrawal: (id) => ({ to: '/invoices', search: { tab: 'all', open: Number(id) } }),
  lesson: (id) => ({ to: '/lessons', search: { open: Number(id) } }),
  mailing: (id) => ({ to: '/messages', search: { open: Number(id) } }),
}

/** Where the record of an entry can be looked at; null for kinds without a screen, and for records that are gone. */
function recordLinkOf({ act, targetKind, targetId }: AuditEntry): RowLink | null {
  if (targetId === null || act.endsWith('.delete')) return null
  return SCREENS[targetKind]?.(String(targetId)) ?? null
}
