import { useQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { Suspense, useState } from 'react'
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
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { OrderBadge } from './order-badge.tsx'
import { boughtSubscriptionsQuery, ordersQuery, PAGE_SIZE } from './queries.ts'
import { isPayable } from './shared/payable-order.ts'

const NoOrders = lazyPart(async () => (await import('./no-orders.tsx')).NoOrders)

/** Every order, newest first, with its status. */
export function History() {
  const t = useMessages(payments)
  const me = useMe()
  const [page, setPage] = useState(1)
  const query = useQuery(ordersQuery(me.id, page))
  const none = (
    <Suspense fallback={<Waits />}>
      <NoOrders />
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
                {list.map((order) => (
                  <li key={order.id}>
                    <Row order={order} />
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
function SubscriptionSpan({ order, now }: { order: Transaction; now: Instant }) {
  const t = useMessages(payments)
  const format = useFormat()
  const { data } = useQuery(boughtSubscriptionsQuery(order.userId))
  const bought = data?.get(order.id)
  if (!bought) return null
  const start = format.fullDay(fromIso(bought.start))
  const end = fromIso(bought.terminatedAt ?? bought.end)
  const running = end > now ? 'active' : 'ended'
  const kind = bought.terminatedAt === null ? running : 'stopped'
  return <p className="text-muted text-sm">{t(`history.${kind}`, { start, end: format.fullDay(end) })}</p>
}

function Row({ order }: { order: Transaction }) {
  const t = useMessages(payments)
  const format = useFormat()
  const words = usePlanWords()
  const now = useNow(60_000)
  const { name, period } = words.bought(order, undefined)
  const what =
    order.topUpMinutes !== null ? name : order.changesPlan ? t('history.change') : t('history.period', { period })
  const orderedAt = fromIso(order.createdAt)
  const isLapsed = isUnpaid(order.status) && !isPayable(order, now)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold">{what}</p>
        <p className="text-muted text-sm">
          {format.series([format.fullDay(orderedAt), payments.method[order.paymentMethod]])}
        </p>
        {order.secondPaymentOf !== null && <p className="text-sm text-warning-ink">{t('history.second')}</p>}
        <SubscriptionSpan order={order} now={now} />
        {order.providerRefNum !== null && order.amount > 0 && (
          <p className="text-muted text-sm">
            {t('history.number')}:{' '}
            <bdi translate="no" dir="ltr" className="figures">
              {order.providerRefNum}
            </bdi>
          </p>
        )}
      </div>
      <div className="flex flex-col items-end gap-1">
        <strong translate="no" className="figures">
          {format.money(order.amount)}
        </strong>
        <OrderBadge status={order.status} isLapsed={isLapsed} />
        {order.refundedAmount > 0 && (
          <span translate="no" className="figures text-muted text-sm">
            {t('history.refunded', { amount: format.money(order.refundedAmount) })}
          </span>
        )}
      </div>
      <div className="sm:w-28 sm:text-end max-sm:empty:hidden">
        {order.paidAt !== null && (
          <LinkButton
            to="/payments/$id"
            params={{ id: String(order.id) }}
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
