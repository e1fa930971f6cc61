import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleX, ExternalLink, RefreshCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { cancelOrder, syncOrder } from '#contract/calls/fawry'
import type { ListedTransaction } from '#contract/transactions'
import { fromIso } from '#domain/cairo'
import { isRefundable, isUnpaid, type TransactionStatus } from '#domain/payments/transaction'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { orderTones } from '../../shared/payments/order-tones.ts'
import { announce } from '../../ui/announce.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { Fact, PanelSection, RecordPanel } from '../table/shared/record-panel.tsx'
import { orderQuery, refetchOrders, timelineQuery } from './queries.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { Timeline } from './timeline.tsx'

/** One order with its history; the address names it. */
export function OrderPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useMessages(staffPayments)
  return (
    <RecordPanel
      query={useQuery(orderQuery(id))}
      title={t('order.title', { id: String(id) })}
      loading={t('order.loading')}
      missing={<p>{t('order.missing')}</p>}
      footer={(order) => <Actions order={order} />}
      onClose={onClose}
    >
      {(order) => <Order order={order} />}
    </RecordPanel>
  )
}

function Order({ order }: { order: ListedTransaction }) {
  const t = useMessages(staffPayments)
  const format = useFormat()
  const timeline = useQuery(timelineQuery(order.id))
  const { student, amount, refundedAmount, status, paymentMethod, provider, providerRefNum, secondPaymentOf } = order
  const more = timeline.data
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <strong translate="no" className="figures text-2xl leading-tight">
          {format.money(amount)}
        </strong>
        <OrderBadge status={status} />
        <span className="text-muted text-sm">
          {t('order.paidWith', { method: staffPayments.method[paymentMethod], provider: t(`provider.${provider}`) })}
        </span>
      </div>
      {secondPaymentOf !== null && (
        <Banner icon={Undo2}>
          {t('order.second')}{' '}
          <Link to="/payments" search={{ open: secondPaymentOf }} className="font-semibold text-brand-ink underline">
            {t('order.original', { id: String(secondPaymentOf) })}
          </Link>
        </Banner>
      )}
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact label={t('order.student')}>
          <Link
            to="/user/$id"
            params={{ id: String(student.id) }}
            className="inline-flex items-center gap-1.5 font-semibold text-brand-ink hover:underline"
          >
            {student.name ?? t('nameless')}
            <ExternalLink aria-hidden className="size-4" />
          </Link>
        </Fact>
        {providerRefNum && (
          <Fact label={t('order.number')}>
            <Copyable text={providerRefNum} />
          </Fact>
        )}
        {more?.merchantRefNum && (
          <Fact label={t('order.ours')}>
            <Copyable text={more.merchantRefNum} />
          </Fact>
        )}
        {more?.subscriptionId && (
          <Fact label={t('order.subscription')}>
            <Copyable text={String(more.subscriptionId)} />
          </Fact>
        )}
        {more?.planChange && (
          <Fact label={t('order.planChange')}>
            {t(more.planChange.undoneAt === null ? 'order.planChanged' : 'order.planChangeUndone', {
              from: more.planChange.fromMinutes,
              to: more.planChange.toMinutes,
            })}
          </Fact>
        )}
        {refundedAmount > 0 && <Fact label={t('order.refunded')}>{format.money(refundedAmount)}</Fact>}
        {isRefundable(status) && <Fact label={t('order.left')}>{format.money(amount - refundedAmount)}</Fact>}
        {more && more.couponDiscount > 0 && (
          <Fact label={t('order.discount')}>{format.money(more.couponDiscount)}</Fact>
        )}
        {more && more.fees > 0 && <Fact label={t('order.fees')}>{format.money(more.fees)}</Fact>}
        {more?.failureReason && (
          <Fact label={t('order.failure')}>
            <bdi translate="no">{more.failureReason}</bdi>
          </Fact>
        )}
      </dl>
      {more?.nextCheckAt && (
        <p className="text-muted text-sm">
          {t('order.nextCheck', { moment: format.moment(fromIso(more.nextCheckAt)) })}
        </p>
      )}
      <PanelSection title={t('timeline.title')}>
        <QueryView
          query={timeline}
          loading={<Skeleton className="h-24 rounded-card" />}
          failed={{ title: t('timeline.failed') }}
        >
          {(loaded) => <Timeline order={order} timeline={loaded} />}
        </QueryView>
      </PanelSection>
    </div>
  )
}

function Actions({ order }: { order: ListedTransaction }) {
  const t = useMessages(staffPayments)
  const [dialog, setDialog] = useState<'refund' | 'cancel' | null>(null)
  const syncing = useSync(order)
  const close = () => setDialog(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" icon={RefreshCw} loading={syncing.isPending} onClick={() => syncing.mutate()}>
        {t('actions.sync')}
      </Button>
      {isRefundable(order.status) && order.providerRefNum && (
        <Button variant="danger-ghost" icon={Undo2} onClick={() => setDialog('refund')}>
          {t('actions.refund')}
        </Button>
      )}
      {isUnpaid(order.status) && (
        <Button variant="danger-ghost" icon={CircleX} onClick={() => setDialog('cancel')}>
          {t('actions.cancel')}
        </Button>
      )}
      {dialog === 'refund' && <RefundDialog order={order} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog order={order} onClose={close} />}
    </div>
  )
}

function useSync({ id }: ListedTransaction) {
  const t = useMessages(staffPayments)
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(syncOrder, { body: { transactionId: id } }),
    onSuccess: async () => {
      await refetchOrders(client)
      const after = client.getQueryData(orderQuery(id).queryKey)
      if (after) toast.success(t('sync.done', { status: staffPayments.status[after.status] }))
    },
    onError: (error) => toast.error(t('sync.failed'), { description: errorText(error) }),
  })
}

function CancelDialog({ order, onClose }: { order: ListedTransaction; onClose: () => void }) {
  const t = useMessages(staffPayments)
  const format = useFormat()
  const client = useQueryClient()
  const cancel = async (reason: string) => {
    const canceling = request(cancelOrder, { body: { transactionId: order.id } }, { reason })
    const notices = { done: t('cancel.done'), failed: t('failed') }
    await announce(canceling, notices).finally(() => refetchOrders(client))
  }
  return (
    <ReasonDialog
      title={t('cancel.title', { amount: format.money(order.amount) })}
      description={t('cancel.text', { name: order.student.name ?? t('nameless') })}
      confirmLabel={t('cancel.confirm')}
      onConfirm={cancel}
      onClose={onClose}
    />
  )
}

const OrderBadge = ({ status }: { status: TransactionStatus }) => (
  <Badge tone={orderTones[status]}>{staffPayments.status[status]}</Badge>
)
