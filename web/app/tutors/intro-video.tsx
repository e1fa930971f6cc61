import { Play, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { moveFocus } from '../../ui/focus.ts'

const SPEEDS = [0.75, 1, 1.25, 1.5, 2]

/** The tutor's intro video: nothing is downloaded before it is started. */
export function IntroVideo({ video, poster }: { video: string; poster: string | null }) {
  const t = useMessages(tutorProfile)
  const player = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<'idle' | 'started' | 'failed'>('idle')
  const [speed, setSpeed] = useState(1)
  const start = () => {
    setState('started')
    // The pressed button is removed, which would lose the focus.
    moveFocus(player.current)
    player.current?.play().catch(() => setState('failed'))
  }
  const retry = () => {
    player.current?.load()
    start()
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="relative overflow-hidden rounded-card bg-inverse">
        <video
          ref={player}
          src={video}
          {...(poster ? { poster } : {})}
          preload="none"
          playsInline
          controls={state === 'started'}
          tabIndex={state === 'started' ? 0 : -1}
          aria-label={t('video.title')}
          onPlay={(event) => {
            event.currentTarget.playbackRate = speed
          }}
          onError={() => state !== 'idle' && setState('failed')}
          className="aspect-video w-full object-contain"
        />
        {state === 'idle' && <Start onStart={start} />}
        {state === 'failed' && <Failed onRetry={retry} />}
      </div>
      {state === 'started' && (
        <Speeds
          speed={speed}
          onChange={(next) => {
            setSpeed(next)
            if (player.current) player.current.playbackRate = next
          }}
        />
      )}
    </div>
  )
}

function Start({ onStart }: { onStart: () => void }) {
  const t = useMessages(tutorProfile)
  return (
    <button
      type="button"
      onClick={onStart}
      aria-label={t('video.play')}
      className="group absolute inset-0 grid place-items-center rounded-card bg-overlay/20 focus-visible:-outline-offset-4"
    >
      <span className="grid size-16 place-items-center rounded-full bg-surface text-brand-ink shadow-raised transition-transform group-hover:scale-105">
        <Play aria-hidden className="ms-1 size-7 fill-current" />
      </span>
    </button>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useMessages(tutorProfile)
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-inverse text-inverse-ink"
    >
      <p>{t('video.failed')}</p>
      <Button variant="secondary" icon={RotateCw} onClick={onRetry}>
        {t('video.retry')}
      </Button>
    </div>
  )
}

function Speeds({ speed, onChange }: { speed: number; onChange: (speed: number) => void }) {
  const t = useMessages(tutorProfile)
  const format = useFormat()
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="text-muted text-sm">{t('video.speed')}</legend>
      {SPEEDS.map((one) => (
        <label
          key={one}
          className="touch grid place-items-center rounded-control px-2 font-semibold text-muted text-sm transition-colors hover:bg-sunken has-checked:bg-brand-soft has-checked:text-brand-ink has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input type="radio" name="speed" className="sr-only" checked={one === speed} onChange={() => onChange(one)} />
          <bdi translate="no" dir="ltr">
            {t('video.speedOf', { speed: format.number(one) })}
          </bdi>
        </label>
      ))}
    </fieldset>
  )
}
