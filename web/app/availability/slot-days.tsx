import { clsx } from 'clsx'
import { ChevronDown, CircleAlert, Copy, Plus, Users } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type LocalDay, localDay } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { ClockChange } from '../../shared/week/day-heading.tsx'
import { rangeOfDay } from '../../shared/week/day-span.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import type { Week } from '../week/shared/use-week.ts'
import type { ShownSlot } from './draft.ts'
import type { Point } from './drag.ts'
import { freePoint } from './editing.ts'
import { badgesOf, bookedIn } from './slot-badges.ts'
import type { SlotBadges } from './slot-block.tsx'
import { useSlotWords } from './slot-text.ts'
import type { Schedule } from './use-schedule.ts'

const EVENING = 17 * 60

type SlotDaysProps = {
  schedule: Schedule
  week: Week
  withPurpose: boolean
  onOpen: (slot: ShownSlot) => void
  onAdd: (at: Point) => void
  onCopy: (day: LocalDay) => void
}

/** The week one day below the other: what a phone has room for. The days of this week that are over are folded. */
export function SlotDays(props: SlotDaysProps) {
  const { schedule, week } = props
  const isOver = (day: LocalDay) => rangeOfDay(day).end <= schedule.now
  const past = week.isCurrent ? week.days.filter(isOver) : []
  const rest = week.days.filter((day) => !past.includes(day))
  const list = (days: readonly LocalDay[]) =>
    days.map((day) => <Day key={day} {...props} day={day} isOver={isOver(day)} />)
  return (
    <div
      aria-busy={schedule.isLoading}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card"
    >
      {past.length > 0 && <FoldedDays count={past.length}>{list(past)}</FoldedDays>}
      <ol className="divide-y divide-line">{list(rest)}</ol>
    </div>
  )
}

function FoldedDays({ count, children }: { count: number; children: ReactNode }) {
  const t = useMessages(availability)
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-3 px-4 text-muted text-sm hover:bg-sunken focus-visible:-outline-offset-2"
      >
        {t('day.folded', { count })}
        <ChevronDown aria-hidden className={clsx('size-5 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <ol id={id} hidden={!isOpen} className="divide-y divide-line border-line border-t">
        {children}
      </ol>
    </div>
  )
}

type DayProps = SlotDaysProps & { day: LocalDay; isOver: boolean }

function Day({ schedule, day, isOver, withPurpose, onOpen, onAdd, onCopy }: DayProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const { now, shown } = schedule
  const slots = shown.filter(({ start }) => localDay(start) === day)
  return (
    <li className="px-4 pt-1 pb-2">
      <div className="flex min-h-11 items-center gap-1">
        <div className="min-w-0 grow">
          <h2 className={clsx('text-base', isOver && 'font-normal text-muted')}>
            {format.capital(format.nearDay(day, localDay(now)))}
          </h2>
          <ClockChange day={day} />
        </div>
        {slots.length === 0 && <span className="pe-2 text-muted text-sm">{t(isOver ? 'day.past' : 'day.closed')}</span>}
        {!isOver && slots.length > 0 && (
          <IconButton icon={Copy} label={t('copyDay.action', { day: format.date(day) })} onClick={() => onCopy(day)} />
        )}
        {!isOver && (
          <IconButton
            icon={Plus}
            tone="soft"
            label={t('addOn', { day: format.date(day) })}
            onClick={() => onAdd(freePoint([day], EVENING, shown, now) ?? { day, minute: EVENING })}
          />
        )}
      </div>
      {slots.length > 0 && (
        <ul className="flex flex-wrap gap-2 pt-1 pb-1">
          {slots.map((slot) => (
            <SlotChip
              key={slot.key}
              slot={slot}
              marks={badgesOf(slot, schedule)}
              booked={bookedIn(slot, schedule.lessons)}
              withPurpose={withPurpose}
              onOpen={() => onOpen(slot)}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

type SlotChipProps = {
  slot: ShownSlot
  marks: SlotBadges
  booked: readonly LessonView[]
  withPurpose: boolean
  onOpen: () => void
}

const chipLook = ({ isOver, isConflicting }: SlotBadges, state: ShownSlot['state']) => {
  if (isConflicting) return 'border-danger bg-danger-soft text-danger-ink'
  if (isOver) return 'border-line bg-sunken text-muted'
  return state === 'saved'
    ? 'border-brand/50 bg-brand-soft text-brand-ink'
    : 'border-accent border-dashed bg-accent-soft text-accent-ink'
}

/** A slot by its times; the rest is read out, and shown when it is opened. */
function SlotChip({ slot, marks, booked, withPurpose, onOpen }: SlotChipProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const words = useSlotWords()
  const isNew = slot.state !== 'saved'
  return (
    <li>
      <button
        type="button"
        disabled={marks.isOver}
        onClick={onOpen}
        className={clsx(
          'flex min-h-11 items-center gap-2 rounded-control border px-3 font-semibold text-[0.9375rem]',
          chipLook(marks, slot.state),
        )}
      >
        <span className="sr-only">{format.series([words.range(slot), words.length(slot)])}</span>
        <span aria-hidden>{words.compactRange(slot)}</span>
        {withPurpose && <span className="font-normal text-sm">{t(`purposes.${slot.purpose}`)}</span>}
        {isNew && <span className="font-normal text-xs">{t('slot.unsaved')}</span>}
        {marks.isConflicting && (
          <>
            <CircleAlert aria-hidden className="size-4 shrink-0" />
            <span className="sr-only">{t('slot.conflict')}</span>
          </>
        )}
        {booked.length > 0 && <BookedCount count={booked.length} />}
      </button>
    </li>
  )
}

function BookedCount({ count }: { count: number }) {
  const t = useMessages(availability)
  const format = useFormat()
  return (
    <span className="flex items-center gap-1 rounded-full bg-brand px-2 py-0.5 text-on-brand text-xs">
      <Users aria-hidden className="size-3.5" />
      <span aria-hidden>{format.number(count)}</span>
      <span className="sr-only">{t('slot.booked', { count })}</span>
    </span>
  )
}
