import { useQuery } from '@tanstack/react-query'
import type { TransactionInDetail } from '#contract/transactions'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { lastOrderQuery, planQuery } from '../payments/shared/order-queries.ts'
import { checkoutSearchOf, isPayable } from '../payments/shared/payable-order.ts'

/** Links to an unpaid order, which blocks a new one. */
export function UnpaidNote() {
  const now = useNow(60_000)
  const { data: last } = useQuery(lastOrderQuery)
  if (!last || !isPayable(last, now)) return null
  return <Unpaid order={last} />
}

function Unpaid({ order }: { order: TransactionInDetail }) {
  const t = useMessages(plans)
  const format = useFormat()
  const words = usePlanWords()
  const { data: plan } = useQuery(planQuery(order.planId))
  if (!plan) return null
  const params = { planId: String(order.planId), period: wordOf(order.planPeriod) }
  return (
    <Banner
      tone="warning"
      title={t('waiting.title')}
      action={
        <LinkButton
          to="/checkout/$planId/$period"
          params={params}
          search={{ ...checkoutSearchOf(order), tx: order.id }}
          size="sm"
        >
          {t('waiting.action')}
        </LinkButton>
      }
    >
      {t('waiting.text', {
        ...words.bought(order, plan.weeklyMinutes),
        amount: format.money(order.amount),
      })}
    </Banner>
  )
}
