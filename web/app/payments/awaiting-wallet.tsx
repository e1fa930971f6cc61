import { BellRing, QrCode } from 'lucide-react'
import type { TransactionInDetail } from '#contract/transactions'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { StepHeading } from './awaiting-card.tsx'

/** Payment by a wallet: a QR code to scan, or a notification that the wallet sends. */
export function WalletStep({ payment }: { payment: TransactionInDetail }) {
  const t = useMessages(checkout)
  const qr = payment.checkout?.walletQr
  return (
    <>
      <StepHeading icon={qr ? QrCode : BellRing} title={t(qr ? 'waiting.walletQr' : 'waiting.walletNotice')}>
        {t(qr ? 'waiting.walletQrText' : 'waiting.walletNoticeText')}
      </StepHeading>
      {qr && (
        <img
          src={qr}
          alt={t('waiting.walletQrAlt')}
          className="mx-auto w-full max-w-64 rounded-card border border-line bg-white p-3"
        />
      )}
      {payment.checkout?.referenceNumber && (
        <p className="text-center text-muted text-sm">
          {t('waiting.number')}:{' '}
          <bdi dir="ltr" className="figures">
            {payment.checkout.referenceNumber}
          </bdi>
        </p>
      )}
    </>
  )
}
