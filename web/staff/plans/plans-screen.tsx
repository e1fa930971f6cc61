import { useNavigate, useSearch } from '@tanstack/react-router'
import { BadgePercent, TicketPercent } from 'lucide-react'
import { staffPlans } from '#messages/staff-plans'
import { useMessages } from '../../messages/messages.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CouponList } from './coupon-list.tsx'
import { PlanList } from './plan-list.tsx'
import { PLAN_TABS } from './search-params.ts'

const LISTS = { plans: PlanList, coupons: CouponList } as const
const ICONS = { plans: BadgePercent, coupons: TicketPercent } as const

/** Plans and coupons. */
export function PlansScreen() {
  const t = useMessages(staffPlans)
  const { tab = 'plans' } = useSearch({ from: '/shell/plans' })
  const navigate = useNavigate({ from: '/plans' })
  const List = LISTS[tab]
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Tabs
        label={t('tabsLabel')}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next } })}
        tabs={PLAN_TABS.map((value) => ({ value, label: t(`tabs.${value}`), icon: ICONS[value] }))}
      >
        <List />
      </Tabs>
    </Page>
  )
}
