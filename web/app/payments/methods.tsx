import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { payByReference, payByWallet } from '#contract/calls/fawry'
import { createCheckout } from '#contract/calls/paymob'
import { fitsSum, type InstallmentPlan } from '#domain/payments/installments'
import { PaymentMethod } from '#domain/payments/methods'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { wordOf } from '../../shared/plans/period-word.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { AddCard } from './add-card.tsx'
import { CardForm } from './card-form.tsx'
import { cardsAt, cardsQuery } from './cards.ts'
import { HostedCards } from './hosted-cards.tsx'
import { InstallmentChoice, installmentPlansQuery } from './installment-choice.tsx'
import { MethodMarks } from './method-marks.tsx'
import { CHECKOUT_METHODS, type CheckoutMethod } from './methods.ts'
import { PhoneForm, SafeWords } from './phone-form.tsx'
import { type Purchase, purchaseBody, sumOf } from './purchase.ts'
import { usePlaceOrder } from './use-place-order.ts'
import { QrForm, WalletForm } from './wallet-form.tsx'

const route = getRouteApi('/plain/checkout/$planId/$period')

/** Instalments are offered where a plan of our account takes the sum (docs/rules/money.md 3.7). */
function useMethods(purchase: Purchase, tab: CheckoutMethod | undefined): readonly CheckoutMethod[] {
  const { data } = useQuery(installmentPlansQuery)
  const { amount } = sumOf(purchase)
  // Somebody who has chosen them is told below when they cannot be loaded.
  const hasInstallments = data ? data.plans.some((plan) => fitsSum(plan, amount)) : tab === 'installments'
  return hasInstallments ? CHECKOUT_METHODS : CHECKOUT_METHODS.filter((method) => method !== 'installments')
}

/**
 * The payment methods, the form of the chosen one, and below it what becomes of the money (docs/rules/screens.md 4.4); none to
 * choose when a coupon covers the whole price.
 */
export function Methods({ purchase }: { purchase: Purchase }) {
  const t = useMessages(checkout)
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const methods = useMethods(purchase, tab)
  const method = methods.find((one) => one === tab) ?? 'card'
  const setMethod = (next: CheckoutMethod) =>
    void navigate({ search: (search) => ({ ...search, tab: next }), replace: true, resetScroll: false })
  if (sumOf(purchase).amount === 0) return <FreeOrder purchase={purchase} />
  const options = methods.map((value) => ({
    value,
    label: t(`methods.${value}`),
    aside: <MethodMarks method={value} />,
  }))
  const forms: Record<CheckoutMethod, ReactNode> = {
    card: <CardMethod purchase={purchase} />,
    wallet: <WalletMethod purchase={purchase} />,
    reference: <ReferenceMethod purchase={purchase} />,
    installments: <InstallmentMethod purchase={purchase} />,
  }
  return (
    <div className="flex flex-col gap-5">
      <FieldGroup label={t('methods.label')}>
        <RadioGroup options={options} value={method} onChange={setMethod} />
      </FieldGroup>
      <div>{forms[method]}</div>
      <SafeWords>{t(`guarantees.${method}`)}</SafeWords>
    </div>
  )
}

/** The sums of the instalments come first: they are what is chosen by. */
function InstallmentMethod({ purchase }: { purchase: Purchase }) {
  const t = useMessages(checkout)
  const loading = (
    <Loading text={t('installments.loading')} className="flex flex-col gap-3">
      <Skeleton className="h-16 rounded-control" />
      <Skeleton className="h-16 rounded-control" />
    </Loading>
  )
  return (
    <QueryView query={useQuery(installmentPlansQuery)} loading={loading} failed={{ title: t('installments.failed') }}>
      {({ plans }) => (
        <CardMethod purchase={purchase} plans={plans.filter((plan) => fitsSum(plan, sumOf(purchase).amount))} />
      )}
    </QueryView>
  )
}

type CardMethodProps = {
  purchase: Purchase
  /** The instalment plans that take the sum; null pays the price at once. */
  plans?: readonly InstallmentPlan[] | null
}

function CardMethod({ purchase, plans = null }: CardMethodProps) {
  const t = useMessages(checkout)
  const stored = useQuery(cardsQuery(purchase.me.id))
  // Also where the cards cannot be read; without any, the page is what `NewCard` offers.
  const hasHosted = plans === null && !stored.isPending && (!stored.data || cardsAt('fawry', stored.data).length > 0)
  const loading = (
    <Loading text={t('card.loading')} className="flex flex-col gap-3">
      <Skeleton className="h-16 rounded-control" />
      <Skeleton className="h-13 rounded-control" />
    </Loading>
  )
  return (
    <>
      <QueryView
        query={stored}
        loading={loading}
        failed={{ title: t('card.failed') }}
        empty={(all) =>
          cardsAt('fawry', all).length === 0 &&
          (plans === null ? <NewCard purchase={purchase} /> : <FirstCard purchase={purchase} plans={plans} />)
        }
      >
        {(all) => <CardForm purchase={purchase} cards={cardsAt('fawry', all)} plans={plans} />}
      </QueryView>
      {hasHosted && isPhoneAskedOnce(purchase, true) && (
        <HostedPage purchase={purchase} method={PaymentMethod.Card} words={t('card.hosted')} />
      )}
    </>
  )
}

/** Shows the plans and adds the card, which the form then pays with: instalments are paid by a saved card only. */
function FirstCard({ purchase, plans }: { purchase: Purchase; plans: readonly InstallmentPlan[] }) {
  const t = useMessages(checkout)
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <div className="flex flex-col gap-4">
      <InstallmentChoice
        plans={plans}
        amount={sumOf(purchase).amount}
        firstDigits={null}
        chosen={chosen ?? plans[0]?.id ?? null}
        onChoose={setChosen}
      />
      <p>{t('card.none')}</p>
      <AddCard userId={purchase.me.id} isFirst onAdded={() => undefined} />
    </div>
  )
}

/** Pays with a card that is not saved, on the hosted page; or saves it first, if the student wants to keep it. */
function NewCard({ purchase }: { purchase: Purchase }) {
  const t = useMessages(checkout)
  const format = useFormat()
  const [savesCard, setSavesCard] = useState(false)
  const keep = (
    <Checkbox
      label={t('card.keep')}
      hint={t('card.keepHint')}
      checked={savesCard}
      onChange={(event) => setSavesCard(event.target.checked)}
    />
  )
  if (savesCard)
    return (
      <div className="flex flex-col gap-4">
        {keep}
        <AddCard userId={purchase.me.id} isFirst onAdded={() => undefined} />
      </div>
    )
  return (
    <PhoneForm
      purchase={purchase}
      intro={
        <>
          <HostedCards userId={purchase.me.id} />
          {keep}
        </>
      }
      action={t('pay', { amount: format.money(sumOf(purchase).amount) })}
      send={sendToHostedPage(purchase, PaymentMethod.Card)}
      onPlaced={({ checkoutUrl }) => window.location.assign(checkoutUrl)}
    />
  )
}

type WalletBody = { walletPhone?: string; phone?: string }

/** The number of the wallet first, which gets a request; beside it the QR code, for a wallet on another device. */
function WalletMethod({ purchase }: { purchase: Purchase }) {
  const t = useMessages(checkout)
  const format = useFormat()
  const { me, typedPhone } = purchase
  const place = usePlaceOrder({
    send: (wallet: WalletBody, idempotencyKey: string) =>
      request(
        payByWallet,
        { body: { ...purchaseBody(purchase), period: wordOf(purchase.period), ...wallet } },
        { idempotencyKey },
      ),
    onPlaced: ({ transactionId }) => purchase.followOrder(transactionId),
  })
  // An account without a number gets that of the wallet.
  const ownPhone = (phone: string) => (me.phone === null ? { phone } : {})
  return (
    <>
      <div className="grid gap-6 md:grid-cols-2">
        <section className="flex flex-col gap-4">
          <p>{t('wallet.intro')}</p>
          <WalletForm
            initial={me.phone ?? typedPhone.current}
            action={t('pay', { amount: format.money(sumOf(purchase).amount) })}
            send={(walletPhone) => place({ walletPhone, ...ownPhone(walletPhone) })}
            onTyped={(typed) => {
              typedPhone.current = typed
            }}
          />
        </section>
        <section className="flex flex-col gap-3 border-line max-md:border-t max-md:pt-5 md:border-s md:ps-6">
          <h2 className="text-base">{t('wallet.scan')}</h2>
          <p className="text-muted text-sm">{t('wallet.scanText')}</p>
          <QrForm action={t('wallet.scanAction')} send={() => place(ownPhone(typedPhone.current))} />
        </section>
      </div>
      {isPhoneAskedOnce(purchase, true) && (
        <HostedPage purchase={purchase} method={PaymentMethod.EWallet} words={t('wallet.hosted')} />
      )}
    </>
  )
}

const requestReference = (purchase: Purchase) => (phone: { phone?: string }, idempotencyKey: string) =>
  request(
    payByReference,
    { body: { ...purchaseBody(purchase), period: wordOf(purchase.period), ...phone } },
    { idempotencyKey },
  )

function ReferenceMethod({ purchase }: { purchase: Purchase }) {
  const t = useMessages(checkout)
  return (
    <>
      <p className="mb-4">{t('reference.intro')}</p>
      <PhoneForm
        purchase={purchase}
        action={t('reference.action')}
        send={requestReference(purchase)}
        onPlaced={({ transactionId }) => purchase.followOrder(transactionId)}
      />
    </>
  )
}

/** A free order is placed like any other, and is paid at once. */
function FreeOrder({ purchase }: { purchase: Purchase }) {
  const t = useMessages(checkout)
  return (
    <>
      <h2 className="text-lg">{t('free.title')}</h2>
      <p className="mt-1 mb-4 text-muted">{t(purchase.change ? 'free.changeText' : 'free.text')}</p>
      <PhoneForm
        purchase={purchase}
        action={t(purchase.change ? 'free.changeAction' : 'free.action')}
        send={requestReference(purchase)}
        onPlaced={({ transactionId }) => purchase.followOrder(transactionId)}
      />
    </>
  )
}

/** The method's own form asks for the phone number; the hosted page is offered once the account has one. */
const isPhoneAskedOnce = ({ me }: Purchase, hasForm: boolean): boolean => me.phone !== null || !hasForm

type HostedPageProps = {
  purchase: Purchase
  method: typeof PaymentMethod.Card | typeof PaymentMethod.EWallet
  words: string
}

const sendToHostedPage =
  (purchase: Purchase, paymentMethod: HostedPageProps['method']) =>
  (phone: { phone?: string }, idempotencyKey: string) =>
    request(
      createCheckout,
      { body: { ...purchaseBody(purchase), planPeriod: purchase.period, paymentMethod, ...phone } },
      { idempotencyKey },
    )

/** The hosted page of the second gateway, which offers the cards that were saved on it. */
function HostedPage({ purchase, method, words }: HostedPageProps) {
  const t = useMessages(checkout)
  return (
    <section className="mt-6 flex flex-col gap-3 border-line border-t pt-5">
      <div>
        <h2 className="text-base">{words}</h2>
        <p className="text-muted text-sm">{t('card.hostedText')}</p>
      </div>
      {method === PaymentMethod.Card && <HostedCards userId={purchase.me.id} />}
      <PhoneForm
        purchase={purchase}
        variant="secondary"
        action={t('card.hostedAction')}
        send={sendToHostedPage(purchase, method)}
        onPlaced={({ checkoutUrl }) => window.location.assign(checkoutUrl)}
      />
    </section>
  )
}
