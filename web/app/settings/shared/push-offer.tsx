import { BellRing } from 'lucide-react'
import { pwa } from '#messages/pwa'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { usePush } from '../use-push.ts'

/** Offers reminders on this device, once there is something to be reminded of. The browser asks only after a tap. */
export function PushOffer() {
  const t = useMessages(pwa)
  const { status, turn, isPending } = usePush()
  if (status !== 'off' && !isPending) return null
  return (
    <Button variant="secondary" wide icon={BellRing} loading={isPending} onClick={() => turn(true)}>
      {t('push.offer')}
    </Button>
  )
}
