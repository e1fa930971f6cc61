import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { DisplaySettings } from '../../shared/settings/display-settings.tsx'
import { Card } from '../../ui/card.tsx'
import { CallSoundsSwitch } from '../call/shared/call-sounds-switch.tsx'

/** The same choices as in the account menu. */
export function DisplaySection() {
  const t = useMessages(settings)
  return (
    <Card padding="lg">
      <p className="mb-4 text-muted text-sm">{t('display.text')}</p>
      <div className="max-w-md">
        <DisplaySettings />
        <div className="mt-5 border-line border-t pt-3">
          <CallSoundsSwitch />
        </div>
      </div>
    </Card>
  )
}
