import { useQueryClient } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { listSubscriptions } from '#contract/calls/subscriptions'
import type { Subscription } from '#contract/subscriptions'
import { fromIso, type Instant } from '#domain/cairo'
import { may } from '#domain/permissions'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import type { TabProps } from './person-address.ts'
import { personKey } from './queries.ts'

const CancelDialog = lazy(async () => ({
  default: (await import('../payments/shared/cancel-subscription-dialog.tsx')).CancelSubscriptionDialog,
}))

const stateOf = ({ terminatedAt, end }: Subscription, now: Instant) => {
  if (terminatedAt !== null) return 'terminated'
  return fromIso(end) >= now ? 'current' : 'ended'
}

/** A student's subscriptions; staff who may can cancel and refund a current plan. */
export function SubscriptionsTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const me = useMe()
  const queryClient = useQueryClient()
  const now = useNow(60_000)
  const columns = useColumns(now)
  const [canceling, setCanceling] = useState<Subscription | null>(null)
  const isCancelable = (row: Subscription) => stateOf(row, now) === 'current' && row.txId !== null
  const periods = Object.values(PlanPeriod).map((value) => ({ value, label: staffPerson.subscriptions.periods[value] }))
  return (
    <>
      <DataList
        id="person-subscriptions"
        title={t('subscriptions.title', { name: displayNameOf(person) })}
        headingLevel={2}
        call={listSubscriptions}
        queryKey={[...personKey(person.id), 'subscriptions']}
        columns={columns}
        filters={{ periods: { kind: 'several', label: t('subscriptions.period'), options: periods } }}
        fixed={{ users: [person.id] }}
        rowName={({ id }) => t('subscriptions.rowName', { id: String(id) })}
        {...(may('subscription.cancel', me.role)
          ? {
              rowActions: (row: Subscription) => [
                {
                  label: t('subscriptions.cancel'),
                  icon: CircleX,
                  tone: 'danger' as const,
                  disabled: !isCancelable(row),
                  onSelect: () => setCanceling(row),
                },
              ],
            }
          : {})}
        empty={{ title: t('subscriptions.empty') }}
      />
      <Suspense>
        {canceling && (
          <CancelDialog
            id={canceling.id}
            name={displayNameOf(person)}
            onTried={() => queryClient.invalidateQueries({ queryKey: personKey(person.id) })}
            onClose={() => setCanceling(null)}
          />
        )}
      </Suspense>
    </>
  )
}

function useColumns(now: Instant): ListColumn<typeof listSubscriptions>[] {
  const t = useMessages(staffPerson)
  const format = useFormat()
  return [
    {
      id: 'id',
      header: t('subscriptions.columns.id'),
      cell: ({ id }) => <bdi>{id}</bdi>,
      csv: ({ id }) => id,
    },
    {
      id: 'state',
      header: t('subscriptions.columns.state'),
      cell: (row) => {
        const state = stateOf(row, now)
        return <Badge tone={state === 'current' ? 'success' : 'neutral'}>{t(`subscriptions.states.${state}`)}</Badge>
      },
      csv: (row) => stateOf(row, now),
    },
    {
      id: 'period',
      header: t('subscriptions.columns.period'),
      cell: ({ period }) => staffPerson.subscriptions.periods[period],
      csv: ({ period }) => period,
    },
    {
      id: 'plan',
      header: t('subscriptions.columns.plan'),
      cell: ({ planId }) => (planId === null ? t('facts.none') : <bdi>{planId}</bdi>),
      csv: ({ planId }) => planId ?? '',
    },
    {
      id: 'minutes',
      header: t('subscriptions.columns.minutes'),
      cell: ({ weeklyMinutes }) => format.duration(weeklyMinutes),
      csv: ({ weeklyMinutes }) => weeklyMinutes,
      align: 'end',
    },
    {
      id: 'start',
      header: t('subscriptions.columns.start'),
      cell: ({ start }) => format.fullDay(fromIso(start)),
      csv: ({ start }) => start,
    },
    {
      id: 'end',
      header: t('subscriptions.columns.end'),
      cell: ({ end, planId }) => (planId === null ? t('facts.none') : format.fullDay(fromIso(end))),
      csv: ({ end }) => end,
    },
    {
      id: 'tx',
      header: t('subscriptions.columns.tx'),
      cell: ({ txId }) => (txId === null ? t('facts.none') : <bdi>{txId}</bdi>),
      csv: ({ txId }) => txId ?? '',
      hidden: true,
    },
  ]
}
