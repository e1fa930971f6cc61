import { useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../platform/broadcast.ts'
import { keys } from '../../platform/query-keys.ts'

const QUEUES: readonly string[] = ['reports', 'contact-requests', 'messages']

/** Fetches the inbox again when somebody writes to us, or another admin works on it. */
export function useInboxEvents(): void {
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey: keys.inbox })
  useBroadcast(
    'Staff',
    (frame) => {
      if (frame.event === 'StaffQueueUpdated' && QUEUES.includes(frame.payload.queue)) refetch()
    },
    refetch,
  )
}
