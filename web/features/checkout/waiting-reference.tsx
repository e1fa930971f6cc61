import { Printer } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { TransactionInDetail } from '#contract/transactions'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { keepReferencePage } from './keep-page.ts'
import { keepReference, referenceOf } from './kept-references.ts'
import { HowToPay, Ticket } from './ticket.tsx'

type ReferenceStepProps = { payment: TransactionInDetail; planWords: { name: string; period: string } }

/** A number to pay with in cash; kept on the device from here on, with the page that prints it. */
export function ReferenceStep({ payment, planWords: { name, period } }: ReferenceStepProps) {
  const t = useMessages(checkout)
  const reference = useMemo(() => referenceOf(payment, { name, period }), [payment, name, period])
  useEffect(() => keepReference(reference), [reference])
  useEffect(() => void keepReferencePage(), [])
  return (
    <>
      <Ticket reference={reference} />
      <AnchorButton href={`/reference/${payment.id}`} target="_blank" variant="secondary" icon={Printer}>
        {t('ticket.page')}
      </AnchorButton>
      <HowToPay amount={payment.amount} />
    </>
  )
}
