import { useQuery } from '@tanstack/react-query'
import { Banknote, FileSpreadsheet, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { listInvoices } from '#contract/calls/invoices'
import type { ListedInvoice } from '#contract/invoices'
import type { User } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { innerText } from '#domain/rich-text'
import { isTutorSide, roles } from '#domain/roles'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { enums } from '#messages/enums'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../../messages/messages.ts'
import { useNow } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/format.ts'
import { keys } from '../../../platform/query-keys.ts'
import { displayNameOf } from '../../../shared/shell/display-name.ts'
import { withdrawalTones } from '../../../shared/withdrawals/withdrawal-tones.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { column } from '../../table/shared/column.tsx'
import { DataList, type ListColumn } from '../../table/shared/data-list.tsx'
import { payoutAccountQuery } from '../queries.ts'
import { bankOf, numberOf, payoutTones, Receiver } from '../withdrawal-fields.tsx'

const PayoutDialog = lazyPart(async () => (await import('../payout-dialog.tsx')).PayoutDialog)
const BatchDialog = lazyPart(async () => (await import('../batch-dialog.tsx')).BatchDialog)

const { PendingApproval, PendingCancellation } = WithdrawalStatus

/** What waits, oldest first; and all requests, newest first. */
const FIXED = {
  queue: {
    statuses: [PendingApproval, PendingCancellation],
    orderBy: 'created_at' as const,
    direction: 'asc' as const,
  },
  all: {},
}

/** A tutor manager may have been paid as a tutor. */
const TUTORS = roles.filter(isTutorSide)

type RequestsListProps = {
  tab: 'queue' | 'all'
  /** Only the requests of this tutor. */
  of?: User
  /** Opens a request here; elsewhere each leads to the withdrawals. */
  onOpen?: (id: number) => void
}
type Selected = { way: 'file' | 'payout'; rows: readonly ListedInvoice[]; clear: () => void }

export function RequestsList({ tab, of, onOpen }: RequestsListProps) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const [selected, setSelected] = useState<Selected | null>(null)
  const { data: account } = useQuery(payoutAccountQuery)
  const isPaidByPaymob = account?.isOn === true
  const methods = Object.values(WithdrawMethod).map((value) => ({ value, label: enums.withdrawMethod[value] }))
  const statuses = Object.values(WithdrawalStatus).map((value) => ({ value, label: staffWithdrawals.status[value] }))
  const byStatus = { label: t('filters.statuses'), kind: 'several', options: statuses } as const
  const ofTutors = { label: t('filters.users'), kind: 'person', roles: TUTORS } as const
  const batch = {
    label: t('batch.action'),
    icon: FileSpreadsheet,
    onAct: (rows: readonly ListedInvoice[], clear: () => void) => setSelected({ way: 'file', rows, clear }),
  }
  const payout = {
    label: t('payouts.action'),
    icon: Send,
    onAct: (rows: readonly ListedInvoice[], clear: () => void) => setSelected({ way: 'payout', rows, clear }),
  }
  const nothing = { title: t(of ? 'emptyOf' : 'empty'), icon: Banknote }
  return (
    <>
      <DataList
        id={of ? 'person-withdrawals' : `withdrawals-${tab}`}
        title={of ? t('titleOf', { name: displayNameOf(of) }) : t(`tabs.${tab}`)}
        headingLevel={2}
        call={listInvoices}
        queryKey={keys.withdrawals}
        columns={useColumns(of !== undefined, isPaidByPaymob)}
        fixed={of ? { users: [of.id] } : FIXED[tab]}
        filters={{
          methods: { label: t('filters.methods'), kind: 'several', options: methods },
          ...(tab === 'all' && { statuses: byStatus }),
          amount: { label: t('filters.amount'), kind: 'numbers', scale: 100, unit: t('filters.pounds') },
          ...(!of && { users: ofTutors }),
          ids: { label: t('filters.ids'), kind: 'ids' },
          receipt: { label: t('filters.receipt'), kind: 'boolean' },
        }}
        rowName={({ id, tutor, amount }) =>
          t('rowName', { id: String(id), name: tutor.name ?? t('nameless'), amount: format.money(amount) })
        }
        link={onOpen ? undefined : ({ id }) => ({ to: '/invoices', search: { tab: 'all', open: id } })}
        onOpen={onOpen && (({ id }) => onOpen(id))}
        bulkActions={of ? undefined : isPaidByPaymob ? [payout, batch] : [batch]}
        empty={tab === 'queue' ? { title: t('emptyQueue'), text: t('emptyQueueText'), icon: Banknote } : nothing}
      />
      <Suspense>{selected && <SelectedDialog {...selected} onClose={() => setSelected(null)} />}</Suspense>
    </>
  )
}

const SelectedDialog = ({ way, ...props }: Selected & { onClose: () => void }) =>
  way === 'file' ? <BatchDialog {...props} /> : <PayoutDialog {...props} />

const plain = (html: string | null) => (html === null ? null : innerText(html))

/** Without those that repeat the tutor, on whose page the number names the request. */
function useColumns(isOfOne: boolean, isPaidByPaymob: boolean): ListColumn<typeof listInvoices>[] {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const now = useNow(60_000)
  const { status: statuses } = staffWithdrawals
  const isWaiting = (status: WithdrawalStatus) => status === PendingApproval || status === PendingCancellation
  const age = ({ createdAt, status }: ListedInvoice) =>
    isWaiting(status) ? format.capital(format.relative(fromIso(createdAt), now)) : t('none')
  const { state: payoutStates } = staffWithdrawals.payouts
  const byPaymob: ListColumn<typeof listInvoices> = column.enum(
    'payout',
    t('columns.payout'),
    ({ payout }) => payout?.state,
    payoutStates,
    { tones: payoutTones },
  )
  const columns: ListColumn<typeof listInvoices>[] = [
    column.money('amount', t('columns.amount'), ({ amount }) => amount, { sort: 'amount', priority: 1 }),
    {
      id: 'receiver',
      header: t('columns.receiver'),
      priority: 2,
      csv: numberOf,
      cell: (row) => <Receiver {...row} />,
    },
    column.enum('method', t('columns.method'), ({ method }) => method, enums.withdrawMethod),
    column.enum('bank', t('columns.bank'), bankOf, enums.bank, { hidden: true }),
    column.enum('status', t('columns.status'), ({ status }) => status, statuses, {
      tones: withdrawalTones,
      priority: 3,
    }),
    ...(isPaidByPaymob ? [byPaymob] : []),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, {
      sort: 'created_at',
      priority: 4,
    }),
    // Beside the state at Paymob the table would be wider than a small laptop.
    { id: 'age', header: t('columns.age'), cell: age, hidden: isPaidByPaymob },
    column.moment('payableFrom', t('columns.payableFrom'), ({ coolingOff }) => coolingOff?.until ?? null, {
      hidden: true,
    }),
    column.yesNo('receipt', t('columns.receipt'), ({ receipt }) => receipt !== null, { hidden: true }),
    column.moment('updatedAt', t('columns.updatedAt'), ({ updatedAt }) => updatedAt, {
      sort: 'updated_at',
      hidden: true,
    }),
    column.text('note', t('columns.note'), ({ tutorNote }) => plain(tutorNote), { hidden: true }),
    column.text('adminNote', t('columns.adminNote'), ({ adminNote }) => plain(adminNote), { hidden: true }),
    column.copyable('addressedBy', t('columns.addressedBy'), ({ addressedBy }) => addressedBy, { hidden: true }),
  ]
  if (isOfOne) return [column.recordNumber(t('columns.id'), (id) => t('panel.title', { id })), ...columns]
  return [
    column.person('tutor', t('columns.tutor'), ({ tutor }) => tutor),
    ...columns,
    column.copyable('id', t('columns.id'), ({ id }) => id, { hidden: true }),
    column.copyable('userId', t('columns.userId'), ({ userId }) => userId, { hidden: true }),
  ]
}
