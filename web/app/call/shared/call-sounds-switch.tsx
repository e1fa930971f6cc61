import { callSettings } from '#messages/call-settings'
import { useMessages } from '../../../messages/messages.ts'
import { useStore } from '../../../platform/store.ts'
import { Switch } from '../../../ui/switch.tsx'
import { callSounds } from '../call-sounds.ts'

/** The switch of the call sounds, in the settings and in a call; it takes effect immediately. */
export function CallSoundsSwitch() {
  const t = useMessages(callSettings)
  const isOn = useStore(callSounds)
  return (
    <Switch
      label={t('sounds')}
      hint={t('soundsHint')}
      checked={isOn}
      onChange={(event) => callSounds.set(event.target.checked)}
    />
  )
}
