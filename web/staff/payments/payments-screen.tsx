import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type PaymentTab, paymentTabs } from './search-params.ts'
import { OrdersList } from './shared/orders-list.tsx'
import { SubscriptionsList } from './shared/subscriptions-list.tsx'

const OrderPanel = lazy(async () => ({ default: (await import('./order-panel.tsx')).OrderPanel }))

/** Orders at the gateways, and the subscriptions that they bought. */
export function PaymentsScreen() {
  const t = useMessages(staffPayments)
  const { tab = 'orders', open } = useSearch({ from: '/shell/payments' })
  const navigate = useNavigate({ from: '/payments' })
  const openOrder = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  const openTab = (next: PaymentTab) => void navigate({ search: next === 'orders' ? {} : { tab: next } })
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Tabs
        label={t('tabs.label')}
        value={tab}
        onChange={openTab}
        tabs={paymentTabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        {tab === 'orders' ? <OrdersList onOpen={openOrder} /> : <SubscriptionsList onOpenOrder={openOrder} />}
      </Tabs>
      <Suspense>
        {open !== undefined && <OrderPanel key={open} id={open} onClose={() => openOrder(undefined)} />}
      </Suspense>
    </Page>
  )
}
