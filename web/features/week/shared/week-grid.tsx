import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type Instant, type LocalDay, localDay, MINUTES_A_DAY } from '#domain/cairo'
import { minuteOfDay } from './day-span.ts'
import type { Lane, Span } from './lanes.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const share = (minutes: number) => `${(minutes / MINUTES_A_DAY) * 100}%`

/** The position of a block in its day's column: its height is its duration; overlapping blocks share the width. */
export const blockStyle = ({ from, to, lane, lanes }: Span & Lane) => ({
  insetBlockStart: share(from),
  blockSize: share(to - from),
  insetInlineStart: `${(lane / lanes) * 100}%`,
  inlineSize: `${100 / lanes}%`,
})

type Column = Omit<ComponentProps<'li'>, 'children'>

type WeekGridProps = {
  label: string
  days: readonly LocalDay[]
  now: Instant
  /** Where the grid is scrolled to first, in minutes of the day. */
  firstMinute: number
  isReady: boolean
  hourLabel: (hour: number) => string
  head: (day: LocalDay) => ReactNode
  children: (day: LocalDay) => ReactNode
  /** Further event handlers of a column. */
  column?: (day: LocalDay) => Column
}

/** A week as columns of 24 hours by Cairo's clock, with a line where now is. Blocks place themselves with `placed`. */
export function WeekGrid({ label, days, now, hourLabel, head, children, column, ...rest }: WeekGridProps) {
  const box = useFirstLook({ saturday: days[0], ...rest })
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative max-h-[calc(100dvh-16rem)] min-h-96 overflow-auto rounded-card border border-line bg-surface shadow-card"
    >
      <div className="grid min-w-[60rem] grid-cols-[4.5rem_repeat(7,minmax(0,1fr))]">
        <div className="sticky start-0 top-0 z-30 border-line border-e border-b bg-surface" />
        {days.map((day) => (
          <div
            key={day}
            className="sticky top-0 z-20 border-line border-e border-b bg-surface p-2 text-center last:border-e-0"
          >
            {head(day)}
          </div>
        ))}
        <HourRail hourLabel={hourLabel} />
        <ol className="col-span-7 grid grid-cols-subgrid">
          {days.map((day) => (
            <DayColumn key={day} day={day} now={now} {...column?.(day)}>
              {children(day)}
            </DayColumn>
          ))}
        </ol>
      </div>
    </section>
  )
}

type FirstLook = { saturday: LocalDay | undefined; firstMinute: number; isReady: boolean }

/** Scrolls once for each opened week: a later change must not move the grid under the reader. */
function useFirstLook({ saturday, firstMinute, isReady }: FirstLook) {
  const box = useRef<HTMLElement>(null)
  const look = useEffectEvent(() => {
    const element = box.current
    if (element) element.scrollTop = (firstMinute / MINUTES_A_DAY) * element.scrollHeight
  })
  useLayoutEffect(() => {
    if (saturday && isReady) look()
  }, [saturday, isReady])
  return box
}

function HourRail({ hourLabel }: Pick<WeekGridProps, 'hourLabel'>) {
  return (
    <div aria-hidden className="sticky start-0 z-10 h-[144rem] border-line border-e bg-surface">
      {HOURS.slice(1).map((hour) => (
        <span
          key={hour}
          style={{ insetBlockStart: share(hour * 60) }}
          className="absolute inset-x-0 -translate-y-1/2 text-center text-muted text-xs"
        >
          {hourLabel(hour)}
        </span>
      ))}
    </div>
  )
}

function DayColumn({
  day,
  now,
  children,
  className,
  ...rest
}: Column & { day: LocalDay; now: Instant; children: ReactNode }) {
  const isToday = localDay(now) === day
  return (
    <li
      {...rest}
      className={clsx(
        'relative h-[144rem] border-line border-e last:border-e-0',
        isToday && 'bg-brand-soft/40',
        className,
      )}
    >
      {HOURS.slice(1).map((hour) => (
        <div
          key={hour}
          aria-hidden
          style={{ insetBlockStart: share(hour * 60) }}
          className="pointer-events-none absolute inset-x-0 border-line border-t"
        />
      ))}
      {children}
      {isToday && <NowLine minute={minuteOfDay(now)} />}
    </li>
  )
}

function NowLine({ minute }: { minute: number }) {
  return (
    <div aria-hidden style={{ insetBlockStart: share(minute) }} className="pointer-events-none absolute inset-x-0 z-10">
      <div className="h-0.5 -translate-y-1/2 bg-danger" />
      <div className="absolute -start-1 top-0 size-2.5 -translate-y-1/2 rounded-full bg-danger" />
    </div>
  )
}
