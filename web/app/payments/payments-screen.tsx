import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { TransactionInDetail } from '#contract/transactions'
import { fromIso } from '#domain/cairo'
import { TransactionStatus } from '#domain/payments/transaction'
import { payments } from '#messages/payments'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { CardRenewal } from './card-renewal.tsx'
import { CurrentSubscription } from './current-subscription.tsx'
import { History } from './history.tsx'
import { useWatchedOrder } from './order-watch.ts'
import { lastOrderQuery, planQuery } from './shared/order-queries.ts'
import { checkoutSearchOf, isPayable } from './shared/payable-order.ts'

/** /payments: the subscription, an unpaid order, and all others. */
export function PaymentsScreen() {
  const t = useMessages(payments)
  return (
    <Page width="reading">
      <PageHeader title={t('title')} text={t('intro')} />
      <Unfinished />
      <CurrentSubscription />
      <CardRenewal />
      <History />
    </Page>
  )
}

const route = getRouteApi('/shell/payments')

/** The outcomes of a provider's page; later changes are shown in the history. */
const ANSWERS: readonly TransactionStatus[] = [TransactionStatus.Paid, TransactionStatus.Failed]

/** The order that the student returned with from the provider's page, or left unpaid: its live status. */
function Unfinished() {
  const now = useNow(30_000)
  const { order } = route.useSearch()
  const { data: last } = useQuery(lastOrderQuery)
  const isWatched = last && (isPayable(last, now) || order !== undefined)
  const { data: watched } = useWatchedOrder(isWatched ? last.id : null)
  if (!isWatched || !watched) return null
  if (isPayable(watched, now)) return <Pending order={watched} />
  return order === undefined || !ANSWERS.includes(watched.status) ? null : <Returned order={watched} />
}

function Pending({ order }: { order: TransactionInDetail }) {
  const t = useMessages(payments)
  const format = useFormat()
  const words = usePlanWords()
  const now = useNow(30_000)
  const [isLeaving, setLeaving] = useState(false)
  const { data: plan } = useQuery(planQuery(order.planId))
  const params = { planId: String(order.planId), period: wordOf(order.planPeriod) }
  return (
    <Banner
      tone="warning"
      announce="status"
      title={`${t('pending.title')}: ${format.money(order.amount)}`}
      action={
        <div className="flex flex-wrap gap-2">
          <LinkButton
            to="/checkout/$planId/$period"
            params={params}
            search={{ ...checkoutSearchOf(order), tx: order.id }}
            size="sm"
          >
            {t('pending.continue')}
          </LinkButton>
          <Button variant="danger-ghost" size="sm" onClick={() => setLeaving(true)}>
            {t('pending.cancel')}
          </Button>
        </div>
      }
    >
      <p>{t('pending.text', words.bought(order, plan?.weeklyMinutes))}</p>
      {order.expiresAt !== null && (
        <p>{t('pending.until', { moment: format.nearMoment(fromIso(order.expiresAt), now) })}</p>
      )}
      {isLeaving && <CancelOrderDialog order={order} onClose={() => setLeaving(false)} />}
    </Banner>
  )
}

function Returned({ order }: { order: TransactionInDetail }) {
  const t = useMessages(payments)
  const isPaid = order.status === TransactionStatus.Paid
  if (isPaid)
    return (
      <Banner
        tone="success"
        announce="status"
        title={t('returned.paid')}
        action={
          <LinkButton to="/tutors" size="sm">
            {t('returned.book')}
          </LinkButton>
        }
      >
        {t('returned.paidText')}
      </Banner>
    )
  const params = { planId: String(order.planId), period: wordOf(order.planPeriod) }
  return (
    <Banner
      tone="danger"
      announce="alert"
      title={t('returned.failed')}
      action={
        <LinkButton to="/checkout/$planId/$period" params={params} search={checkoutSearchOf(order)} size="sm">
          {t('returned.retry')}
        </LinkButton>
      }
    >
      {t(`reasons.${order.failure ?? 'declined'}`)}
    </Banner>
  )
}
