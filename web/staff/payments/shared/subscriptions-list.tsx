import { useNavigate } from '@tanstack/react-router'
import { CalendarClock, CircleX, CreditCard } from 'lucide-react'
import { useState } from 'react'
import { listSubscriptions } from '#contract/calls/subscriptions'
import type { ListedSubscription } from '#contract/subscriptions'
import type { User } from '#contract/users'
import { fromIso, type Instant } from '#domain/cairo'
import { may } from '#domain/permissions'
import { Role } from '#domain/roles'
import { renewalKinds } from '#domain/staff/dashboard-figures'
import { orderSources } from '#domain/staff/plan-figures'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../../messages/messages.ts'
import { useNow } from '../../../platform/clock.ts'
import { useMe } from '../../../platform/current-user.ts'
import { keys } from '../../../platform/query-keys.ts'
import { displayNameOf } from '../../../shared/shell/display-name.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { usePlanOptions } from '../../plans/shared/use-plan-options.ts'
import { column } from '../../table/shared/column.tsx'
import { DataList, type ListColumn } from '../../table/shared/data-list.tsx'
import { CancelSubscriptionDialog } from '../cancel-subscription-dialog.tsx'

type State = keyof typeof staffPayments.subscriptionState

/** Current to its last instant, unless it was terminated (docs/rules/minutes.md 3.2). */
const stateAt = ({ start, end, terminatedAt }: ListedSubscription, now: Instant): State => {
  if (terminatedAt !== null) return 'terminated'
  if (fromIso(start) > now) return 'coming'
  return fromIso(end) >= now ? 'current' : 'over'
}

const tones: Record<State, Tone> = { current: 'success', coming: 'info', over: 'neutral', terminated: 'warning' }

type SubscriptionsListProps = {
  /** Only the subscriptions of this student. */
  of?: User
  /** Opens an order here; elsewhere each leads to the payments. */
  onOpenOrder?: (id: number) => void
}

/** Subscriptions; staff who may can cancel and refund a current plan. */
export function SubscriptionsList({ of, onOpenOrder }: SubscriptionsListProps) {
  const t = useMessages(staffPayments)
  const me = useMe()
  const plans = usePlanOptions()
  const navigate = useNavigate()
  const now = useNow(60_000)
  const [canceling, setCanceling] = useState<ListedSubscription | null>(null)
  const openOrder = onOpenOrder ?? ((open: number) => void navigate({ to: '/payments', search: { open } }))
  const nameOf = ({ student }: ListedSubscription) => student.name ?? t('nameless')
  const mayCancel = may('subscription.cancel', me.role)
  const periods = Object.values(PlanPeriod).map((value) => ({ value, label: staffPayments.period[value] }))
  const sources = orderSources.map((value) => ({ value, label: staffPayments.source[value] }))
  const renewals = renewalKinds.map((value) => ({ value, label: staffPayments.filters.renewals[value] }))
  const ofStudents = { label: t('filters.users'), kind: 'person', roles: [Role.Student] } as const
  return (
    <>
      <DataList
        id={of ? 'person-subscriptions' : 'subscriptions'}
        title={of ? t('titleOf.subscriptions', { name: displayNameOf(of) }) : t('tabs.subscriptions')}
        headingLevel={2}
        call={listSubscriptions}
        queryKey={keys.subscription}
        columns={useColumns(now, of !== undefined, plans.nameOf)}
        fixed={of && { users: [of.id] }}
        filters={{
          ...(!of && { users: ofStudents }),
          periods: { label: t('filters.periods'), kind: 'several', options: periods },
          createdAt: { label: t('filters.subscribed'), kind: 'dates' },
          weeklyMinutes: { label: t('filters.minutes'), kind: 'numbers' },
          ids: { label: t('filters.subscriptions'), kind: 'ids' },
          plans: { label: t('filters.plans'), kind: 'several', options: plans.options },
          sources: { label: t('filters.sources'), kind: 'several', options: sources },
          first: { label: t('filters.first'), kind: 'boolean', yes: t('filters.isFirst'), no: t('filters.isLater') },
          converted: {
            label: t('filters.converted'),
            kind: 'boolean',
            yes: t('filters.isConverted'),
            no: t('filters.notConverted'),
          },
          startAt: { label: t('filters.startAt'), kind: 'dates' },
          endAt: { label: t('filters.endAt'), kind: 'dates' },
          renewed: { label: t('filters.renewed'), kind: 'several', options: renewals },
          smaller: {
            label: t('filters.smaller'),
            kind: 'boolean',
            yes: t('filters.isSmaller'),
            no: t('filters.notSmaller'),
          },
          paused: {
            label: t('filters.paused'),
            kind: 'boolean',
            yes: t('filters.isPaused'),
            no: t('filters.notPaused'),
          },
          pauseStart: { label: t('filters.pauseStart'), kind: 'dates' },
        }}
        rowName={(row) => t('subscriptionName', { id: String(row.id), name: nameOf(row) })}
        link={of ? undefined : ({ userId }) => ({ to: '/user/$id', params: { id: String(userId) } })}
        rowActions={(row) => {
          const { txId } = row
          if (txId === null) return []
          const open = { label: t('columns.order'), icon: CreditCard, onSelect: () => openOrder(txId) }
          const state = stateAt(row, now)
          if (!mayCancel || state === 'terminated' || state === 'over') return [open]
          const cancel = {
            label: t('actions.cancelSubscription'),
            icon: CircleX,
            tone: 'danger' as const,
            onSelect: () => setCanceling(row),
          }
          return [open, cancel]
        }}
        empty={{ title: t(of ? 'emptyOf.subscriptions' : 'emptySubscriptions'), icon: CalendarClock }}
      />
      {canceling && (
        <CancelSubscriptionDialog id={canceling.id} name={nameOf(canceling)} onClose={() => setCanceling(null)} />
      )}
    </>
  )
}

/** Without those that repeat the student, on whose page the number names the subscription. */
function useColumns(
  now: Instant,
  isOfOne: boolean,
  planName: (id: number) => string,
): ListColumn<typeof listSubscriptions>[] {
  const t = useMessages(staffPayments)
  const { period: periods, subscriptionState } = staffPayments
  // The trial has no end that anybody waits for (docs/rules/minutes.md 3.1).
  const endOf = ({ end, period }: ListedSubscription) => (period === PlanPeriod.FreeTrial ? null : end)
  const columns: ListColumn<typeof listSubscriptions>[] = [
    column.enum('state', t('columns.state'), (row) => stateAt(row, now), subscriptionState, { tones, priority: 1 }),
    column.text('plan', t('columns.plan'), ({ planId }) => (planId === null ? null : planName(planId)), {
      priority: 2,
      wrap: true,
    }),
    column.enum('period', t('columns.period'), ({ period }) => period, periods),
    column.number('minutes', t('columns.minutes'), ({ weeklyMinutes }) => weeklyMinutes),
    column.moment('start', t('columns.start'), ({ start }) => start, { sort: 'start', priority: 3 }),
    column.moment('end', t('columns.end'), endOf, { sort: 'end', priority: 4 }),
    column.copyable('order', t('columns.order'), ({ txId }) => txId),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, {
      sort: 'createdAt',
      hidden: true,
    }),
  ]
  if (isOfOne)
    return [column.recordNumber(t('columns.subscription'), (id) => t('subscriptionTitle', { id })), ...columns]
  return [
    column.person('student', t('columns.student'), ({ student }) => student),
    ...columns,
    column.copyable('id', t('columns.subscription'), ({ id }) => id),
  ]
}
