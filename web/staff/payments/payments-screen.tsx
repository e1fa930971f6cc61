import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TabbedPage } from '../table/shared/tabbed-page.tsx'
import { RefundsList } from './refunds-list.tsx'
import type { PaymentTab } from './search-params.ts'
import { OrdersList } from './shared/orders-list.tsx'
import { SubscriptionsList } from './shared/subscriptions-list.tsx'

const OrderPanel = lazyPart(async () => (await import('./order-panel.tsx')).OrderPanel)

/** Orders at the gateways, the subscriptions that they bought, and what was given back. */
export function PaymentsScreen() {
  const t = useMessages(staffPayments)
  const { open } = useSearch({ from: '/shell/payments' })
  const navigate = useNavigate({ from: '/payments' })
  const openOrder = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  return (
    <>
      <TabbedPage<PaymentTab>
        title={t('title')}
        label={t('tabs.label')}
        tabs={{
          orders: { label: t('tabs.orders'), content: <OrdersList onOpen={openOrder} /> },
          subscriptions: { label: t('tabs.subscriptions'), content: <SubscriptionsList onOpenOrder={openOrder} /> },
          refunds: { label: t('tabs.refunds'), content: <RefundsList onOpenOrder={openOrder} /> },
        }}
      />
      <Suspense>
        {open !== undefined && <OrderPanel key={open} id={open} onClose={() => openOrder(undefined)} />}
      </Suspense>
    </>
  )
}
