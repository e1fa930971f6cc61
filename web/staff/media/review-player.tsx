import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { staffMedia } from '#messages/staff-media'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { createStore, useStore } from '../../platform/store.ts'
import { Banner } from '../../ui/banner.tsx'
import { isKeyTaken } from '../../ui/data-table/row-keys.ts'
import { Segmented } from '../../ui/segmented.tsx'

const SPEEDS = [1, 1.25, 1.5, 2]
const STEP_SECONDS = 5

/** Whoever reviews twice as fast does so for the next video too. */
const speedStore = createStore(1)

type ReviewPlayerProps = {
  player: RefObject<HTMLVideoElement | null>
  src: string
  /** The tutor's. */
  name: string
}

/** A video at a chosen speed, moved by keys that work wherever the focus is. */
export function ReviewPlayer({ player, src, name }: ReviewPlayerProps) {
  const t = useMessages(staffMedia)
  const format = useFormat()
  const speed = useStore(speedStore)
  const [isBroken, setBroken] = useState(false)
  const { length, onDurationChange } = useLength()
  const choose = (next: number) => {
    speedStore.set(next)
    if (player.current) player.current.playbackRate = next
  }
  usePlayerKeys(player, (by) => choose(SPEEDS[SPEEDS.indexOf(speed) + by] ?? speed))
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: tutors send no captions */}
      <video
        ref={player}
        src={src}
        controls
        playsInline
        preload="metadata"
        aria-label={t('player', { name })}
        onPlay={(event) => {
          event.currentTarget.playbackRate = speed
        }}
        onDurationChange={(event) => onDurationChange(event.currentTarget)}
        onError={() => setBroken(true)}
        className="aspect-video w-full rounded-card bg-inverse"
      />
      {isBroken && <Banner tone="warning">{t('broken')}</Banner>}
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t('speed')}
          options={SPEEDS.map((value) => ({
            value,
            label: (
              <bdi translate="no" dir="ltr">
                {t('speedOf', { speed: format.number(value) })}
              </bdi>
            ),
          }))}
          value={speed}
          onChange={choose}
        />
        {length !== null && (
          <p className="text-sm">
            {t('length')}{' '}
            <bdi translate="no" className="figures font-semibold">
              {format.countdown(length)}
            </bdi>
          </p>
        )}
        <Keys />
      </div>
    </>
  )
}

/** Past the end of any video, in seconds. */
const FAR_SECONDS = 24 * 3600

/**
 * The length of a video in seconds; null before it is known. A recording of a browser (WebM) does not say its length: the browser
 * learns it at the end, to which the player jumps once and comes back from.
 */
function useLength() {
  const [length, setLength] = useState<number | null>(null)
  const onDurationChange = (video: HTMLVideoElement) => {
    if (video.duration === Number.POSITIVE_INFINITY) video.currentTime = FAR_SECONDS
    else if (Number.isFinite(video.duration)) {
      if (isPastEnd(video)) video.currentTime = 0
      setLength(video.duration)
    }
  }
  return { length, onDurationChange }
}

const isPastEnd = ({ currentTime, duration, paused }: HTMLVideoElement): boolean => paused && currentTime >= duration

const KEYS = [
  ['Space', 'play'],
  ['← →', 'seek'],
  ['< >', 'speed'],
  ['n', 'note'],
  ['a', 'approve'],
  ['r', 'reject'],
] as const

function Keys() {
  const t = useMessages(staffMedia)
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs max-md:hidden">
      {KEYS.map(([key, what]) => (
        <div key={key} className="flex items-center gap-1.5">
          <dt>
            <kbd dir="ltr" className="rounded-md bg-sunken px-1.5 py-0.5 font-sans">
              {key}
            </kbd>
          </dt>
          <dd>{t(`keys.${what}`)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether the focused control handles the key itself. */
const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, input, summary, [role="tab"]') !== null

export const isPlaying = ({ paused, ended }: HTMLVideoElement): boolean => !paused && !ended

function usePlayerKeys(player: RefObject<HTMLVideoElement | null>, changeSpeed: (by: 1 | -1) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const video = player.current
    if (!video || isKeyTaken(event)) return
    if (event.code === 'Comma' || event.code === 'Period') changeSpeed(event.code === 'Period' ? 1 : -1)
    else if (isOnControl(event.target)) return
    else if (event.code === 'Space') {
      // Refused where the file does not play, which the player shows.
      if (isPlaying(video)) video.pause()
      else void video.play().catch(() => undefined)
    } else if (event.code === 'ArrowRight') video.currentTime += STEP_SECONDS
    else if (event.code === 'ArrowLeft') video.currentTime -= STEP_SECONDS
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    // Before the browser's own controls, which play, pause and seek by the same keys when the player has the focus.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
