import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TransactionInDetail } from '#contract/transactions'
import { fromIso, type Instant } from '#domain/cairo'
import { isPaidPeriod, priceOfPeriod } from '#domain/subscriptions/periods'
import { renewal as words } from '#messages/renewal'
import { useMessages } from '../../../messages/messages.ts'
import { useFormat } from '../../../platform/format.ts'
import { wordOf } from '../../../shared/plans/period-word.ts'
import { usePlanWords } from '../../../shared/plans/plan-words.ts'
import type { Renewal } from '../../../shared/plans/renewal.ts'
import { Banner } from '../../../ui/banner.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { lastOrderQuery, planQuery } from './order-queries.ts'
import { isPayable } from './payable-order.ts'

type RenewalNoteProps = {
  renewal: Extract<Renewal, { state: 'paid' | 'open' }>
  now: Instant
  /** On a screen that shows an unpaid order anyway. */
  hidesOrder?: boolean
  /** On the screen of the plans. */
  hidesPlans?: boolean
  /** What can be done with a period that is paid. */
  action?: ReactNode
}

/**
 * The period after a plan, from ten days before its end: when it begins and what it costs, how it is paid once it is ordered,
 * and that it is paid (docs/rules/minutes.md 6.1, 6.2).
 */
export function RenewalNote({ renewal, now, hidesOrder = false, hidesPlans = false, action }: RenewalNoteProps) {
  const last = useQuery({ ...lastOrderQuery, enabled: renewal.state === 'open' })
  if (renewal.state === 'paid') return <Paid renewal={renewal} action={action} />
  if (last.isLoading) return null
  if (last.data && last.data.topUpMinutes === null && !last.data.changesPlan && isPayable(last.data, now))
    return hidesOrder ? null : <Ordered order={last.data} begins={renewal.begins} now={now} />
  return <Open renewal={renewal} hidesPlans={hidesPlans} />
}

function Paid({
  renewal: { next, begins },
  action,
}: {
  renewal: Extract<Renewal, { state: 'paid' }>
  action: ReactNode
}) {
  const t = useMessages(words)
  const format = useFormat()
  const plan = usePlanWords()
  const name = plan.name(next.weeklyMinutes)
  const period = isPaidPeriod(next.period) ? plan.period(next.period) : ''
  return (
    <Banner tone="success" title={t('paid.title')} action={action}>
      {t('paid.text', { name, period, begins: format.moment(begins) })}
    </Banner>
  )
}

function Ordered({ order, begins, now }: { order: TransactionInDetail; begins: Instant; now: Instant }) {
  const t = useMessages(words)
  const format = useFormat()
  const params = { planId: String(order.planId), period: wordOf(order.planPeriod) }
  const number = order.checkout?.referenceNumber
  return (
    <Banner
      tone="warning"
      title={t('order.title', { amount: format.money(order.amount) })}
      action={
        <LinkButton to="/checkout/$planId/$period" params={params} search={{ tx: order.id }} size="sm">
          {t('order.action')}
        </LinkButton>
      }
    >
      {number !== undefined && (
        <p className="figures font-semibold">
          {t.rich('order.reference', {
            number,
            ltr: (text) => (
              <bdi translate="no" dir="ltr">
                {text}
              </bdi>
            ),
          })}
        </p>
      )}
      <p>{t('order.text', { begins: format.moment(begins) })}</p>
      {order.expiresAt !== null && (
        <p>{t('order.until', { moment: format.nearMoment(fromIso(order.expiresAt), now) })}</p>
      )}
    </Banner>
  )
}

type OpenProps = { renewal: Extract<Renewal, { state: 'open' }>; hidesPlans: boolean }

/** The plan that was chosen for the next period, or the running one again, where it is still sold; otherwise the plans. */
function Open({ renewal: { running, begins }, hidesPlans }: OpenProps) {
  const t = useMessages(words)
  const format = useFormat()
  const named = usePlanWords()
  const { data: plan, isPending } = useQuery({
    ...planQuery(running.nextPlanId ?? running.planId ?? 0),
    retry: false,
  })
  const period = running.nextPeriod ?? running.period
  if (isPending || !isPaidPeriod(period)) return null
  const amount = plan?.active ? format.money(priceOfPeriod(plan, period)) : null
  const other = amount === null ? t('open.choose') : t('open.other')
  return (
    <Banner
      tone="info"
      title={t('open.title', { day: format.fullDay(begins) })}
      action={
        <div className="flex flex-wrap gap-2">
          {plan && amount !== null && (
            <LinkButton
              to="/checkout/$planId/$period"
              params={{ planId: String(plan.id), period: wordOf(period) }}
              size="sm"
            >
              {t('open.pay', { amount })}
            </LinkButton>
          )}
          {!hidesPlans && (
            <LinkButton to="/plans" variant="secondary" size="sm">
              {other}
            </LinkButton>
          )}
        </div>
      }
    >
      <p>{t('open.text', { begins: format.moment(begins) })}</p>
      {plan && amount !== null && (
        <p className="font-semibold">
          {t('open.sum', { name: named.name(plan.weeklyMinutes), period: named.period(period), amount })}
        </p>
      )}
    </Banner>
  )
}
