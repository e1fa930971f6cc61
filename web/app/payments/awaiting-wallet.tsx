import { BellRing, QrCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { requestWalletAgain } from '#contract/calls/fawry'
import type { TransactionInDetail } from '#contract/transactions'
import { fromIso } from '#domain/cairo'
import { WALLET_REQUEST_PAUSE } from '#domain/throttle'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { toast } from '../../ui/toasts.ts'
import { StepHeading } from './awaiting-card.tsx'
import { NumberedSteps } from './numbered-steps.tsx'
import { usePlaceOrder } from './use-place-order.ts'
import { QrForm, WalletForm } from './wallet-form.tsx'

type WalletStepProps = {
  order: TransactionInDetail
  /** Shows this order until the one that replaces it is placed, and then that one. */
  replaceOrder: (place: () => Promise<void>) => Promise<void>
  followOrder: (transactionId: number) => unknown
}

/** Payment by a wallet: a request on its phone, or a QR code to scan; either can take the other's place. */
export function WalletStep(props: WalletStepProps) {
  const { order } = props
  const t = useMessages(checkout)
  const qr = order.checkout?.walletQr
  return (
    <>
      {qr ? <Scan qr={qr} /> : <Request order={order} />}
      {order.checkout?.referenceNumber && (
        <p className="text-muted text-sm">
          {t('waiting.number')}:{' '}
          <bdi translate="no" dir="ltr" className="figures">
            {order.checkout.referenceNumber}
          </bdi>
        </p>
      )}
      <AskAgain {...props} />
    </>
  )
}

function Scan({ qr }: { qr: string }) {
  const t = useMessages(checkout)
  return (
    <>
      <StepHeading icon={QrCode} title={t('waiting.walletQr')}>
        {t('waiting.walletQrText')}
      </StepHeading>
      <img
        src={qr}
        alt={t('waiting.walletQrAlt')}
        className="mx-auto w-full max-w-64 rounded-card border border-line bg-white p-3"
      />
    </>
  )
}

const ltr = (text: ReactNode) => (
  <bdi translate="no" dir="ltr">
    {text}
  </bdi>
)

/** What happens on the phone, one step after the other. */
function Request({ order }: { order: TransactionInDetail }) {
  const t = useMessages(checkout)
  const format = useFormat()
  const phone = order.checkout?.walletPhone
  const steps = ['notice', 'check', 'pin', 'missing'] as const
  return (
    <>
      <StepHeading icon={BellRing} title={t('waiting.walletNotice')}>
        {phone === undefined ? t('waiting.walletNoticeText') : t.rich('waiting.walletSentTo', { phone, ltr })}
      </StepHeading>
      <NumberedSteps
        steps={steps.map((step) => t(`waiting.walletSteps.${step}`, { amount: format.money(order.amount) }))}
      />
    </>
  )
}

/** Sends the request again, to the same number or another, or shows a QR code in its place. */
function AskAgain({ order, replaceOrder, followOrder }: WalletStepProps) {
  const t = useMessages(checkout)
  const me = useMe()
  const now = useNow(5_000)
  const hasQr = Boolean(order.checkout?.walletQr)
  const isEarly = now < fromIso(order.createdAt) + WALLET_REQUEST_PAUSE
  const place = usePlaceOrder({
    send: (wallet: { walletPhone?: string }, idempotencyKey: string) =>
      request(requestWalletAgain, { body: { transactionId: order.id, ...wallet } }, { idempotencyKey }),
    onPlaced: async ({ transactionId, walletQr }) => {
      await followOrder(transactionId)
      toast.success(t(walletQr ? 'waiting.walletQrReady' : 'waiting.walletSentAgain'))
    },
  })
  return (
    <section className="flex flex-col gap-3 border-line border-t pt-5">
      <h3 className="text-base">{t(hasQr ? 'waiting.walletByPhone' : 'waiting.walletAgain')}</h3>
      <WalletForm
        initial={order.checkout?.walletPhone ?? me.phone ?? ''}
        action={t(hasQr ? 'wallet.action' : 'waiting.walletAgainAction')}
        variant="secondary"
        isDisabled={isEarly}
        send={(walletPhone) => replaceOrder(() => place({ walletPhone }))}
      />
      {!hasQr && (
        <QrForm action={t('waiting.walletByQr')} isDisabled={isEarly} send={() => replaceOrder(() => place({}))} />
      )}
      {isEarly && <p className="text-muted text-sm">{t('waiting.walletPause')}</p>}
    </section>
  )
}
