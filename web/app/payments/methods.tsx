import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { payByReference, payByWallet } from '#contract/calls/fawry'
import { createCheckout } from '#contract/calls/paymob'
import { type Piastres, shareOf } from '#domain/money'
import { type InstallmentPlan, installmentPlans, PaymentMethod } from '#domain/payments/methods'
import { PlanPeriod } from '#domain/subscriptions/periods'
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
import { cardsQuery } from './cards.ts'
import { MethodMarks } from './method-marks.tsx'
import { CHECKOUT_METHODS, type CheckoutMethod } from './methods.ts'
import { PhoneForm, SafeWords } from './phone-form.tsx'
import { type Purchase, purchaseBody, sumOf } from './purchase.ts'

const route = getRouteApi('/plain/checkout/$planId/$period')

/** Installments are not offered for a month (docs/rules/money.md 3.7). */
const methodsFor = ({ period }: Purchase): readonly CheckoutMethod[] =>
  period === PlanPeriod.Month ? CHECKOUT_METHODS.filter((method) => method !== 'installments') : CHECKOUT_METHODS

/**
 * The payment methods, the form of the chosen one, and below it what becomes of the money (docs/rules/screens.md 4.4); none to
 * choose when a coupon covers the whole price.
 */
export function Methods({ purchase }: { purchase: Purchase }) {
  const t = useMessages(checkout)
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const methods = methodsFor(purchase)
  const method = methods.find((one) => one === tab) ?? 'card'
  const setMethod = (next: CheckoutMethod) =>
    void navigate({ search: ({ tx }) => ({ tx, tab: next }), replace: true, resetScroll: false })
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
  const [count, setCount] = useState<InstallmentPlan>(installmentPlans[0])
  return (
    <div className="flex flex-col gap-5">
      <InstallmentChoice amount={sumOf(purchase).amount} chosen={count} setCount={setCount} />
      <CardMethod purchase={purchase} installments={count} />
    </div>
  )
}

type CardMethodProps = {
  purchase: Purchase
  /** The number of instalments; null pays the price at once. */
  installments?: InstallmentPlan | null
}

function CardMethod({ purchase, installments = null }: CardMethodProps) {
  const t = useMessages(checkout)
  const userId = purchase.me.id
  const stored = useQuery(cardsQuery(userId))
  // Also where the cards cannot be read; without any, the page is what `NewCard` offers.
  const hasHosted = installments === null && !stored.isPending && stored.data?.cards.length !== 0
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
        empty={({ cards }) =>
          cards.length === 0 &&
          (installments === null ? <NewCard purchase={purchase} /> : <FirstCard userId={userId} />)
        }
      >
        {({ cards }) => <CardForm purchase={purchase} cards={cards} installments={installments} />}
      </QueryView>
      {hasHosted && isPhoneAskedOnce(purchase, true) && (
        <HostedPage purchase={purchase} method={PaymentMethod.Card} words={t('card.hosted')} />
      )}
    </>
  )
}

/** Adds the card, which the form then pays with: instalments are paid by a saved card only. */
function FirstCard({ userId }: { userId: number }) {
  const t = useMessages(checkout)
  return (
    <div className="flex flex-col gap-4">
      <p>{t('card.none')}</p>
      <AddCard userId={userId} isFirst onAdded={() => undefined} />
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
      intro={keep}
      action={t('pay', { amount: format.money(sumOf(purchase).amount) })}
      send={sendToHostedPage(purchase, PaymentMethod.Card)}
      onPlaced={({ checkoutUrl }) => window.location.assign(checkoutUrl)}
    />
  )
}

function WalletMethod({ purchase }: { purchase: Purchase }) {
  const t = useMessages(checkout)
  const format = useFormat()
  return (
    <>
      <p className="mb-4">{t('wallet.intro')}</p>
      <PhoneForm
        purchase={purchase}
        action={t('pay', { amount: format.money(sumOf(purchase).amount) })}
        send={(phone, idempotencyKey) =>
          request(
            payByWallet,
            { body: { ...purchaseBody(purchase), period: wordOf(purchase.period), ...phone } },
            { idempotencyKey },
          )
        }
        onPlaced={({ transactionId }) => purchase.followOrder(transactionId)}
      />
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
      <p className="mt-1 mb-4 text-muted">{t('free.text')}</p>
      <PhoneForm
        purchase={purchase}
        action={t('free.action')}
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

/** The hosted page of the second gateway, which stores no card. */
function HostedPage({ purchase, method, words }: HostedPageProps) {
  const t = useMessages(checkout)
  return (
    <section className="mt-6 flex flex-col gap-3 border-line border-t pt-5">
      <div>
        <h2 className="text-base">{words}</h2>
        <p className="text-muted text-sm">{t('card.hostedText')}</p>
      </div>
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

const WORDS = { 2: 'two', 4: 'four' } as const satisfies Record<InstallmentPlan, string>

type InstallmentChoiceProps = {
  amount: Piastres
  chosen: InstallmentPlan
  setCount: (count: InstallmentPlan) => void
}

/** The instalment plans by what is paid each time. */
function InstallmentChoice({ amount, chosen, setCount }: InstallmentChoiceProps) {
  const t = useMessages(checkout)
  const format = useFormat()
  const options = installmentPlans.map((count) => ({
    value: count,
    label: t('installments.each', { amount: format.money(shareOf(amount, 1, count)) }),
    hint: t(`installments.${WORDS[count]}`),
  }))
  return (
    <FieldGroup label={t('installments.label')} hint={t('installments.note')}>
      <RadioGroup columns={2} options={options} value={chosen} onChange={setCount} />
    </FieldGroup>
  )
}
