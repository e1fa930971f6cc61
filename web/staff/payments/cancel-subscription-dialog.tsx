import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelSubscription } from '#contract/calls/subscriptions'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { announce } from '../../ui/announce.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { refetchOrders, refundQuery } from './queries.ts'

type CancelSubscriptionDialogProps = {
  id: number
  /** The student's. */
  name: string
  onClose: () => void
}

/** Shows the exact refund and the lessons that end, and asks why (docs/rules/minutes.md 3.5). */
export function CancelSubscriptionDialog({ id, name, onClose }: CancelSubscriptionDialogProps) {
  const t = useMessages(staffPayments)
  const format = useFormat()
  const client = useQueryClient()
  const query = useQuery(refundQuery(id))
  const { data } = query
  const title = t('cancelSubscription.title', { name })
  if (!data || data.refundAmount === 0) {
    return (
      <Dialog open onClose={onClose} size="sm" title={title}>
        <QueryView query={query} loading={<Spinner />} failed={{ title: t('cancelSubscription.failed') }}>
          {() => <p>{t('cancelSubscription.nothing')}</p>}
        </QueryView>
      </Dialog>
    )
  }
  const cancel = async (reason: string) => {
    await announce(request(cancelSubscription, { body: { id } }, { reason }), {
      done: (answer) => t('cancelSubscription.done', { amount: format.money(answer?.refundAmount ?? 0) }),
      failed: t('failed'),
    }).finally(() => refetchOrders(client))
  }
  return (
    <ReasonDialog
      title={title}
      description={t('cancelSubscription.text', {
        amount: format.money(data.refundAmount),
        count: data.upcomingLessons,
      })}
      confirmLabel={t('cancelSubscription.confirm')}
      onConfirm={cancel}
      onClose={onClose}
    />
  )
}
