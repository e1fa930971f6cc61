import { invoiceStatement } from '#contract/calls/invoices'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'

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
    column.moment('when', t('earnings.columns.when'), ({ createdAt }) => createdAt),
    {
      id: 'fact',
      header: t('earnings.columns.fact'),
      cell: ({ fact, amount }) => (
        <Badge tone={amount < 0 ? 'warning' : 'success'}>{t(`earnings.facts.${fact}`)}</Badge>
      ),
      csv: ({ fact }) => t(`earnings.facts.${fact}`),
    },
    column.copyable('of', t('earnings.columns.of'), ({ factId }) => factId),
    column.moment('lesson', t('earnings.columns.lesson'), ({ lesson }) => lesson?.start),
    {
      id: 'amount',
      header: t('earnings.columns.amount'),
      cell: ({ amount }) => (
        <span className={amount < 0 ? 'text-danger-ink' : 'text-success-ink'}>{format.money(amount)}</span>
      ),
      csv: ({ amount }) => amount / 100,
      align: 'end',
    },
    column.money('balance', t('earnings.columns.balance'), ({ balance }) => balance),
  ]
}
