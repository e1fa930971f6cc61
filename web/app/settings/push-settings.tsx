import { BellRing } from 'lucide-react'
import { pwa } from '#messages/pwa'
import { useMessages } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { usePush } from './use-push.ts'

/** Notifications of this device: on or off, or why they cannot be. */
export function PushSettings() {
  const t = useMessages(pwa)
  const { status, turn, isPending, isOn } = usePush()
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="flex items-center gap-2 text-lg">
        <BellRing aria-hidden className="size-5 text-brand-ink" />
        {t('push.title')}
      </h2>
      {status === 'blocked' || status === 'unsupported' ? (
        <p className="text-muted">{t(`push.${status}`)}</p>
      ) : (
        <Switch
          label={t('push.label')}
          hint={t('push.hint')}
          checked={isOn}
          disabled={status === undefined}
          onChange={(event) => isPending || turn(event.target.checked)}
        />
      )}
    </Card>
  )
}
