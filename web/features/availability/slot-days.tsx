import { clsx } from 'clsx'
import { ChevronLeft, CircleAlert, Plus } from 'lucide-react'
import { type LocalDay, localDay } from '#domain/cairo'
import { availability } from '../../i18n/ar/availability.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import { ClockChange } from '../week/shared/day-heading.tsx'
import { rangeOfDay } from '../week/shared/day-span.ts'
import type { Week } from '../week/shared/use-week.ts'
import type { ShownSlot } from './draft.ts'
import type { Point } from './drag.ts'
import { freePoint } from './editing.ts'
import { badgesOf, bookedIn } from './slot-badges.ts'
import type { SlotBadges } from './slot-block.tsx'
import { useSlotWords } from './slot-text.ts'
import type { Schedule } from './use-schedule.ts'

const EVENING = 17 * 60
const AVATARS = 3

type SlotDaysProps = {
  schedule: Schedule
  week: Week
  withPurpose: boolean
  onOpen: (slot: ShownSlot) => void
  onAdd: (at: Point) => void
}

/** The week one day below the other: what a phone has room for. */
export function SlotDays({ schedule, week, withPurpose, onOpen, onAdd }: SlotDaysProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const { now, shown } = schedule
  const slotsOn = (day: LocalDay) => shown.filter(({ start }) => localDay(start) === day)
  return (
    <ol aria-busy={schedule.isLoading} className="flex flex-col gap-3">
      {week.days.map((day) => {
        const isOver = rangeOfDay(day).end <= now
        const slots = slotsOn(day)
        return (
          <li key={day} className="rounded-card border border-line bg-surface shadow-card">
            <div className="flex min-h-12 items-center justify-between gap-3 ps-4 pe-1">
              <div>
                <h2 className={clsx('text-base', isOver && 'font-normal text-muted')}>
                  {format.nearDay(day, localDay(now))}
                </h2>
                <ClockChange day={day} />
              </div>
              {isOver ? (
                slots.length === 0 && <span className="pe-3 text-muted text-sm">{t('day.past')}</span>
              ) : (
                <IconButton
                  icon={Plus}
                  tone="soft"
                  label={t('addOn', { day: format.date(day) })}
                  onClick={() => onAdd(freePoint([day], EVENING, shown, now) ?? { day, minute: EVENING })}
                />
              )}
            </div>
            {slots.length === 0 && !isOver && <p className="px-4 pb-3 text-muted text-sm">{t('day.closed')}</p>}
            {slots.length > 0 && (
              <ul className="divide-y divide-line border-line border-t">
                {slots.map((slot) => (
                  <SlotRow
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
      })}
    </ol>
  )
}

type SlotRowProps = {
  slot: ShownSlot
  marks: SlotBadges
  booked: readonly LessonView[]
  withPurpose: boolean
  onOpen: () => void
}

function SlotRow({ slot, marks, booked, withPurpose, onOpen }: SlotRowProps) {
  const t = useMessages(availability)
  const words = useSlotWords()
  return (
    <li>
      <button
        type="button"
        disabled={marks.isOver}
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-brand-soft focus-visible:-outline-offset-2 disabled:text-muted disabled:hover:bg-transparent"
      >
        <span className="min-w-0 grow">
          <span className="block font-semibold">{words.range(slot)}</span>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
            {words.length(slot)}
            {withPurpose && <Badge>{t(`purposes.${slot.purpose}`)}</Badge>}
            {slot.state !== 'saved' && <Badge tone="accent">{t('slot.unsaved')}</Badge>}
            {marks.isConflicting && (
              <Badge tone="danger" icon={CircleAlert}>
                {t('slot.conflict')}
              </Badge>
            )}
            {booked.length > 0 && <span className="text-brand-ink">{t('slot.booked', { count: booked.length })}</span>}
          </span>
        </span>
        <span className="flex -space-x-3 rtl:space-x-reverse">
          {booked.slice(0, AVATARS).map(({ id, other }) => (
            <Avatar
              key={id}
              id={other.id}
              name={other.name}
              src={other.image}
              size="xs"
              className="rounded-full ring-2 ring-surface"
            />
          ))}
        </span>
        {!marks.isOver && <ChevronLeft aria-hidden className="size-5 shrink-0 text-muted" />}
      </button>
    </li>
  )
}
