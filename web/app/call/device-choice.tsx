import { Volume2 } from 'lucide-react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { CallView } from './call-view.ts'
import type { ChosenDevices as Chosen } from './devices.ts'
import { testTone } from './sound.ts'
import { useLevel } from './use-level.ts'

type Props = Pick<CallView, 'own' | 'devices'>

/** Chooses microphone, camera and loudspeaker, and shows that each works. */
export function DeviceChoice({ own, devices }: Props) {
  const t = useMessages(words)
  const choose = (kind: keyof Chosen) => (deviceId: string) => void devices.choose(kind, deviceId)
  const openId = (kind: 'mic' | 'camera') => own.chosen[kind] ?? own.tracks[kind]?.getSettings().deviceId ?? ''
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3">
        <DeviceSelect label={t('devices.mic')} list={own.lists.mic} value={openId('mic')} onChange={choose('mic')} />
        <LevelMeter track={own.tracks.mic} isMuted={own.isMuted} />
      </div>
      <DeviceSelect
        label={t('devices.camera')}
        list={own.lists.camera}
        value={openId('camera')}
        onChange={choose('camera')}
      />
      <div className="flex flex-wrap items-end gap-3 *:first:grow">
        {own.lists.speaker.length > 0 && (
          <DeviceSelect
            label={t('devices.speaker')}
            list={own.lists.speaker}
            value={own.chosen.speaker ?? own.lists.speaker[0]?.deviceId ?? ''}
            onChange={choose('speaker')}
          />
        )}
        <Button variant="secondary" icon={Volume2} onClick={() => void testTone(own.chosen.speaker)}>
          {t('devices.testSound')}
        </Button>
      </div>
    </div>
  )
}

type DeviceSelectProps = {
  label: string
  list: readonly MediaDeviceInfo[]
  value: string
  onChange: (deviceId: string) => void
}

function DeviceSelect({ label, list, value, onChange }: DeviceSelectProps) {
  const t = useMessages(words)
  const options = list.map((device, place) => ({
    value: device.deviceId,
    label: device.label || t('devices.numbered', { device: label, n: place + 1 }),
  }))
  const none = [{ value: '', label: t('devices.unknown') }]
  return (
    <Field label={label} className="min-w-0">
      <Select
        options={options.length > 0 ? options : none}
        value={value}
        disabled={options.length === 0}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}

/** A bar that shows how loud the microphone is. */
function LevelMeter({ track, isMuted }: { track: MediaStreamTrack | null; isMuted: boolean }) {
  const t = useMessages(words)
  const level = useLevel(isMuted ? null : track)
  return (
    <div>
      <meter className="sr-only" aria-label={t('devices.level')} min={0} max={1} value={level} />
      <div aria-hidden className="h-2.5 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full rounded-full bg-success transition-[width] duration-100"
          style={{ width: `${level * 100}%` }}
        />
      </div>
      <p className="mt-1.5 text-muted text-sm">
        {t(track?.muted ? 'devices.levelSilent' : isMuted ? 'stage.ownMicOff' : 'devices.levelHint')}
      </p>
    </div>
  )
}
