import { useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../platform/broadcast.ts'
import { refetchWithdrawals } from './queries.ts'

/** Fetches again what other people decide meanwhile (docs/rules/money.md 9.8). */
export function LiveWithdrawals() {
  const client = useQueryClient()
  const refetch = () => void refetchWithdrawals(client)
  useBroadcast(
    'AdminInvoices',
    ({ event }) => {
      if (event === 'InvoiceUpdated') refetch()
    },
    refetch,
  )
  return null
}
