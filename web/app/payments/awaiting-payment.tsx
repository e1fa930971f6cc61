import { Printer } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { TransactionInDetail } from '#contract/transactions'
import { fromIso } from '#domain/cairo'
import { PaymentMethod } from '#domain/payments/methods'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BankStep, HostedStep } from './awaiting-card.tsx'
import { WalletStep } from './awaiting-wallet.tsx'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { useCheckAgain } from './order-watch.ts'
import { storeReference, toStoredReference } from './stored-references.ts'
import { HowToPay, Ticket } from './ticket.tsx'

type ReferenceStepProps = { order: TransactionInDetail; planWords: { name: string; period: string } }

/** A reference number to pay in cash; stored on the device, with the page that prints it. */
function ReferenceStep({ order, planWords: { name, period } }: ReferenceStepProps) {
  const t = useMessages(checkout)
  const reference = useMemo(() => toStoredReference(order, { name, period }), [order, name, period])
  useEffect(() => storeReference(reference), [reference])
  return (
    <>
      <Ticket reference={reference} />
      <AnchorButton href={`/reference/${order.id}`} target="_blank" variant="secondary" icon={Printer}>
        {t('ticket.page')}
      </AnchorButton>
      <HowToPay amount={order.amount} />
    </>
  )
}

type AwaitingPaymentProps = {
  order: TransactionInDetail
  planWords: { name: string; period: string }
  /** It was placed just now: the next step opens automatically. */
  isFresh: boolean
  replaceOrder: (place: () => Promise<void>) => Promise<void>
  followOrder: (transactionId: number) => unknown
}

/** An order that is not paid yet: how to pay it, until when, checking and cancelling it. */
export function AwaitingPayment(props: AwaitingPaymentProps) {
  const t = useMessages(checkout)
  return (
    <div className="flex flex-col gap-5">
      <Step {...props} />
      <p className="text-muted text-sm">{t('waiting.live')}</p>
      <OrderActions order={props.order} />
    </div>
  )
}

/** How often the provider is asked for an order whose number is not known yet (docs/rules/money.md 3.12). */
const ASK_EVERY_MS = 10_000

/** The order is stored, and what it is paid by is not known yet: the provider is asked until it is. */
function Preparing({ order }: { order: TransactionInDetail }) {
  const t = useMessages(checkout)
  const { mutate } = useCheckAgain(order.id)
  const ask = useEffectEvent(() => mutate())
  useEffect(() => {
    const timer = setInterval(ask, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const isNumber = order.paymentMethod === PaymentMethod.Fawry
  return (
    <div className="flex flex-col gap-2">
      <Spinner text={t(isNumber ? 'waiting.preparingNumber' : 'waiting.preparing')} />
      <p className="text-muted text-sm">{t('waiting.preparingText')}</p>
    </div>
  )
}

function Step({ order, planWords, isFresh, replaceOrder, followOrder }: AwaitingPaymentProps) {
  const { checkout: toPay, paymentMethod, provider } = order
  if (!toPay) return <Preparing order={order} />
  if (provider === 'paymob') return <HostedStep url={toPay.redirectUrl ?? ''} />
  if (paymentMethod === PaymentMethod.Fawry) return <ReferenceStep order={order} planWords={planWords} />
  if (paymentMethod === PaymentMethod.EWallet)
    return <WalletStep order={order} replaceOrder={replaceOrder} followOrder={followOrder} />
  return <BankStep order={order} url={toPay.redirectUrl ?? ''} isFresh={isFresh} />
}

function OrderActions({ order }: { order: TransactionInDetail }) {
  const t = useMessages(checkout)
  const [isLeaving, setLeaving] = useState(false)
  const check = useCheckAgain(order.id)
  return (
    <div className="flex flex-col gap-3">
      <TimeLeft expiresAt={order.expiresAt} />
      <div className="flex flex-wrap gap-3 *:grow">
        <Button variant="secondary" loading={check.isPending} onClick={() => check.mutate()}>
          {t('waiting.check')}
        </Button>
        <Button variant="danger-ghost" onClick={() => setLeaving(true)}>
          {t('waiting.cancel')}
        </Button>
      </div>
      <p role="status" className="text-sm">
        {check.isSuccess && t('waiting.checked')}
        {check.isError && `${t('waiting.checkFailed')}. ${errorText(check.error)}`}
      </p>
      {isLeaving && <CancelOrderDialog order={order} onClose={() => setLeaving(false)} />}
    </div>
  )
}

function TimeLeft({ expiresAt }: { expiresAt: string | null }) {
  const t = useMessages(checkout)
  const format = useFormat()
  const now = useNow(30_000)
  if (expiresAt === null) return null
  const end = fromIso(expiresAt)
  return (
    <p className="text-sm">
      {t('waiting.until', { moment: format.nearMoment(end, now) })} ({format.relative(end, now)})
    </p>
  )
}
