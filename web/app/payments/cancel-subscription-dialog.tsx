import { useQuery } from '@tanstack/react-query'
import { cancelSubscription } from '#contract/calls/subscriptions'
import type { Subscription } from '#contract/subscriptions'
import type { TransactionInDetail } from '#contract/transactions'
import { fromIso } from '#domain/cairo'
import { whyNotCancellable } from '#domain/subscriptions/cancellation'
import { isWaiting } from '#domain/subscriptions/renewal'
import { payments } from '#messages/payments'
import { renewal } from '#messages/renewal'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { useOwnSubscription } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { termOf } from '../../shared/plans/renewal.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryView, type ViewedQuery } from '../../ui/query-view.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toasts.ts'
import { useRefreshOrders } from './order-watch.ts'
import { type RefundPreview, refundQuery } from './queries.ts'
import { orderQuery } from './shared/order-queries.ts'

type CancelDialogProps = { subscription: Subscription; txId: number; onClose: () => void }

/** Shows the exact refund of a cancellation before it is confirmed. */
export function CancelSubscriptionDialog({ subscription, txId, onClose }: CancelDialogProps) {
  const order = useQuery(orderQuery(txId))
  if (!order.data) return <Preparing query={order} onClose={onClose} />
  return <Counted subscription={subscription} order={order.data} onClose={onClose} />
}

type PreparingProps = { query: ViewedQuery<unknown>; onClose: () => void }

function Preparing({ query, onClose }: PreparingProps) {
  const t = useMessages(payments)
  return (
    <Dialog open onClose={onClose} size="sm" title={t('cancel.title')}>
      <QueryView
        query={query}
        loading={<Spinner text={t('cancel.loading')} />}
        failed={{ title: t('cancel.failedLoad') }}
      >
        {() => null}
      </QueryView>
    </Dialog>
  )
}

type CountedProps = { subscription: Subscription; order: TransactionInDetail; onClose: () => void }

function Counted({ subscription, order, onClose }: CountedProps) {
  const [start, end] = [fromIso(subscription.start), fromIso(subscription.end)]
  const refund = useQuery(refundQuery({ userId: subscription.userId, start, end, order }))
  if (!refund.data) return <Preparing query={refund} onClose={onClose} />
  if (whyNotCancellable(refund.data.refund)) return <NothingBack end={end} onClose={onClose} />
  return <Confirmation subscription={subscription} preview={refund.data} onClose={onClose} />
}

function NothingBack({ end, onClose }: { end: number; onClose: () => void }) {
  const t = useMessages(payments)
  const format = useFormat()
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('cancel.nothing')}
      description={t('cancel.nothingText', { end: format.fullDay(end) })}
      footer={<Button onClick={onClose}>{t('cancel.close')}</Button>}
    />
  )
}

/**
 * Sends the cancellation, of the current subscription or by its id of the one that begins later; the toast names the refund
 * that the server made.
 */
function useCancel(waitingId: number | undefined) {
  const t = useMessages(payments)
  const format = useFormat()
  const refresh = useRefreshOrders()
  return async () => {
    try {
      const answer = await request(cancelSubscription, { body: { id: waitingId } })
      const text = answer && t('cancel.doneText', { amount: format.money(answer.refundAmount) })
      toast.success(t('cancel.done'), { duration: 10_000, ...(text ? { description: text } : {}) })
    } catch (error) {
      const isUnsure = error instanceof ApiError && error.code === 'network'
      toast.error(t('cancel.failed'), { description: isUnsure ? t('cancel.unsure') : errorText(error) })
      throw error
    } finally {
      await refresh()
    }
  }
}

function Confirmation({ subscription, preview, onClose }: Omit<CountedProps, 'order'> & { preview: RefundPreview }) {
  const t = useMessages(payments)
  const format = useFormat()
  const next = useMessages(renewal)
  const isNext = isWaiting(termOf(subscription), now())
  const cancel = useCancel(isNext ? subscription.id : undefined)
  const waiting = useOwnSubscription().data?.waiting ?? null
  const { refund, nextLesson } = preview
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone="danger"
      title={isNext ? next('cancel.title') : t('cancel.title')}
      description={isNext ? next('cancel.now') : t('cancel.now')}
      confirmLabel={t('cancel.confirm', { amount: format.money(refund) })}
      cancelLabel={isNext ? next('cancel.keep') : t('cancel.keep')}
      onConfirm={cancel}
    >
      <Reckoning preview={preview} />
      {nextLesson !== null && (
        <p className="mt-3 font-semibold">{t('cancel.upcoming', { when: format.nearMoment(nextLesson, now()) })}</p>
      )}
      {!isNext && waiting && (
        <p className="mt-3">{next('cancel.stays', { begins: format.moment(fromIso(waiting.start)) })}</p>
      )}
      <p className="mt-3 text-muted text-sm">{t('cancel.where')}</p>
    </ConfirmDialog>
  )
}

function Reckoning({ preview }: { preview: RefundPreview }) {
  const t = useMessages(payments)
  const format = useFormat()
  const { paid, lessonsTaken, lessonsPrice, refund } = preview
  return (
    <dl className="flex flex-col gap-1.5 rounded-control bg-sunken p-4">
      <Line label={t('cancel.paid')} value={format.money(paid.amount)} />
      {paid.refundedAmount > 0 && (
        <Line label={t('cancel.refunded')} value={`− ${format.money(paid.refundedAmount)}`} />
      )}
      <Line label={t('cancel.lessons', { count: lessonsTaken })} value={`− ${format.money(lessonsPrice)}`} />
      <div className="flex items-baseline justify-between gap-3 border-line border-t pt-2">
        <dt className="font-semibold">{t('cancel.refund')}</dt>
        <dd translate="no" className="figures font-bold text-xl">
          {format.money(refund)}
        </dd>
      </div>
    </dl>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt>{label}</dt>
      <dd translate="no" className="figures whitespace-nowrap">
        {value}
      </dd>
    </div>
  )
}
