import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, type LocalDay } from '#domain/cairo'
import { ui } from '../i18n/ar/ui.ts'
import { useMessages } from '../i18n/messages.ts'
import { countTo } from '../lib/count-to.ts'
import { useFormat } from '../lib/format.ts'
import { classes } from './classes.ts'
import { IconButton } from './icon-button.tsx'
import { inlineStep } from './logical-keys.ts'
import { dayByKey, isSameMonth, plusMonths, saturdayOf, weeksOfMonth } from './month.ts'

export type MonthCalendarProps = {
  label: string
  value: LocalDay | null
  today: LocalDay
  onChange: (day: LocalDay) => void
  /** Which month is shown at first; the chosen day's, else this one. */
  initialMonth?: LocalDay
  isDisabled?: (day: LocalDay) => boolean
  /** What there is on a day ("٣ مواعيد"): marks it with a dot, and is read out with it. */
  noteOf?: (day: LocalDay) => string | undefined
}

/** Days of a month to choose from: weeks from Saturday, arrows in reading order, up and down by week, Page keys by month. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { label, value, today, onChange, initialMonth, isDisabled, noteOf } = props
  const format = useFormat()
  const { at, goTo, grid } = useRovingDay(initialMonth ?? value ?? today)
  const choose = (day: LocalDay) => {
    if (!isDisabled?.(day)) onChange(day)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, at, inlineStep(event))
    if (!next) return
    event.preventDefault()
    goTo(next, true)
  }
  return (
    <div className="w-full max-w-sm">
      <MonthBar month={at} onMonth={(count) => goTo(plusMonths(at, count), false)} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked by arrow keys is a grid */}
      <table ref={grid} role="grid" aria-label={label} onKeyDown={onKeyDown} className="w-full table-fixed">
        <thead>
          <tr>
            {countTo(7).map((place) => (
              <WeekdayHead key={place} day={addDays(saturdayOf(at), place - 1)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0.5">
                  {isSameMonth(day, at) && (
                    <DayButton
                      label={[format.fullDate(day), noteOf?.(day)].filter(Boolean).join('، ')}
                      day={day}
                      isChosen={day === value}
                      isToday={day === today}
                      isMarked={noteOf?.(day) !== undefined}
                      isDisabled={isDisabled?.(day) ?? false}
                      isStop={day === at}
                      onChoose={choose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One day is the calendar's stop for the Tab key; the keys carry the focus along, also into another month. */
function useRovingDay(first: LocalDay) {
  const [at, setAt] = useState(first)
  const [takesFocus, setTakesFocus] = useState(false)
  const grid = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (takesFocus) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at, takesFocus])
  const goTo = (day: LocalDay, withFocus: boolean) => {
    setAt(day)
    setTakesFocus(withFocus)
  }
  return { at, goTo, grid }
}

function MonthBar({ month, onMonth }: { month: LocalDay; onMonth: (count: 1 | -1) => void }) {
  const t = useMessages(ui)
  const format = useFormat()
  return (
    <div className="mb-1 flex items-center justify-between">
      <IconButton icon={ChevronLeft} mirrorIcon label={t('calendar.previousMonth')} onClick={() => onMonth(-1)} />
      <p aria-live="polite" className="font-bold">
        {format.month(month)}
      </p>
      <IconButton icon={ChevronRight} mirrorIcon label={t('calendar.nextMonth')} onClick={() => onMonth(1)} />
    </div>
  )
}

function WeekdayHead({ day }: { day: LocalDay }) {
  const format = useFormat()
  return (
    <th scope="col" abbr={format.weekday(day)} className="py-1.5 font-normal text-muted text-xs">
      {format.shortWeekday(day)}
    </th>
  )
}

type DayButtonProps = {
  day: LocalDay
  label: string
  isChosen: boolean
  isToday: boolean
  isMarked: boolean
  isDisabled: boolean
  isStop: boolean
  onChoose: (day: LocalDay) => void
}

function DayButton({ day, label, isChosen, isToday, isMarked, isDisabled, isStop, onChoose }: DayButtonProps) {
  const format = useFormat()
  return (
    <button
      type="button"
      data-day={day}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-pressed={isChosen}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onChoose(day)}
      className={classes(
        'figures relative grid aspect-square max-h-12 min-h-11 w-full place-items-center rounded-control transition-colors',
        isChosen && 'bg-brand font-bold text-on-brand',
        !isChosen && isDisabled && 'cursor-not-allowed text-faint opacity-70',
        !isChosen && !isDisabled && 'hover:bg-brand-soft',
        !isChosen && isToday && 'font-bold text-brand-ink ring-1 ring-brand ring-inset',
      )}
    >
      {format.dayOfMonth(day)}
      {isMarked && !isDisabled && (
        <span
          aria-hidden
          className={classes('absolute bottom-1.5 size-1.5 rounded-full', isChosen ? 'bg-on-brand' : 'bg-accent')}
        />
      )}
    </button>
  )
}
