import { MessageCircleMore } from 'lucide-react'
import { phone as words } from '#messages/phone'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { Button } from '../../ui/button.tsx'
import { useNotifications } from '../account/shared/use-notifications.ts'

/** Offers reminders to users without any: one tap enables them, after verifying the phone number if necessary. */
export function ReminderOffer({ onVerify }: { onVerify: () => void }) {
  const t = useMessages(words)
  const me = useMe()
  const openVerification = useDialog('verification')
  const { mutate, isPending } = useNotifications(me)
  if (me.notificationMethod !== null) return null
  const accept = () => {
    if (me.verifiedPhone) return mutate(true)
    onVerify()
    openVerification({ of: 'phone' })
  }
  return (
    <Button variant="secondary" wide icon={MessageCircleMore} loading={isPending} onClick={accept}>
      {t('notifications.offer')}
    </Button>
  )
}
