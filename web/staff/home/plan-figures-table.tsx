import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'
import { planFigures } from '#contract/calls/dashboard'
import type { FiguresOfPlan } from '#contract/dashboard'
import type { DayRange } from '#domain/staff/dashboard-figures'
import { type PlanFigureName, planFigureNames } from '#domain/staff/plan-figures'
import { staffFigures } from '#messages/staff-figures'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { type DataColumn, nextOrder, type Order } from '../../ui/data-table/column.ts'
import { DataCards } from '../../ui/data-table/data-cards.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useFitsTable } from '../../ui/data-table/use-fits-table.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { rangeText } from '../table/shared/range-text.ts'
import type { StaffAddress } from './kinds.ts'

const MINUTE = 60_000

const planFiguresQuery = ({ from, to }: DayRange) =>
  queryOptions({
    queryKey: [...keys.dashboard, 'plan-figures', from, to],
    queryFn: ({ signal }) => request(planFigures, { query: { from, to } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE,
  })

function sorted(plans: readonly FiguresOfPlan[], order: Order | null): readonly FiguresOfPlan[] {
  const by = planFigureNames.find((name) => name === order?.key)
  if (!by) return plans
  const sign = order?.direction === 'asc' ? 1 : -1
  return plans.toSorted((one, other) => sign * (one[by] - other[by]))
}

/** What each plan sold, brought in and was used for, by source; each amount leads to its list (docs/rules/staff.md 2.5). */
export function PlanFiguresTable({ range }: { range: DayRange }) {
  const t = useMessages(staffFigures)
  const figures = useQuery(planFiguresQuery(range))
  return (
    <section>
      <SectionHeading title={t('plans.title')} text={t('plans.text')} />
      <QueryView query={figures} loading={<Skeleton className="h-72 rounded-card" />} failedIn={Card}>
        {({ plans }) => {
          const used = plans.filter((plan) => planFigureNames.some((name) => plan[name] !== 0))
          return used.length === 0 ? (
            <Card>
              <EmptyState
                icon={ChartNoAxesColumn}
                title={t('plans.empty')}
                text={t('plans.emptyText')}
                headingLevel={3}
              />
            </Card>
          ) : (
            <PlansTable plans={used} range={range} isStale={figures.isPlaceholderData} />
          )
        }}
      </QueryView>
    </section>
  )
}

/** Where what a figure counts is listed: of the plan and source, on these days. Nobody bought or paid a free trial. */
const listOf: Record<PlanFigureName, (plan: FiguresOfPlan, days: string) => StaffAddress | null> = {
  sold: ({ planId, source }, createdAt) =>
    planId === null
      ? null
      : { to: '/payments', search: { tab: 'subscriptions', plans: planId, sources: source, createdAt } },
  revenue: ({ planId, source }, paidAt) =>
    planId === null ? null : { to: '/payments', search: { plans: planId, sources: source, paidAt, sort: '-paidAt' } },
  refunded: ({ planId, source }, doneAt) =>
    planId === null ? null : { to: '/payments', search: { tab: 'refunds', plans: planId, sources: source, doneAt } },
  minutesUsed: ({ planId, source }, start) => ({
    to: '/lessons',
    search: { status: 'fulfilled', plans: planId ?? undefined, sources: source, start },
  }),
}

type PlansTableProps = { plans: readonly FiguresOfPlan[]; range: DayRange; isStale: boolean }

function PlansTable({ plans, range, isStale }: PlansTableProps) {
  const t = useMessages(staffFigures)
  const format = useFormat()
  const words = usePlanWords()
  const [order, setOrder] = useState<Order | null>(null)
  const Table = useFitsTable() ? DataTable : DataCards
  const nameOf = ({ weeklyMinutes }: FiguresOfPlan) =>
    weeklyMinutes === null ? t('plans.trial') : words.name(weeklyMinutes)
  const sourceOf = ({ source }: FiguresOfPlan) => staffPayments.source[source]
  const rowName = (plan: FiguresOfPlan) => t('plans.row', { plan: nameOf(plan), source: sourceOf(plan) })
  const days = rangeText(range.from, range.to)
  const amount = (name: PlanFigureName, words: (value: number) => string): DataColumn<FiguresOfPlan> => ({
    id: name,
    header: t(`plans.columns.${name}`),
    cell: (plan) => {
      const address = listOf[name](plan, days)
      const value = words(plan[name])
      return address === null || plan[name] === 0 ? (
        value
      ) : (
        <Link
          {...address}
          aria-label={t('plans.list', { column: t(`plans.columns.${name}`), value, row: rowName(plan) })}
          className="text-brand-ink hover:underline"
        >
          {value}
        </Link>
      )
    },
    sort: name,
    align: 'end',
  })
  const columns: DataColumn<FiguresOfPlan>[] = [
    { id: 'plan', header: t('plans.columns.plan'), cell: nameOf },
    { id: 'source', header: t('plans.columns.source'), cell: sourceOf },
    amount('sold', format.number),
    amount('revenue', format.money),
    { ...amount('refunded', format.money), priority: 200 },
    amount('minutesUsed', format.number),
  ]
  return (
    <Table<FiguresOfPlan>
      label={t('plans.title')}
      columns={columns}
      visibility={{}}
      order={columns.map(({ id }) => id)}
      rows={sorted(plans, order)}
      rowId={({ planId, source }) => `${planId} ${source}`}
      rowName={rowName}
      sorted={order}
      onSort={(key) => setOrder(nextOrder(order, key))}
      primary={(plan, content) =>
        plan.planId === null ? (
          content
        ) : (
          <Link
            to="/payments"
            search={{ plans: plan.planId, createdAt: days }}
            data-row-primary
            aria-label={t('plans.orders', { plan: nameOf(plan) })}
            className="font-semibold text-brand-ink hover:underline"
          >
            {content}
          </Link>
        )
      }
      density="comfortable"
      offset={0}
      total={plans.length}
      isStale={isStale}
    />
  )
}
