import { Scissors } from 'lucide-react'
import { type RefObject, useId, useState } from 'react'
import { INTRO_VIDEO_SECONDS } from '#domain/onboarding/video-states'
import { introVideo } from '#messages/intro-video'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { clockText } from './clip-clock.ts'
import type { Range } from './video-tools.ts'

const { min, max } = INTRO_VIDEO_SECONDS
const STEP_SECONDS = 0.5

type TrimFieldsProps = {
  /** Seconds. */
  length: number
  player: RefObject<HTMLVideoElement | null>
  onCut: (range: Range) => void
}

/** Where the video begins and ends: by slider, or at the moment that the player shows. */
export function TrimFields({ length, player, onCut }: TrimFieldsProps) {
  const t = useMessages(introVideo)
  const format = useFormat()
  const [start, setStart] = useState(0)
  const [end, setEnd] = useState(length)
  const show = (seconds: number) => {
    if (player.current) player.current.currentTime = seconds
  }
  const changeStart = (seconds: number) => {
    const next = Math.min(seconds, end - min)
    setStart(Math.max(0, next))
    show(Math.max(0, next))
  }
  const changeEnd = (seconds: number) => {
    const next = Math.max(seconds, start + min)
    setEnd(Math.min(length, next))
    show(Math.min(length, next))
  }
  const shown = () => player.current?.currentTime ?? 0
  const result = end - start
  const isChanged = start > 0 || end < length
  return (
    <fieldset className="flex max-w-2xl flex-col gap-3 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">{t('trim.title')}</legend>
      <Moment
        label={t('trim.start')}
        hereLabel={t('trim.here')}
        value={start}
        length={length}
        onChange={changeStart}
        onHere={() => changeStart(shown())}
      />
      <Moment
        label={t('trim.end')}
        hereLabel={t('trim.toHere')}
        value={end}
        length={length}
        onChange={changeEnd}
        onHere={() => changeEnd(shown())}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures text-sm" role="status">
          {isChanged && t('trim.result', { length: clockText(format, result) })}
        </p>
        <Button
          size="sm"
          variant="secondary"
          icon={Scissors}
          disabled={!isChanged || Math.round(result) > max}
          onClick={() => onCut({ start, end })}
        >
          {t('trim.cut')}
        </Button>
      </div>
    </fieldset>
  )
}

type MomentProps = {
  label: string
  hereLabel: string
  value: number
  length: number
  onChange: (seconds: number) => void
  onHere: () => void
}

function Moment({ label, hereLabel, value, length, onChange, onHere }: MomentProps) {
  const format = useFormat()
  const id = useId()
  const text = clockText(format, value)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="min-w-20 flex-1 text-sm sm:flex-none">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={length}
        step={STEP_SECONDS}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="order-last h-11 w-full accent-brand sm:order-none sm:w-auto sm:flex-1"
      />
      <span translate="no" className="figures w-12 text-center text-sm">
        {text}
      </span>
      <Button size="sm" variant="ghost" onClick={onHere}>
        {hereLabel}
      </Button>
    </div>
  )
}
