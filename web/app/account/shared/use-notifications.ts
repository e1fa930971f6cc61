import { useMutation, useQueryClient } from '@tanstack/react-query'
import { editUser } from '#contract/calls/users'
import type { User } from '#contract/users'
import { NotificationMethod } from '#domain/users/profile'
import { phone as words } from '#messages/phone'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { errorText } from '../../../platform/error-text.ts'
import { keys } from '../../../platform/query-keys.ts'
import { toast } from '../../../ui/toasts.ts'

/** Turns the reminders on or off. The switch shows the new state at once, and the old one again after a failure. */
export function useNotifications(me: User) {
  const t = useMessages(words)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) =>
      request(editUser, {
        params: { id: me.id },
        body: { notificationMethod: on ? NotificationMethod.WhatsApp : null },
      }),
    onSuccess: (saved, on) => {
      queryClient.setQueryData(keys.currentUser, saved)
      toast.success(t(on ? 'notifications.on' : 'notifications.off'), { id: 'notifications' })
    },
    onError: (error) => toast.error(t('notifications.failed'), { description: errorText(error), id: 'notifications' }),
  })
}
