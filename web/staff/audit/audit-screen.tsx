import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AuditEntry } from '#contract/audit'
import { listAuditEntries } from '#contract/calls/audit'
import { isStaff, roles } from '#domain/roles'
import { enums } from '#messages/enums'
import { staffAudit } from '#messages/staff-audit'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page } from '../../ui/page.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { entryWord, kindWord } from './words.ts'

const EntryDialog = lazyPart(async () => (await import('./entry-dialog.tsx')).EntryDialog)

const STAFF = roles.filter(isStaff)

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Everything that staff have changed, newest first; an entry opens with what was before and after (docs/rules/staff.md 3.4). */
export function AuditScreen() {
  const t = useMessages(staffAudit)
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  return (
    <Page>
      <DataList
        id="audit"
        title={t('title')}
        call={listAuditEntries}
        queryKey={keys.audit}
        columns={useColumns()}
        filters={{
          actors: { label: t('filters.actors'), kind: 'person', roles: STAFF },
          acts: { label: t('filters.acts'), kind: 'several', options: optionsOf(staffAudit.acts) },
          targetKinds: { label: t('filters.targetKinds'), kind: 'several', options: optionsOf(staffAudit.kinds) },
          targetIds: { label: t('filters.targetIds'), kind: 'ids' },
          requestId: { label: t('filters.requestId'), kind: 'text' },
          at: { label: t('filters.at'), kind: 'dates' },
        }}
        rowName={entryWord}
        onOpen={setOpened}
        empty={{ title: t('empty'), text: t('emptyText'), icon: History }}
      />
      <Suspense>{opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}</Suspense>
    </Page>
  )
}

function useColumns(): ListColumn<typeof listAuditEntries>[] {
  const t = useMessages(staffAudit)
  const format = useFormat()
  const record = ({ targetKind, targetId }: AuditEntry) =>
    targetId === null
      ? kindWord(targetKind)
      : t('recordOf', { kind: kindWord(targetKind), id: format.number(targetId, { useGrouping: false }) })
  const actor = ({ actor: { id, name, role } }: AuditEntry) =>
    t('byWhom', { name: name ?? t('nameless', { id: String(id) }), role: enums.role[role] })
  return [
    column.text('act', t('columns.act'), entryWord),
    column.text('record', t('columns.record'), record, { priority: 1 }),
    column.text('actor', t('columns.actor'), actor, { priority: 2 }),
    column.moment('at', t('columns.at'), ({ at }) => at, { priority: 3 }),
    column.text('reason', t('columns.reason'), ({ reason }) => reason, { wrap: true, priority: 4 }),
    column.copyable('requestId', t('columns.requestId'), ({ requestId }) => requestId, { hidden: true }),
  ]
}
