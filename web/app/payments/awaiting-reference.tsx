import { Printer } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { TransactionInDetail } from '#contract/transactions'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { storeReference, toStoredReference } from './stored-references.ts'
import { HowToPay, Ticket } from './ticket.tsx'

type ReferenceStepProps = { payment: TransactionInDetail; planWords: { name: string; period: string } }

/** A reference number to pay in cash; stored on the device, with the page that prints it. */
export function ReferenceStep({ payment, planWords: { name, period } }: ReferenceStepProps) {
  const t = useMessages(checkout)
  const reference = useMemo(() => toStoredReference(payment, { name, period }), [payment, name, period])
  useEffect(() => storeReference(reference), [reference])
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
