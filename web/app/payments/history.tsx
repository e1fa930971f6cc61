import { useQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Transaction } from '#contract/transactions'
import { fromIso, type Instant, localDay } from '#domain/cairo'
import { isUnpaid } from '#domain/payments/transaction'
import { payments } from '#messages/payments'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { countTo } from '../../ui/count-to.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { PaymentBadge } from './payment-badge.tsx'
import { boughtSubscriptionsQuery, PAGE_SIZE, paymentsQuery } from './queries.ts'
import { isOpenPayment } from './shared/open-payment.ts'

const NoPayments = lazy(async () => ({ default: (await import('./no-payments.tsx')).NoPayments }))

/** Every order, newest first, with its status. */
export function History() {
  const t = useMessages(payments)
  const me = useMe()
  const [page, setPage] = useState(1)
  const query = useQuery(paymentsQuery(me.id, page))
  const none = (
    <Suspense fallback={<Waits />}>
      <NoPayments />
    </Suspense>
  )
  return (
    <section>
      <SectionHeading title={t('history.title')} />
      <QueryView query={query} loading={<Waits />} empty={({ total }) => total === 0 && none}>
        {({ list, total }) => (
          <>
            <Card padding="none">
              <ul aria-label={t('history.title')} className="divide-y divide-line">
                {list.map((payment) => (
                  <li key={payment.id}>
                    <Row payment={payment} />
                  </li>
                ))}
              </ul>
            </Card>
            {total > PAGE_SIZE && (
              <div className="mt-4">
                <Pagination page={page} size={PAGE_SIZE} total={total} onPage={setPage} />
              </div>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

function Waits() {
  const t = useMessages(payments)
  return (
    <Loading text={t('loading')} className="flex flex-col gap-3">
      {countTo(3).map((place) => (
        <Skeleton key={place} className="h-20 rounded-card" />
      ))}
    </Loading>
  )
}

/** The period of the bought subscription, up to its cancellation. */
function SubscriptionSpan({ payment, now }: { payment: Transaction; now: Instant }) {
  const t = useMessages(payments)
  const format = useFormat()
  const { data } = useQuery(boughtSubscriptionsQuery(payment.userId))
  const bought = data?.get(payment.id)
  if (!bought) return null
  const start = format.fullDay(fromIso(bought.start))
  const end = fromIso(bought.terminatedAt ?? bought.end)
  const running = end > now ? 'active' : 'ended'
  const kind = bought.terminatedAt === null ? running : 'stopped'
  return <p className="text-muted text-sm">{t(`history.${kind}`, { start, end: format.fullDay(end) })}</p>
}

function Row({ payment }: { payment: Transaction }) {
  const t = useMessages(payments)
  const format = useFormat()
  const words = usePlanWords()
  const now = useNow(60_000)
  const what = t('history.period', { period: words.period(payment.planPeriod) })
  const orderedAt = fromIso(payment.createdAt)
  const isLapsed = isUnpaid(payment.status) && !isOpenPayment(payment, now)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold">{what}</p>
        <p className="text-muted text-sm">
          {format.series([format.fullDay(orderedAt), payments.method[payment.paymentMethod]])}
        </p>
        {payment.secondPaymentOf !== null && <p className="text-sm text-warning-ink">{t('history.second')}</p>}
        <SubscriptionSpan payment={payment} now={now} />
        {payment.providerRefNum !== null && payment.amount > 0 && (
          <p className="text-muted text-sm">
            {t('history.number')}:{' '}
            <bdi translate="no" dir="ltr" className="figures">
              {payment.providerRefNum}
            </bdi>
          </p>
        )}
      </div>
      <div className="flex flex-col items-end gap-1">
        <strong translate="no" className="figures">
          {format.money(payment.amount)}
        </strong>
        <PaymentBadge status={payment.status} isLapsed={isLapsed} />
        {payment.refundedAmount > 0 && (
          <span translate="no" className="figures text-muted text-sm">
            {t('history.refunded', { amount: format.money(payment.refundedAmount) })}
          </span>
        )}
      </div>
      <div className="sm:w-28 sm:text-end max-sm:empty:hidden">
        {payment.paidAt !== null && (
          <LinkButton
            to="/payments/$id"
            params={{ id: String(payment.id) }}
            variant="ghost"
            size="sm"
            icon={Receipt}
            aria-label={t('history.receiptOf', { what, day: format.date(localDay(orderedAt)) })}
          >
            {t('history.receipt')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}
