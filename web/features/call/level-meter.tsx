import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useLevel } from './use-level.ts'

/** A bar that shows how loud the microphone is. */
export function LevelMeter({ track, isMuted }: { track: MediaStreamTrack | null; isMuted: boolean }) {
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
