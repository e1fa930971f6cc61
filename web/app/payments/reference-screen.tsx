import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, CircleX, Printer, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { fromIso } from '#domain/cairo'
import { TransactionStatus } from '#domain/payments/transaction'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { useAccountId } from '../../platform/auth-token.ts'
import { now } from '../../platform/clock.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loader } from '../../ui/loader.tsx'
import { useWatchedOrder } from './order-watch.ts'
import { planQuery } from './shared/order-queries.ts'
import { isPayable } from './shared/payable-order.ts'
import { readReference, removeReference, type StoredReference, toStoredReference } from './stored-references.ts'
import { HowToPay, Ticket } from './ticket.tsx'

const route = getRouteApi('/plain/reference/$transactionId')

/** /reference/{id}: a reference number for printing and for reading offline; with a network it follows the order. */
export function ReferenceScreen() {
  const id = Number(route.useParams().transactionId)
  const { reference, order, isAsking, hasFailed } = useReference(id)
  const isOver = order ? !isPayable(order, now()) : isExpired(reference)
  useEffect(() => {
    if (order && isOver) removeReference(id)
  }, [id, order, isOver])
  if (order && isOver) return <Over isPaid={order.status === TransactionStatus.Paid} />
  if (reference && isOver) return <Over isPaid={false} />
  if (reference) return <Sheet reference={reference} isOld={hasFailed} />
  return isAsking ? <Loader /> : <Missing />
}

const isExpired = (reference: StoredReference | null): boolean =>
  reference?.expiresAt != null && fromIso(reference.expiresAt) <= now()

/** The reference from the server, or else the one stored on this device. */
function useReference(id: number) {
  const words = usePlanWords()
  const accountId = useAccountId()
  const { data: order, isError, isLoading } = useWatchedOrder(accountId === null ? null : id)
  const { data: plan } = useQuery({ ...planQuery(order?.planId ?? 0), enabled: order !== undefined })
  const current =
    order?.checkout?.referenceNumber && plan ? toStoredReference(order, words.bought(order, plan.weeklyMinutes)) : null
  return {
    reference: current ?? readReference(id, accountId),
    order,
    isAsking: isLoading,
    hasFailed: isError && !order,
  }
}

function Sheet({ reference, isOld }: { reference: StoredReference; isOld: boolean }) {
  const t = useMessages(checkout)
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5 px-4 py-6">
      <h1 className="text-2xl">
        {t('ticket.brand')}: {t('ticket.plan', { name: reference.planName, period: reference.period })}
      </h1>
      {isOld && (
        <div className="print:hidden">
          <Banner tone="warning" icon={WifiOff} announce="status">
            {t('ticket.offline')}
          </Banner>
        </div>
      )}
      <Ticket reference={reference} />
      <HowToPay amount={reference.amount} />
      <Button variant="secondary" icon={Printer} className="print:hidden" onClick={() => window.print()}>
        {t('ticket.print')}
      </Button>
    </div>
  )
}

function Over({ isPaid }: { isPaid: boolean }) {
  const t = useMessages(checkout)
  return (
    <div role="status">
      <EmptyState
        icon={isPaid ? CircleCheck : CircleX}
        headingLevel={1}
        title={t(isPaid ? 'ticket.paid' : 'ticket.over')}
        text={t(isPaid ? 'ticket.paidText' : 'ticket.overText')}
        action={<LinkButton to="/payments">{t('ticket.payments')}</LinkButton>}
      />
    </div>
  )
}

function Missing() {
  const t = useMessages(checkout)
  const action = <LinkButton to="/payments">{t('ticket.payments')}</LinkButton>
  return (
    <EmptyState
      icon={WifiOff}
      headingLevel={1}
      title={t('ticket.missing')}
      text={t('ticket.missingText')}
      action={action}
    />
  )
}
