import { useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../platform/broadcast.ts'
import { queueQuery } from './queries.ts'

/** Fetches the queue again on an event that one of its kinds has changed (docs/rules/staff.md 3.6). */
export function LiveQueue() {
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey: queueQuery.queryKey })
  useBroadcast(
    'Staff',
    ({ event }) => {
      if (event === 'StaffQueueUpdated') refetch()
    },
    refetch,
  )
  return null
}
