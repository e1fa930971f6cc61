import { queryOptions } from '@tanstack/react-query'
import { now } from '../../platform/clock.ts'
import { orderQuery } from './shared/order-queries.ts'
import { isPayable } from './shared/payable-order.ts'

/** How often an open order is read, in case the live event was lost (docs/rules/screens.md 4.2). */
const READ_EVERY_MS = 10_000
/** Returning to the page asks the provider too, at most this often. */
const ASK_AGAIN_AFTER_MS = 10_000

/** An order that is read again and again until it is decided or can no longer be paid. */
export const followedOrderQuery = (id: number) =>
  queryOptions({
    ...orderQuery(id),
    refetchInterval: ({ state }) => (state.data && isPayable(state.data, now()) ? READ_EVERY_MS : false),
  })

/** Calls `ask` when the user returns to the page or the network is back, until the returned function is called. */
export function onReturn(ask: () => void): () => void {
  let requestedAt = 0
  const askSometimes = () => {
    if (document.hidden || requestedAt + ASK_AGAIN_AFTER_MS > now()) return
    requestedAt = now()
    ask()
  }
  document.addEventListener('visibilitychange', askSometimes)
  window.addEventListener('online', askSometimes)
  return () => {
    document.removeEventListener('visibilitychange', askSometimes)
    window.removeEventListener('online', askSometimes)
  }
}
