import { Check, Copy, Share2 } from 'lucide-react'
import { fromIso } from '#domain/cairo'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useCopy } from '../../ui/use-copy.tsx'
import { NumberedSteps } from './numbered-steps.tsx'
import type { StoredReference } from './stored-references.ts'

/** In groups of three digits. */
const grouped = (number: string): string => number.replace(/(\d{3})(?=\d)/g, '$1 ')

/** Reference number, amount and expiry, large enough for the cashier to read. */
export function Ticket({ reference }: { reference: StoredReference }) {
  const t = useMessages(checkout)
  const format = useFormat()
  const { number, amount, expiresAt } = reference
  return (
    <Card tone="brand" padding="lg" className="flex flex-col items-center gap-2 text-center">
      <p className="text-muted">{t('ticket.title')}</p>
      {/* Latin digits whatever the preference: they are typed in at the till. */}
      <p translate="no" dir="ltr" className="figures font-extrabold text-4xl tracking-wide sm:text-5xl">
        {grouped(number)}
      </p>
      <p className="mt-2 text-lg">
        {t('waiting.amount')}:{' '}
        <strong translate="no" className="figures text-2xl">
          {format.money(amount)}
        </strong>
      </p>
      {expiresAt !== null && <p>{t('waiting.until', { moment: format.moment(fromIso(expiresAt)) })}</p>}
      <div className="mt-3 flex flex-wrap justify-center gap-3 print:hidden">
        <CopyNumber number={number} />
        <Share reference={reference} />
      </div>
    </Card>
  )
}

function CopyNumber({ number }: { number: string }) {
  const t = useMessages(checkout)
  const { isCopied, copy } = useCopy(t('ticket.copied'))
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => copy(number)}>
      {t(isCopied ? 'ticket.copied' : 'ticket.copy')}
    </Button>
  )
}

/** Shares the number with the person who pays it; hidden if the device cannot share. */
function Share({ reference: { number, amount, expiresAt } }: { reference: StoredReference }) {
  const t = useMessages(checkout)
  const format = useFormat()
  if (!('share' in navigator)) return null
  const moment = expiresAt === null ? '' : format.moment(fromIso(expiresAt))
  const text = t('ticket.shareText', { number, amount: format.money(amount), moment })
  return (
    // Closing the device's share sheet rejects, which is no error.
    <Button variant="secondary" icon={Share2} onClick={() => void navigator.share({ text }).catch(() => undefined)}>
      {t('ticket.share')}
    </Button>
  )
}

export function HowToPay({ amount }: { amount: number }) {
  const t = useMessages(checkout)
  const format = useFormat()
  const steps = ['place', 'code', 'number', 'keep'] as const
  return (
    <section>
      <h3 className="mb-2 text-base">{t('ticket.how')}</h3>
      <NumberedSteps steps={steps.map((step) => t(`ticket.steps.${step}`, { amount: format.money(amount) }))} />
    </section>
  )
}
