import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Hourglass, Tags } from 'lucide-react'
import { useState } from 'react'
import type { TransactionInDetail } from '#contract/transactions'
import { fromIso } from '#domain/cairo'
import { isPaidPeriod } from '#domain/subscriptions/periods'
import { checkout } from '#messages/checkout'
import { renewal as renewalWords } from '#messages/renewal'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import type { Renewal } from '../../shared/plans/renewal.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { planQuery } from './shared/order-queries.ts'
import { checkoutSearchOf } from './shared/payable-order.ts'

/** Another order is open: it is finished or cancelled first. */
export function OtherOrderOpen({ order }: { order: TransactionInDetail }) {
  const t = useMessages(checkout)
  const format = useFormat()
  const words = usePlanWords()
  const [isLeaving, setLeaving] = useState(false)
  const { data: plan } = useQuery(planQuery(order.planId))
  const params = { planId: String(order.planId), period: wordOf(order.planPeriod) }
  const text = t('other.text', {
    ...words.bought(order, plan?.weeklyMinutes),
    amount: format.money(order.amount),
  })
  const action = (
    <>
      <LinkButton to="/checkout/$planId/$period" params={params} search={{ ...checkoutSearchOf(order), tx: order.id }}>
        {t('other.continue')}
      </LinkButton>
      <Button variant="danger-ghost" onClick={() => setLeaving(true)}>
        {t('other.cancel')}
      </Button>
    </>
  )
  return (
    <>
      <EmptyState icon={Hourglass} title={t('other.title')} text={text} action={action} />
      {isLeaving && <CancelOrderDialog order={order} onClose={() => setLeaving(false)} />}
    </>
  )
}

/** There is a plan already: the next period can only be paid later, or is paid. */
export function AlreadySubscribed({ renewal }: { renewal: Extract<Renewal, { state: 'paid' | 'later' }> }) {
  const t = useMessages(checkout)
  const next = useMessages(renewalWords)
  const format = useFormat()
  const words = usePlanWords()
  const action = <LinkButton to="/payments">{t('has.action')}</LinkButton>
  if (renewal.state === 'paid') {
    const { weeklyMinutes, period } = renewal.next
    const name = words.name(weeklyMinutes)
    const text = next('paid.text', {
      name,
      period: isPaidPeriod(period) ? words.period(period) : '',
      begins: format.moment(renewal.begins),
    })
    return <EmptyState icon={BadgeCheck} title={next('checkout.paidTitle')} text={text} action={action} />
  }
  const { running, from } = renewal
  const name = words.name(running.weeklyMinutes)
  const until = next('checkout.hasText', { name, end: format.fullDay(fromIso(running.end)) })
  const text = `${until} ${next('later', { day: format.fullDay(from) })}`
  return <EmptyState icon={BadgeCheck} title={t('has.title')} text={text} action={action} />
}

/** The plan does not exist, is inactive, or is not for this account. */
export function PlanUnavailable() {
  const t = useMessages(checkout)
  const action = <LinkButton to="/plans">{t('plans')}</LinkButton>
  return <EmptyState icon={Tags} title={t('gone')} text={t('goneText')} action={action} />
}
