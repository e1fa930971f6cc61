import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Instant, type LocalDay, localDay, MINUTES_A_DAY } from '#domain/cairo'
import { moveBetweenColumns } from './arrow-keys.ts'
import { minuteOfDay } from './day-span.ts'
import { HiddenHints } from './hidden-hints.tsx'
import type { Lane, Span } from './lanes.ts'
import { firstMinute, hiddenOf } from './visible-hours.ts'

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
  /** The spans of all days: the grid initially scrolls to them, and shows how many are out of view. */
  spans: readonly Span[]
  /** Whether the days are loaded. */
  isReady: boolean
  hourLabel: (hour: number) => string
  head: (day: LocalDay) => ReactNode
  children: (day: LocalDay) => ReactNode
  /** Further event handlers of a column. */
  column?: (day: LocalDay) => Column
}

/**
 * A week as columns of 24 hours by Cairo's clock, 56 pixels an hour, with a line where now is. Blocks place themselves with
 * `blockStyle`; arrow keys lead from one to the next (docs/rules/screens.md 2.7).
 */
export function WeekGrid({ label, days, now, spans, isReady, hourLabel, head, children, column }: WeekGridProps) {
  const isToday = days.includes(localDay(now))
  const { box, corner, view, headHeight, update, show } = useView({ days, spans, now: isToday ? now : null, isReady })
  return (
    <div className="relative">
      <section
        ref={box}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={update}
        onKeyDown={moveBetweenColumns}
        // What gets the focus below the days or the hours comes out from under them.
        style={{ scrollPaddingBlockStart: headHeight }}
        className="relative max-h-[calc(100dvh-18rem)] min-h-96 scroll-ps-18 overflow-auto rounded-card border border-line bg-surface shadow-card"
      >
        <div className="grid min-w-[60rem] grid-cols-[4.5rem_repeat(7,minmax(0,1fr))]">
          <div ref={corner} className="sticky start-0 top-0 z-30 border-line border-e border-b bg-surface" />
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
      {view && <HiddenHints hidden={hiddenOf(spans, view)} headHeight={headHeight} onShow={show} />}
    </div>
  )
}

type ViewOptions = Pick<WeekGridProps, 'days' | 'spans' | 'isReady'> & { now: Instant | null }

/** The minutes in view. The grid is scrolled once for each opened week: a later change must not move it under the reader. */
function useView({ days, spans, now, isReady }: ViewOptions) {
  const box = useRef<HTMLElement>(null)
  /** As high as the row of days, which covers the top of what is scrolled. */
  const corner = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<Span | null>(null)
  const [headHeight, setHeadHeight] = useState(0)
  const measure = () => {
    const [{ scrollTop = 0, scrollHeight = 0, clientHeight = 0 }, head] = [
      box.current ?? {},
      corner.current?.offsetHeight ?? 0,
    ]
    const minutesAPixel = MINUTES_A_DAY / Math.max(1, scrollHeight - head)
    return { head, minutesAPixel, from: scrollTop * minutesAPixel, height: (clientHeight - head) * minutesAPixel }
  }
  const update = () => {
    const { head, from, height } = measure()
    setHeadHeight(head)
    setView({ from, to: from + height })
  }
  const show = (minute: number, behavior: ScrollBehavior = 'smooth') =>
    box.current?.scrollTo({ top: minute / measure().minutesAPixel, behavior })
  const look = useEffectEvent(() => {
    const { height } = measure()
    show(firstMinute({ spans, now: now === null ? null : minuteOfDay(now), height }), 'instant')
    update()
  })
  const saturday = days[0]
  useLayoutEffect(() => {
    if (saturday && isReady) look()
  }, [saturday, isReady])
  return { box, corner, view, headHeight, update, show }
}

function HourRail({ hourLabel }: Pick<WeekGridProps, 'hourLabel'>) {
  return (
    <div aria-hidden className="sticky start-0 z-10 h-[84rem] border-line border-e bg-surface">
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
      data-column
      className={clsx(
        'relative h-[84rem] border-line border-e last:border-e-0',
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
