import { CircleCheck } from 'lucide-react'
import { Suspense } from 'react'
import type { Plan } from '#contract/plans'
import type { TransactionInDetail } from '#contract/transactions'
import type { Instant } from '#domain/cairo'
import { PaymentMethod } from '#domain/payments/methods'
import { TransactionStatus } from '#domain/payments/transaction'
import { checkout } from '#messages/checkout'
import { payments } from '#messages/payments'
import { renewal } from '#messages/renewal'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

const CardRenewal = lazyPart(async () => (await import('./card-renewal.tsx')).CardRenewal)

const { Failed, Canceled, Expired } = TransactionStatus

type PaidOrderProps = {
  order: TransactionInDetail
  plan: Plan
  /** When the period begins, where that is later. */
  begins: Instant | null
}

const DONE_TITLES = { topUp: 'done.topUpTitle', change: 'done.changeTitle', plan: 'done.title' } as const

/** The order is paid: the purchase, when it begins, and the next actions. */
export function PaidOrder({ order, plan, begins }: PaidOrderProps) {
  const t = useMessages(checkout)
  const next = useMessages(renewal)
  const format = useFormat()
  const words = usePlanWords()
  const isTopUp = order.topUpMinutes !== null
  const kind = isTopUp ? 'topUp' : order.changesPlan ? 'change' : begins === null ? 'plan' : 'next'
  const isCard = order.paymentMethod === PaymentMethod.Card && order.provider === 'fawry'
  const bought = words.bought(order, plan.weeklyMinutes)
  return (
    <div role="status" className="flex flex-col items-center gap-3 py-4 text-center">
      <IconDisc icon={CircleCheck} tone="success" />
      <h2 className="mt-2 text-2xl">{kind === 'next' ? next('checkout.doneTitle') : t(DONE_TITLES[kind])}</h2>
      <p>
        {t(kind === 'topUp' || kind === 'change' ? 'done.topUpText' : 'done.text', {
          amount: format.money(order.amount),
          ...bought,
        })}
      </p>
      <p className="text-muted">
        {order.topUpMinutes !== null
          ? t('done.topUpMinutes', { minutes: format.duration(order.topUpMinutes) })
          : begins === null || kind === 'change'
            ? t(kind === 'change' ? 'done.changeMinutes' : 'done.minutes', {
                minutes: format.duration(plan.weeklyMinutes),
              })
            : next('checkout.doneText', { begins: format.moment(begins) })}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <LinkButton to="/tutors" size="lg">
          {kind === 'next' ? next('checkout.book') : t(kind === 'plan' ? 'done.book' : 'done.topUpBook')}
        </LinkButton>
        <LinkButton to="/payments/$id" params={{ id: String(order.id) }} variant="secondary" size="lg">
          {t('done.receipt')}
        </LinkButton>
      </div>
      {isCard && !isTopUp && (
        <div className="mt-4 w-full text-start">
          <Suspense>
            <CardRenewal />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** Why an order ended without a subscription; the payment methods are below it again. */
export function UnpaidOrder({ order }: { order: TransactionInDetail }) {
  const t = useMessages(checkout)
  const reasons = useMessages(payments)
  const { status, failure, paymentMethod } = order
  if (status === Failed)
    return (
      <Banner tone="danger" title={t('ended.failed')} announce="alert">
        {reasons(`reasons.${failure ?? 'declined'}`)}
      </Banner>
    )
  const kind =
    status === Canceled ? 'canceled' : status === Expired ? 'expired' : isLapsed(order) ? 'expired' : 'refunded'
  const tone = kind === 'expired' && paymentMethod === PaymentMethod.Fawry ? 'warning' : 'info'
  return (
    <Banner tone={tone} title={t(`ended.${kind}`)} announce="status">
      {t(`ended.${kind}Text`)}
    </Banner>
  )
}

/** It has expired, but its stored status is still an open one. */
const isLapsed = ({ status }: TransactionInDetail): boolean =>
  status === TransactionStatus.New || status === TransactionStatus.Processed
