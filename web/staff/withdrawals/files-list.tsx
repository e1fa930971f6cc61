import { FileSpreadsheet } from 'lucide-react'
import { listPaymentFiles } from '#contract/calls/payment-files'
import type { PaymentFile } from '#contract/payment-files'
import { enums } from '#messages/enums'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { keys } from '../../platform/query-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'

/** Whom a file pays: the bank by its name, or the method. */
export const receiversOf = ({ method, bank }: PaymentFile): string =>
  bank === null ? enums.withdrawMethod[method] : enums.bank[bank]

export const stateOf = ({ closedAt, paid }: PaymentFile): 'open' | 'paid' | 'dropped' => {
  if (closedAt === null) return 'open'
  return paid ? 'paid' : 'dropped'
}

const tones = { open: 'info', paid: 'success', dropped: 'neutral' } as const

export const FileBadge = ({ file }: { file: PaymentFile }) => (
  <Badge tone={tones[stateOf(file)]}>{staffWithdrawals.files.state[stateOf(file)]}</Badge>
)

export function FilesList({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useMessages(staffWithdrawals)
  const nameOf = ({ id }: PaymentFile) => t('files.name', { id: String(id) })
  return (
    <DataList
      id="payment-files"
      title={t('tabs.files')}
      headingLevel={2}
      call={listPaymentFiles}
      queryKey={keys.withdrawals}
      rowName={nameOf}
      onOpen={({ id }) => onOpen(id)}
      empty={{ title: t('files.empty'), text: t('files.emptyText'), icon: FileSpreadsheet }}
      columns={useColumns()}
    />
  )
}

function useColumns(): ListColumn<typeof listPaymentFiles>[] {
  const t = useMessages(staffWithdrawals)
  const { state } = staffWithdrawals.files
  return [
    column.recordNumber(t('files.columns.id'), (id) => t('files.name', { id })),
    column.text('to', t('files.columns.to'), receiversOf, { priority: 1 }),
    column.number('count', t('files.columns.count'), ({ count }) => count),
    column.money('total', t('files.columns.total'), ({ total }) => total, { priority: 2 }),
    column.number('open', t('files.columns.open'), ({ openCount }) => openCount),
    column.enum('state', t('files.columns.state'), stateOf, state, { tones, priority: 3 }),
    column.moment('createdAt', t('files.columns.createdAt'), ({ createdAt }) => createdAt, { priority: 4 }),
  ]
}
