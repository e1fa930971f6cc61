import { invoiceStatement } from '#contract/calls/invoices'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import type { TabProps } from './person-address.ts'
import { personKey } from './queries.ts'

/** A tutor's account of the ledger as a statement. */
export function EarningsTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const columns = useColumns()
  return (
    <DataList
      id="person-earnings"
      title={t('earnings.title', { name: displayNameOf(person) })}
      headingLevel={2}
      call={invoiceStatement}
      params={{ id: person.id }}
      queryKey={[...personKey(person.id), 'earnings']}
      columns={columns}
      rowName={({ fact, factId }) => `${t(`earnings.facts.${fact}`)} ${factId}`}
      empty={{ title: t('earnings.empty') }}
    />
  )
}

function useColumns(): ListColumn<typeof invoiceStatement>[] {
  const t = useMessages(staffPerson)
  const format = useFormat()
  return [
    {
      id: 'when',
      header: t('earnings.columns.when'),
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
      csv: ({ createdAt }) => createdAt,
    },
    {
      id: 'fact',
      header: t('earnings.columns.fact'),
      cell: ({ fact, amount }) => (
        <Badge tone={amount < 0 ? 'warning' : 'success'}>{t(`earnings.facts.${fact}`)}</Badge>
      ),
      csv: ({ fact }) => fact,
    },
    {
      id: 'of',
      header: t('earnings.columns.of'),
      cell: ({ factId }) => <bdi>{factId}</bdi>,
      csv: ({ factId }) => factId,
    },
    {
      id: 'lesson',
      header: t('earnings.columns.lesson'),
      cell: ({ lesson }) => lesson && <MomentCell iso={lesson.start} />,
      csv: ({ lesson }) => lesson?.start ?? '',
    },
    {
      id: 'amount',
      header: t('earnings.columns.amount'),
      cell: ({ amount }) => (
        <span className={amount < 0 ? 'text-danger-ink' : 'text-success-ink'}>{format.money(amount)}</span>
      ),
      csv: ({ amount }) => amount / 100,
      align: 'end',
    },
    {
      id: 'balance',
      header: t('earnings.columns.balance'),
      cell: ({ balance }) => format.money(balance),
      csv: ({ balance }) => balance / 100,
      align: 'end',
    },
  ]
}
