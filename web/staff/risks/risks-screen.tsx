import { useMutation, useQueryClient } from '@tanstack/react-query'
import { HeartPulse, NotebookPen, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { changeStudentRisk, listStudentRisks } from '#contract/calls/student-risks'
import type { StudentRisk } from '#contract/student-risks'
import { fromIso } from '#domain/cairo'
import { Role } from '#domain/roles'
import { riskReasons } from '#domain/students/risk'
import { staffRisks } from '#messages/staff-risks'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toasts.ts'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'

const tones = { idle: 'warning', missed: 'danger', rating: 'danger' } as const satisfies Record<string, Tone>

/** The reasons that hold, each with since when. */
const reasonsOf = ({ idleSince, missedAt, lowRatedAt }: StudentRisk) =>
  ([['idle', idleSince] as const, ['missed', missedAt] as const, ['rating', lowRatedAt] as const] as const).flatMap(
    ([reason, at]) => (at === null ? [] : [{ reason, at: fromIso(at) }]),
  )

/** Saves a change of one student; the list is read again also where it was refused. */
function useChange() {
  const t = useMessages(staffRisks)
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ risk, body }: { risk: StudentRisk; body: { isMine?: boolean; done?: string } }) =>
      request(changeStudentRisk, { params: { id: risk.student.id }, body }, { version: risk.updatedAt }),
    onSuccess: () => toast.success(t('saved'), { id: 'risk' }),
    onError: (error) => toast.error(t('failed'), { id: 'risk', description: errorText(error) }),
    onSettled: () =>
      Promise.all([keys.risks, keys.dashboard].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/** Students who may be about to leave, who takes care of each, and what was done (docs/rules/staff.md 13.1, 13.3). */
export function RisksScreen() {
  const t = useMessages(staffRisks)
  const me = useMe()
  const change = useChange()
  const [written, setWritten] = useState<StudentRisk | null>(null)
  const nameOf = ({ student }: StudentRisk) => student.name ?? t('someone', { id: String(student.id) })
  const columns = useColumns()
  return (
    <Page>
      <DataList
        id="risks"
        title={t('title')}
        call={listStudentRisks}
        queryKey={keys.risks}
        columns={columns}
        filters={{
          reason: {
            label: t('filters.reason'),
            kind: 'one',
            options: riskReasons.map((value) => ({ value, label: t(`reasons.${value}`) })),
          },
          mine: { label: t('filters.mine'), kind: 'boolean' },
          owners: { label: t('filters.owners'), kind: 'person', roles: [Role.SuperAdmin, Role.RegularAdmin] },
          tag: { label: t('filters.tag'), kind: 'text' },
          handled: { label: t('filters.handled'), kind: 'boolean' },
        }}
        rowId={({ student }) => String(student.id)}
        rowName={nameOf}
        link={({ student }) => ({ to: '/user/$id', params: { id: String(student.id) } })}
        rowActions={(risk) => [
          risk.owner?.id === me.id
            ? {
                label: t('giveBack'),
                icon: UserX,
                onSelect: () => change.mutate({ risk, body: { isMine: false } }),
              }
            : { label: t('take'), icon: UserCheck, onSelect: () => change.mutate({ risk, body: { isMine: true } }) },
          { label: t('write'), icon: NotebookPen, onSelect: () => setWritten(risk) },
        ]}
        empty={{ title: t('empty'), text: t('emptyText'), icon: HeartPulse }}
      />
      {written && (
        <ReasonDialog
          title={t('writeTitle', { name: nameOf(written) })}
          description={t('writeText')}
          label={t('done')}
          confirmLabel={t('save')}
          tone="main"
          onConfirm={(done) => change.mutateAsync({ risk: written, body: { done } })}
          onClose={() => setWritten(null)}
        />
      )}
    </Page>
  )
}

function useColumns(): ListColumn<typeof listStudentRisks>[] {
  const t = useMessages(staffRisks)
  const format = useFormat()
  const reasonWords = ({ reason, at }: ReturnType<typeof reasonsOf>[number]) =>
    t('reasonSince', { reason: t(`reasons.${reason}`), day: format.day(at) })
  return [
    column.person('student', t('columns.student'), ({ student }) => student),
    {
      id: 'reasons',
      header: t('columns.reasons'),
      csv: (risk) => reasonsOf(risk).map(reasonWords).join('، '),
      cell: (risk) => (
        <span className="flex flex-wrap gap-1.5">
          {reasonsOf(risk).map((one) => (
            <Badge key={one.reason} tone={tones[one.reason]}>
              {reasonWords(one)}
            </Badge>
          ))}
        </span>
      ),
    },
    column.moment('latestAt', t('columns.latestAt'), ({ latestAt }) => latestAt, { sort: 'latestAt', priority: 3 }),
    column.person('owner', t('columns.owner'), ({ owner }) => owner, { priority: 2 }),
    column.yesNo('isHandled', t('columns.isHandled'), ({ isHandled }) => isHandled, { priority: 1 }),
    column.text('done', t('columns.done'), ({ done }) => done, { wrap: true }),
    column.moment('doneAt', t('columns.doneAt'), ({ doneAt }) => doneAt, { hidden: true }),
    column.person('doneBy', t('columns.doneBy'), ({ doneBy }) => doneBy, { hidden: true }),
  ]
}
