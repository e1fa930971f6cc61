import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Printer, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TransactionInDetail } from '#contract/transactions'
import { fromIso } from '#domain/cairo'
import { payments } from '#messages/payments'
import { useMessages } from '../../messages/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loader } from '../../ui/loader.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { OrderBadge } from './order-badge.tsx'
import { orderQuery, planQuery } from './shared/order-queries.ts'

const route = getRouteApi('/plain/payments/$id')

/** /payments/{id}: a receipt of what was paid and refunded, with a print layout. */
export function ReceiptScreen() {
  const id = Number(route.useParams().id)
  const query = useQuery(orderQuery(id))
  const { data, error } = query
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (isRefused || (data && data.paidAt === null)) return <NoReceipt />
  return (
    <QueryView query={query} loading={<Loader />} failed={{ headingLevel: 1 }}>
      {(order) => <Paper order={order} />}
    </QueryView>
  )
}

function NoReceipt() {
  const t = useMessages(payments)
  const action = <LinkButton to="/payments">{t('receipt.back')}</LinkButton>
  return (
    <EmptyState
      icon={ReceiptText}
      headingLevel={1}
      title={t('receipt.none')}
      text={t('receipt.noneText')}
      action={action}
    />
  )
}

function Paper({ order }: { order: TransactionInDetail }) {
  const t = useMessages(payments)
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5 px-4 py-6 sm:py-8">
      <Card padding="lg" className="flex flex-col gap-5 print:border-0 print:shadow-none">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <p className="font-extrabold text-brand-ink text-lg">{t('receipt.brand')}</p>
            <h1 className="text-2xl">{t('receipt.title')}</h1>
          </div>
          <OrderBadge status={order.status} isLapsed={false} />
        </div>
        <Lines order={order} />
      </Card>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button icon={Printer} onClick={() => window.print()}>
          {t('receipt.print')}
        </Button>
        <LinkButton to="/payments" variant="secondary">
          {t('receipt.back')}
        </LinkButton>
      </div>
    </div>
  )
}

function Lines({ order }: { order: TransactionInDetail }) {
  const t = useMessages(payments)
  const format = useFormat()
  const words = usePlanWords()
  const me = useMe()
  const { data: plan } = useQuery(planQuery(order.planId))
  const { id, amount, refundedAmount, providerRefNum, paidAt, topUpMinutes } = order
  const bought = words.bought(order, plan?.weeklyMinutes)
  const what = plan || topUpMinutes !== null ? t('receipt.whatText', bought) : bought.period
  return (
    <dl className="flex flex-col gap-2.5">
      <Line label={t('receipt.number')} value={<bdi translate="no" dir="ltr">{`H-${id}`}</bdi>} />
      <Line label={t('receipt.payer')} value={<bdi translate="no">{me.name ?? me.email}</bdi>} />
      <Line label={t('receipt.what')} value={what} />
      <Line label={t('receipt.method')} value={payments.method[order.paymentMethod]} />
      {paidAt !== null && <Line label={t('receipt.paidOn')} value={format.moment(fromIso(paidAt))} />}
      {providerRefNum !== null && amount > 0 && (
        <Line
          label={t('receipt.reference')}
          value={
            <bdi translate="no" dir="ltr">
              {providerRefNum}
            </bdi>
          }
        />
      )}
      <Line isTotal label={t('receipt.amount')} value={format.money(amount)} />
      {refundedAmount > 0 && (
        <>
          <Line label={t('receipt.refunded')} value={format.money(refundedAmount)} />
          <Line isTotal label={t('receipt.net')} value={format.money(amount - refundedAmount)} />
        </>
      )}
    </dl>
  )
}

function Line({ label, value, isTotal = false }: { label: string; value: ReactNode; isTotal?: boolean }) {
  const look = isTotal ? 'mt-1 border-line border-t pt-3 text-lg' : ''
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 ${look}`}>
      <dt className="text-muted">{label}</dt>
      <dd translate="no" className="figures font-semibold">
        {value}
      </dd>
    </div>
  )
}
