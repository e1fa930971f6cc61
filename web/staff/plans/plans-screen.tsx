import { useQuery } from '@tanstack/react-query'
import { BadgePercent, Eye, Pencil, Plus, Power, TicketPercent, Trash2, UserLock } from 'lucide-react'
import { useState } from 'react'
import { listPlans, listPlanUsage } from '#contract/calls/plans'
import type { Plan } from '#contract/plans'
import { may } from '#domain/permissions'
import { savingOf } from '#domain/plans/value'
import { discountOf, type PaidPeriod, PlanPeriod, priceOfPeriod } from '#domain/subscriptions/periods'
import { staffPlans } from '#messages/staff-plans'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RecordDialog } from '../audit/shared/record-dialog.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { TabbedPage } from '../table/shared/tabbed-page.tsx'
import { CouponList } from './coupon-list.tsx'
import { PlanForm } from './plan-form.tsx'
import { PlanPreview } from './plan-preview.tsx'
import type { PlanTab } from './search-params.ts'
import { usePlanOptions } from './shared/use-plan-options.ts'
import { usePlanChanges } from './use-plan-changes.ts'

/** Plans and coupons. */
export function PlansScreen() {
  const t = useMessages(staffPlans)
  return (
    <TabbedPage<PlanTab>
      title={t('title')}
      label={t('tabsLabel')}
      tabs={{
        plans: { label: t('tabs.plans'), icon: BadgePercent, content: <PlanList /> },
        coupons: { label: t('tabs.coupons'), icon: TicketPercent, content: <CouponList /> },
      }}
    />
  )
}

type OpenDialog = { act: 'create' } | { act: 'edit' | 'look' | 'active' | 'forInvitesOnly' | 'delete'; plan: Plan }

/** All plans. The super admin writes them; the other admins read (docs/rules/minutes.md 1.2). */
function PlanList() {
  const t = useMessages(staffPlans)
  const me = useMe()
  const words = usePlanWords()
  const usage = usePlanUsage()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const canWrite = may('plan.edit', me.role)
  const livingOf = (id: number) => usage.get(id)?.living ?? 0
  const isReferredTo = (id: number) => {
    const { subscriptions = 0, invites = 0, coupons = 0 } = usage.get(id) ?? {}
    return subscriptions + invites + coupons > 0
  }
  return (
    <>
      <DataList
        id="plans"
        title={t('tabs.plans')}
        headingLevel={2}
        call={listPlans}
        queryKey={[...keys.plans, 'staff']}
        columns={useColumns(livingOf)}
        filters={{
          active: { label: t('filters.active'), kind: 'boolean', yes: t('active.yes'), no: t('active.no') },
          forInvitesOnly: { label: t('filters.forInvitesOnly'), kind: 'boolean' },
          weeklyMinutes: { label: t('filters.weeklyMinutes'), kind: 'numbers', unit: t('minutesUnit') },
          baseMonthlyPrice: {
            label: t('filters.baseMonthlyPrice'),
            kind: 'numbers',
            scale: 100,
            unit: t('poundsUnit'),
          },
          createdAt: { label: t('filters.createdAt'), kind: 'dates' },
        }}
        rowName={({ weeklyMinutes }) => words.name(weeklyMinutes)}
        onOpen={(plan) => setDialog({ act: canWrite ? 'edit' : 'look', plan })}
        rowActions={(plan) =>
          canWrite
            ? [
                { label: t('edit'), icon: Pencil, onSelect: () => setDialog({ act: 'edit', plan }) },
                {
                  label: t(plan.active ? 'deactivate' : 'activate'),
                  icon: Power,
                  onSelect: () => setDialog({ act: 'active', plan }),
                },
                {
                  label: t(plan.forInvitesOnly ? 'openToAll' : 'onlyInvited'),
                  icon: UserLock,
                  onSelect: () => setDialog({ act: 'forInvitesOnly', plan }),
                },
                'separator',
                {
                  label: t('delete'),
                  icon: Trash2,
                  tone: 'danger',
                  // The database keeps a plan that something refers to.
                  disabled: isReferredTo(plan.id),
                  onSelect: () => setDialog({ act: 'delete', plan }),
                },
              ]
            : [{ label: t('look'), icon: Eye, onSelect: () => setDialog({ act: 'look', plan }) }]
        }
        empty={{ title: t('empty.plans'), icon: BadgePercent }}
        actions={
          canWrite && (
            <Button size="sm" icon={Plus} onClick={() => setDialog({ act: 'create' })}>
              {t('newPlan')}
            </Button>
          )
        }
      />
      {dialog && <PlanDialog dialog={dialog} livingOf={livingOf} onClose={() => setDialog(null)} />}
    </>
  )
}

type PlanDialogProps = { dialog: OpenDialog; livingOf: (id: number) => number; onClose: () => void }

function PlanDialog({ dialog, livingOf, onClose }: PlanDialogProps) {
  const t = useMessages(staffPlans)
  const words = usePlanWords()
  const changes = usePlanChanges()
  const frame = { kind: 'plan', size: 'lg', onClose } as const
  if (dialog.act === 'create')
    return (
      <RecordDialog {...frame} id={null} title={t('newPlan')} description={t('newPlanText')}>
        <PlanForm plan={null} living={0} onDone={onClose} />
      </RecordDialog>
    )
  const { act, plan } = dialog
  const name = words.name(plan.weeklyMinutes)
  const living = livingOf(plan.id)
  if (act === 'edit')
    return (
      <RecordDialog {...frame} id={plan.id} title={t('editTitle', { name })}>
        <PlanForm plan={plan} living={living} onDone={onClose} />
      </RecordDialog>
    )
  if (act === 'look')
    return (
      <RecordDialog {...frame} id={plan.id} title={name} description={t('readOnly')}>
        <PlanPreview plan={plan} />
      </RecordDialog>
    )
  if (act === 'delete')
    return (
      <ReasonDialog
        title={t('deleteTitle', { name })}
        description={t('deleteText', { count: living })}
        confirmLabel={t('delete')}
        onConfirm={(reason) => changes.remove(plan, reason)}
        onClose={onClose}
      />
    )
  const change = act === 'active' ? { active: !plan.active } : { forInvitesOnly: !plan.forInvitesOnly }
  const verb =
    act === 'active' ? (plan.active ? 'deactivate' : 'activate') : plan.forInvitesOnly ? 'openToAll' : 'onlyInvited'
  const confirm = async (reason: string) => {
    try {
      await changes.save(plan, change, reason)
    } catch (error) {
      changes.fail(error)
      throw error
    }
  }
  return (
    <ReasonDialog
      tone="warning"
      title={t('switchTitle', { verb: t(verb), name })}
      description={`${t(`switchText.${verb}`)} ${t('livingText', { count: living })}`}
      confirmLabel={t(verb)}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

function useColumns(livingOf: (id: number) => number): ListColumn<typeof listPlans>[] {
  const t = useMessages(staffPlans)
  const words = usePlanWords()
  const format = useFormat()
  const pounds = (plan: Plan, period: PaidPeriod) => priceOfPeriod(plan, period) / 100
  const price = (period: PaidPeriod) => (plan: Plan) => {
    const { full, saved } = savingOf(plan, period)
    return (
      <span className="flex flex-wrap items-center justify-end gap-x-2">
        {saved > 0 && (
          <s translate="no" className="figures text-muted text-sm">
            {format.money(full)}
          </s>
        )}
        <span translate="no" className="figures font-semibold">
          {format.money(priceOfPeriod(plan, period))}
        </span>
        {saved > 0 && <Badge tone="success">{format.percent(discountOf(plan, period))}</Badge>}
      </span>
    )
  }
  return [
    {
      id: 'weeklyMinutes',
      header: t('columns.weeklyMinutes'),
      sort: 'weeklyMinutes',
      csv: ({ weeklyMinutes }) => weeklyMinutes,
      cell: ({ weeklyMinutes }) => words.name(weeklyMinutes),
    },
    {
      id: 'state',
      header: t('columns.state'),
      priority: 1,
      csv: ({ active }) => t(active ? 'active.yes' : 'active.no'),
      cell: ({ active, forInvitesOnly }) => (
        <span className="flex gap-1.5">
          <Badge tone={active ? 'success' : 'neutral'}>{t(active ? 'active.yes' : 'active.no')}</Badge>
          {forInvitesOnly && <Badge tone="info">{t('invitesOnly')}</Badge>}
        </span>
      ),
    },
    {
      id: 'month',
      header: words.period(PlanPeriod.Month),
      sort: 'baseMonthlyPrice',
      align: 'end',
      priority: 2,
      csv: (plan) => pounds(plan, PlanPeriod.Month),
      cell: price(PlanPeriod.Month),
    },
    {
      id: 'quarter',
      header: words.period(PlanPeriod.Quarter),
      align: 'end',
      csv: (plan) => pounds(plan, PlanPeriod.Quarter),
      cell: price(PlanPeriod.Quarter),
    },
    {
      id: 'year',
      header: words.period(PlanPeriod.Year),
      align: 'end',
      csv: (plan) => pounds(plan, PlanPeriod.Year),
      cell: price(PlanPeriod.Year),
    },
    column.number('living', t('columns.living'), ({ id }) => livingOf(id), { priority: 3 }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, { sort: 'createdAt' }),
    column.copyable('id', t('columns.id'), ({ id }) => id),
  ]
}

/** What refers to each plan, by its id. */
function usePlanUsage() {
  const { plans } = usePlanOptions()
  const ids = plans.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: [...keys.plans, 'staff', 'usage', ids],
    queryFn: ({ signal }) => request(listPlanUsage, { query: { ids } }, { signal }),
    enabled: ids.length > 0,
  })
  return new Map((data ?? []).map((usage) => [usage.planId, usage]))
}
