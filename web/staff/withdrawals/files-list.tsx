import { FileSpreadsheet } from 'lucide-react'
import { listPaymentFiles } from '#contract/calls/payment-files'
import type { PaymentFile } from '#contract/payment-files'
import { enums } from '#messages/enums'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { DataList } from '../table/shared/data-list.tsx'

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
  const format = useFormat()
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
      columns={[
        { id: 'id', header: t('files.columns.id'), csv: ({ id }) => id, cell: nameOf },
        { id: 'to', header: t('files.columns.to'), priority: 1, csv: receiversOf, cell: receiversOf },
        {
          id: 'count',
          header: t('files.columns.count'),
          align: 'end',
          csv: ({ count }) => count,
          cell: ({ count }) => format.number(count),
        },
        {
          id: 'total',
          header: t('files.columns.total'),
          align: 'end',
          priority: 2,
          csv: ({ total }) => total / 100,
          cell: ({ total }) => format.money(total),
        },
        {
          id: 'open',
          header: t('files.columns.open'),
          align: 'end',
          csv: ({ openCount }) => openCount,
          cell: ({ openCount }) => format.number(openCount),
        },
        {
          id: 'state',
          header: t('files.columns.state'),
          priority: 3,
          csv: (file) => t(`files.state.${stateOf(file)}`),
          cell: (file) => <FileBadge file={file} />,
        },
        {
          id: 'createdAt',
          header: t('files.columns.createdAt'),
          priority: 4,
          csv: ({ createdAt }) => createdAt,
          cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
        },
      ]}
    />
  )
}
