import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pwa } from '#messages/pwa'
import { messagesOf } from '../../../messages/messages.ts'
import { keys } from '../../../platform/query-keys.ts'
import { toast } from '../../../ui/toasts.ts'
import { readPushStatus, turnPushOff, turnPushOn } from '../device-push.ts'

const pushQuery = queryOptions({
  queryKey: keys.push,
  queryFn: ({ signal }) => readPushStatus(signal),
})

/** Whether this device receives notifications, and a switch for it. The status is undefined until it is known. */
export function usePush() {
  const queryClient = useQueryClient()
  const { data: status } = useQuery(pushQuery)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn() : turnPushOff()),
    onSuccess: (isOn) => isOn && toast.success(messagesOf(pwa)('push.on'), { id: 'push' }),
    onError: () => toast.error(messagesOf(pwa)('push.failed'), { id: 'push' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
  return { status, turn: mutate, isPending, isOn: isPending ? variables : status === 'on' }
}
