import { useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../platform/broadcast.ts'
import { queueQuery } from './queries.ts'

/** Fetches the queue again when withdrawals change. For admins: nobody else may enter the room. */
export function LiveQueue() {
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey: queueQuery.queryKey })
  useBroadcast(
    'AdminInvoices',
    ({ event }) => {
      if (event === 'InvoiceUpdated' || event === 'InvoiceDeleted') refetch()
    },
    refetch,
  )
  return null
}
