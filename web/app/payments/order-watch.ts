import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { cancelOrder, syncOrder } from '#contract/calls/fawry'
import type { TransactionInDetail } from '#contract/transactions'
import { payments } from '#messages/payments'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'
import { followedOrderQuery, onReturn } from './order-following.ts'
import { isPayable } from './shared/payable-order.ts'

/** Refetches every query that an order's status changes. */
export function useRefreshOrders() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keys.orders }),
      queryClient.invalidateQueries({ queryKey: keys.subscription }),
    ])
}

/** Asks the provider for the order's status and applies it. */
export function useCheckAgain(id: number) {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: () => request(syncOrder, { body: { transactionId: id } }),
    onSettled: refresh,
  })
}

/** Follows an order until it is decided: by live event, by polling, and by asking the provider on return. */
export function useWatchedOrder(id: number | null) {
  const query = useQuery({
    ...followedOrderQuery(id ?? 0),
    enabled: id !== null,
  })
  const isOpen = query.data !== undefined && isPayable(query.data, now())
  useAskOnReturn(id, isOpen)
  useTellOthers(query.data)
  return query
}

function useAskOnReturn(id: number | null, isOpen: boolean): void {
  const { mutate } = useCheckAgain(id ?? 0)
  const ask = useEffectEvent(() => mutate())
  useEffect(() => (isOpen ? onReturn(ask) : undefined), [isOpen])
}

/** A status that polling found is passed on to every other query that shows the order or its subscription. */
function useTellOthers(order: TransactionInDetail | undefined): void {
  const refresh = useRefreshOrders()
  const known = useRef(order?.status)
  const status = order?.status
  const refetchOthers = useEffectEvent(() => {
    const before = known.current
    known.current = status
    if (before !== undefined && before !== status) void refresh()
  })
  useEffect(() => {
    if (status !== undefined) refetchOthers()
  }, [status])
}

/** Cancels an unpaid order; an order paid at the same moment stays paid, and the screen shows that. */
export function useCancelOrder(id: number) {
  const t = useMessages(payments)
  const refresh = useRefreshOrders()
  return async () => {
    try {
      await request(cancelOrder, { body: { transactionId: id } })
      toast.success(t('giveUp.done'))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'bad-request')
        toast.info(t('giveUp.over'), { id: 'give-up', description: t('giveUp.overText') })
      else toast.error(t('giveUp.failed'), { id: 'give-up', description: errorText(error) })
    } finally {
      await refresh()
    }
  }
}
