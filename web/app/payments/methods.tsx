import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { payByReference, payByWallet } from '#contract/calls/fawry'
import { createCheckout } from '#contract/calls/paymob'
import { PaymentMethod } from '#domain/payments/methods'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AddCard } from './add-card.tsx'
import { CardForm } from './card-form.tsx'
import { cardsQuery } from './cards.ts'
import { MethodMarks } from './method-marks.tsx'
import { CHECKOUT_METHODS, type CheckoutMethod } from './methods.ts'
import { type Order, orderBody, sumOf } from './order.ts'
import { PhoneForm } from './phone-form.tsx'

const route = getRouteApi('/plain/checkout/$planId/$period')

/** Installments are not offered for a month (docs/rules/money.md 3.7). */
const methodsFor = ({ period }: Order): readonly CheckoutMethod[] =>
  period === PlanPeriod.Month ? CHECKOUT_METHODS.filter((method) => method !== 'installments') : CHECKOUT_METHODS

/**
 * The payment methods, each with what becomes of the money (docs/rules/screens.md 4.4), and the form of the chosen one; none
 * to choose when a coupon covers the whole price.
 */
export function Methods({ order }: { order: Order }) {
  const t = useMessages(checkout)
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const methods = methodsFor(order)
  const method = methods.find((one) => one === tab) ?? 'card'
  const setMethod = (next: CheckoutMethod) =>
    void navigate({ search: ({ tx }) => ({ tx, tab: next }), replace: true, resetScroll: false })
  if (sumOf(order).amount === 0) return <FreeOrder order={order} />
  const tabs = methods.map((value) => ({
    value,
    label: t(`methods.${value}`),
    hint: t(`guarantees.${value}`),
    aside: <MethodMarks method={value} />,
  }))
  const forms: Record<CheckoutMethod, ReactNode> = {
    card: <CardMethod order={order} inInstallments={false} />,
    wallet: <WalletMethod order={order} />,
    reference: <ReferenceMethod order={order} />,
    installments: <CardMethod order={order} inInstallments />,
  }
  return (
    <Tabs look="rows" label={t('methods.label')} tabs={tabs} value={method} onChange={setMethod}>
      {forms[method]}
    </Tabs>
  )
}

function CardMethod({ order, inInstallments }: { order: Order; inInstallments: boolean }) {
  const t = useMessages(checkout)
  const userId = order.me.id
  const { data, isError, isFetching, refetch } = useQuery(cardsQuery(userId))
  const hasForm = (data?.cards.length ?? 0) > 0
  const hosted = !inInstallments && isPhoneAskedOnce(order, hasForm) && (
    <HostedPage order={order} method={PaymentMethod.Card} words={t('card.hosted')} />
  )
  if (isError && !data)
    return (
      <>
        <ErrorState title={t('card.failed')} onRetry={() => void refetch()} retrying={isFetching} />
        {hosted}
      </>
    )
  if (!data)
    return (
      <Loading text={t('card.loading')} className="flex flex-col gap-3">
        <Skeleton className="h-16 rounded-control" />
        <Skeleton className="h-13 rounded-control" />
      </Loading>
    )
  return (
    <>
      {data.cards.length === 0 ? (
        <div className="flex flex-col gap-4">
          <p>{t('card.none')}</p>
          <AddCard userId={userId} isFirst onAdded={() => undefined} />
        </div>
      ) : (
        <CardForm order={order} cards={data.cards} inInstallments={inInstallments} />
      )}
      {hosted}
    </>
  )
}

function WalletMethod({ order }: { order: Order }) {
  const t = useMessages(checkout)
  const format = useFormat()
  return (
    <>
      <p className="mb-4">{t('wallet.intro')}</p>
      <PhoneForm
        order={order}
        action={t('pay', { amount: format.money(sumOf(order).amount) })}
        send={(phone, idempotencyKey) =>
          request(
            payByWallet,
            { body: { ...orderBody(order), period: wordOf(order.period), ...phone } },
            { idempotencyKey },
          )
        }
        onPlaced={({ transactionId }) => order.followPayment(transactionId)}
      />
      {isPhoneAskedOnce(order, true) && (
        <HostedPage order={order} method={PaymentMethod.EWallet} words={t('wallet.hosted')} />
      )}
    </>
  )
}

const requestReference = (order: Order) => (phone: { phone?: string }, idempotencyKey: string) =>
  request(payByReference, { body: { ...orderBody(order), period: wordOf(order.period), ...phone } }, { idempotencyKey })

function ReferenceMethod({ order }: { order: Order }) {
  const t = useMessages(checkout)
  return (
    <>
      <p className="mb-4">{t('reference.intro')}</p>
      <PhoneForm
        order={order}
        action={t('reference.action')}
        send={requestReference(order)}
        onPlaced={({ transactionId }) => order.followPayment(transactionId)}
      />
    </>
  )
}

/** A free order is placed like any other, and is paid at once. */
function FreeOrder({ order }: { order: Order }) {
  const t = useMessages(checkout)
  return (
    <>
      <h2 className="text-lg">{t('free.title')}</h2>
      <p className="mt-1 mb-4 text-muted">{t('free.text')}</p>
      <PhoneForm
        order={order}
        action={t('free.action')}
        send={requestReference(order)}
        onPlaced={({ transactionId }) => order.followPayment(transactionId)}
      />
    </>
  )
}

/** The method's own form asks for the phone number; the hosted page is offered once the account has one. */
const isPhoneAskedOnce = ({ me }: Order, hasForm: boolean): boolean => me.phone !== null || !hasForm

type HostedPageProps = {
  order: Order
  method: typeof PaymentMethod.Card | typeof PaymentMethod.EWallet
  words: string
}

/** The hosted page of the second gateway, which stores no card. */
function HostedPage({ order, method, words }: HostedPageProps) {
  const t = useMessages(checkout)
  return (
    <section className="mt-6 flex flex-col gap-3 border-line border-t pt-5">
      <div>
        <h2 className="text-base">{words}</h2>
        <p className="text-muted text-sm">{t('card.hostedText')}</p>
      </div>
      <PhoneForm
        order={order}
        variant="secondary"
        action={t('card.hostedAction')}
        send={(phone, idempotencyKey) =>
          request(
            createCheckout,
            { body: { ...orderBody(order), planPeriod: order.period, paymentMethod: method, ...phone } },
            { idempotencyKey },
          )
        }
        onPlaced={({ checkoutUrl }) => window.location.assign(checkoutUrl)}
      />
    </section>
  )
}
