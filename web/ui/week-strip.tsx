import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { LocalDay } from '#domain/cairo'
import { ui } from '../i18n/ar/ui.ts'
import { useMessages } from '../i18n/messages.ts'
import { useFormat } from '../lib/format.ts'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'
import { stepByKey } from './logical-keys.ts'

export type WeekStripProps = {
  label: string
  /** Usually seven, in order. */
  days: readonly LocalDay[]
  value: LocalDay | null
  today: LocalDay
  onChange: (day: LocalDay) => void
  isDisabled?: (day: LocalDay) => boolean
  /** What there is on a day: marks it with a dot, and is read out with it. */
  noteOf?: (day: LocalDay) => string | undefined
  onPrevious?: () => void
  onNext?: () => void
}

/** A row of days of which one is looked at: one stop for the Tab key, arrows in reading order. */
export function WeekStrip({ label, days, value, onChange, onPrevious, onNext, ...rest }: WeekStripProps) {
  const t = useMessages(ui)
  const row = useRef<HTMLDivElement>(null)
  const enabled = days.filter((day) => !rest.isDisabled?.(day))
  const stop = enabled.find((day) => day === value) ?? enabled[0]
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stop && enabled[stepByKey(event, enabled.indexOf(stop), enabled.length)]
    if (!next) return
    event.preventDefault()
    onChange(next)
    row.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  return (
    <div className="flex items-center gap-1">
      {onPrevious && (
        <IconButton icon={ChevronLeft} mirrorIcon label={t('calendar.previousWeek')} onClick={onPrevious} />
      )}
      <div
        ref={row}
        role="radiogroup"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="grid grow grid-cols-7 gap-1 sm:gap-1.5"
      >
        {days.map((day) => (
          <Day key={day} day={day} isChosen={day === value} isStop={day === stop} onChoose={onChange} {...rest} />
        ))}
      </div>
      {onNext && <IconButton icon={ChevronRight} mirrorIcon label={t('calendar.nextWeek')} onClick={onNext} />}
    </div>
  )
}

type DayProps = Pick<WeekStripProps, 'today' | 'isDisabled' | 'noteOf'> & {
  day: LocalDay
  isChosen: boolean
  isStop: boolean
  onChoose: (day: LocalDay) => void
}

function Day({ day, today, isChosen, isStop, isDisabled, noteOf, onChoose }: DayProps) {
  const format = useFormat()
  const note = noteOf?.(day)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of two lines and a dot, in one stop for the Tab key
    <button
      type="button"
      role="radio"
      data-day={day}
      aria-checked={isChosen}
      aria-current={day === today ? 'date' : undefined}
      aria-label={[format.date(day), note].filter(Boolean).join('، ')}
      disabled={isDisabled?.(day)}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onChoose(day)}
      className={classes(
        'flex min-h-16 min-w-0 flex-col items-center justify-center gap-0.5 rounded-control border leading-tight transition-colors disabled:cursor-not-allowed',
        isChosen
          ? 'border-brand bg-brand text-on-brand'
          : 'border-line bg-surface enabled:hover:border-brand enabled:hover:bg-brand-soft disabled:border-transparent disabled:bg-sunken disabled:text-faint',
        !isChosen && day === today && 'border-brand',
      )}
    >
      <span className="max-w-full truncate text-xs">{format.shortWeekday(day)}</span>
      <span className="figures font-bold text-lg">{format.dayOfMonth(day)}</span>
      <span
        aria-hidden
        className={classes('size-1.5 rounded-full', note !== undefined && (isChosen ? 'bg-on-brand' : 'bg-accent'))}
      />
    </button>
  )
}
