import { CalendarClock, CircleX, CreditCard } from 'lucide-react'
import { useState } from 'react'
import { listSubscriptions } from '#contract/calls/subscriptions'
import type { ListedSubscription } from '#contract/subscriptions'
import { fromIso } from '#domain/cairo'
import { may } from '#domain/permissions'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { AvatarWithName } from '../../ui/avatar-with-name.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { CancelSubscriptionDialog } from './shared/cancel-subscription-dialog.tsx'

type State = keyof typeof staffPayments.subscriptionState

const stateAt = ({ start, end, terminatedAt }: ListedSubscription, now: number): State => {
  if (terminatedAt !== null) return 'ended'
  if (fromIso(start) > now) return 'coming'
  return fromIso(end) > now ? 'living' : 'over'
}

const tones = { living: 'success', coming: 'info', over: 'neutral', ended: 'warning' } as const

export function SubscriptionsList({ onOpenOrder }: { onOpenOrder: (id: number) => void }) {
  const t = useMessages(staffPayments)
  const me = useMe()
  const now = useNow(60_000)
  const [canceling, setCanceling] = useState<ListedSubscription | null>(null)
  const nameOf = ({ student }: ListedSubscription) => student.name ?? t('nameless')
  const mayCancel = may('subscription.cancel', me.role)
  const periods = Object.values(PlanPeriod).map((value) => ({ value, label: staffPayments.period[value] }))
  return (
    <>
      <DataList
        id="subscriptions"
        title={t('tabs.subscriptions')}
        headingLevel={2}
        call={listSubscriptions}
        queryKey={keys.subscription}
        columns={useColumns(now)}
        filters={{
          periods: { label: t('filters.periods'), kind: 'several', options: periods },
          createdAt: { label: t('filters.subscribed'), kind: 'dates' },
          weeklyMinutes: { label: t('filters.minutes'), kind: 'numbers' },
          users: { label: t('filters.users'), kind: 'ids' },
          ids: { label: t('filters.subscriptions'), kind: 'ids' },
          plans: { label: t('filters.plans'), kind: 'ids' },
        }}
        rowName={(row) => t('subscriptionName', { id: String(row.id), name: nameOf(row) })}
        link={({ userId }) => ({ to: '/user/$id', params: { id: String(userId) } })}
        rowActions={(row) => {
          const { txId } = row
          if (txId === null) return []
          const open = { label: t('columns.order'), icon: CreditCard, onSelect: () => onOpenOrder(txId) }
          const state = stateAt(row, now)
          if (!mayCancel || state === 'ended' || state === 'over') return [open]
          const cancel = {
            label: t('actions.cancelSubscription'),
            icon: CircleX,
            tone: 'danger' as const,
            onSelect: () => setCanceling(row),
          }
          return [open, cancel]
        }}
        empty={{ title: t('emptySubscriptions'), icon: CalendarClock }}
      />
      {canceling && (
        <CancelSubscriptionDialog id={canceling.id} name={nameOf(canceling)} onClose={() => setCanceling(null)} />
      )}
    </>
  )
}

function useColumns(now: number): ListColumn<typeof listSubscriptions>[] {
  const t = useMessages(staffPayments)
  const format = useFormat()
  return [
    {
      id: 'student',
      header: t('columns.student'),
      csv: ({ student }) => student.name,
      cell: ({ student }) => (
        <AvatarWithName id={student.id} name={student.name ?? t('nameless')} src={student.image} />
      ),
    },
    {
      id: 'state',
      header: t('columns.state'),
      priority: 1,
      csv: (row) => t(`subscriptionState.${stateAt(row, now)}`),
      cell: (row) => <Badge tone={tones[stateAt(row, now)]}>{t(`subscriptionState.${stateAt(row, now)}`)}</Badge>,
    },
    {
      id: 'period',
      header: t('columns.period'),
      priority: 2,
      csv: ({ period }) => staffPayments.period[period],
      cell: ({ period }) => staffPayments.period[period],
    },
    {
      id: 'minutes',
      header: t('columns.minutes'),
      align: 'end',
      csv: ({ weeklyMinutes }) => weeklyMinutes,
      cell: ({ weeklyMinutes }) => format.number(weeklyMinutes),
    },
    {
      id: 'start',
      header: t('columns.start'),
      sort: 'start',
      priority: 3,
      csv: ({ start }) => start,
      cell: ({ start }) => <MomentCell iso={start} />,
    },
    {
      id: 'end',
      header: t('columns.end'),
      sort: 'end',
      priority: 4,
      csv: ({ end }) => end,
      cell: ({ end }) => <MomentCell iso={end} />,
    },
    {
      id: 'id',
      header: t('columns.subscription'),
      csv: ({ id }) => id,
      cell: ({ id }) => <Copyable text={String(id)} />,
    },
    {
      id: 'order',
      header: t('columns.order'),
      csv: ({ txId }) => txId,
      cell: ({ txId }) => (txId === null ? t('none') : <Copyable text={String(txId)} />),
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      sort: 'createdAt',
      hidden: true,
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
    },
    { id: 'plan', header: t('columns.plan'), hidden: true, csv: ({ planId }) => planId, cell: ({ planId }) => planId },
  ]
}
