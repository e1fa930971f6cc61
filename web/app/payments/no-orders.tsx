import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PlanPeriod, priceOfPeriod } from '#domain/subscriptions/periods'
import { checkout } from '#messages/checkout'
import { payments } from '#messages/payments'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Card } from '../../ui/card.tsx'
import { plansQuery } from '../plans/shared/plans-query.ts'
import { MethodMarks } from './method-marks.tsx'
import { CHECKOUT_METHODS } from './methods.ts'

/** Before the first order: the price of a plan, and the payment methods with their refunds. */
export function NoOrders() {
  const t = useMessages(payments)
  const ways = useMessages(checkout)
  const facts = useMessages(plans)
  return (
    <Card padding="none" className="overflow-hidden">
      <div className="p-4 sm:p-5">
        <h3 className="text-base">{t('history.empty')}</h3>
        <p className="text-muted text-sm">{t('history.emptyText')}</p>
        <FirstPrice />
      </div>
      <ul aria-label={t('history.ways')} className="grid gap-px border-line border-t bg-line sm:grid-cols-2">
        {CHECKOUT_METHODS.map((method) => (
          <li key={method} className="flex items-start justify-between gap-3 bg-surface p-4 sm:px-5">
            <div>
              <p className="font-semibold">{ways(`methods.${method}`)}</p>
              <p className="text-muted text-sm">{ways(`guarantees.${method}`)}</p>
            </div>
            <MethodMarks method={method} />
          </li>
        ))}
      </ul>
      <p className="border-line border-t bg-sunken p-4 text-sm sm:px-5">{facts('facts.refund')}</p>
    </Card>
  )
}

/** The cheapest plan; without it the rest stays. */
function FirstPrice() {
  const t = useMessages(payments)
  const format = useFormat()
  const words = usePlanWords()
  const { data } = useQuery(plansQuery)
  const plan = data?.[0]
  if (!plan) return null
  const amount = format.money(priceOfPeriod(plan, PlanPeriod.Month))
  return (
    <Link
      to="/plans"
      className="mt-2 inline-block font-semibold text-brand-ink underline decoration-transparent underline-offset-4 hover:decoration-current"
    >
      {t('history.from', { name: words.name(plan.weeklyMinutes), amount })}
    </Link>
  )
}
