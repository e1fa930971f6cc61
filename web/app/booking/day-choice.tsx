import { clsx } from 'clsx'
import { Lock } from 'lucide-react'
import { addDays, type Instant, type LocalDay, localDay, weekdayOf } from '#domain/cairo'
import { booking } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { timesOn } from '../../shared/tutors/offered-times.ts'
import { RadioButtons, type RadioOption } from '../../ui/radio-buttons.tsx'
import type { DurationOffer } from './offer.ts'

type DayChoiceProps = {
  offer: DurationOffer
  day: LocalDay
  /** How many days are shown, today the first. */
  days: number
  now: Instant
  onChange: (day: LocalDay) => void
}

/** The days from today; those with a free time are marked, those after the weeks that can be booked, and paused ones, are locked. */
export function DayChoice({ offer, day: chosen, days, now, onChange }: DayChoiceProps) {
  const t = useMessages(booking)
  const format = useFormat()
  const today = localDay(now)
  const optionOf = (day: LocalDay): RadioOption<LocalDay> => {
    const count = timesOn(offer.open, day).length
    const isLater = count === 0 && timesOn(offer.later, day).length > 0
    const isShort = count === 0 && timesOn(offer.short, day).length > 0
    const isPaused = count === 0 && timesOn(offer.paused, day).length > 0
    const state = isPaused
      ? t('day.paused')
      : isLater
        ? t('day.outside')
        : isShort
          ? t('day.short')
          : t('day.free', { count })
    return {
      value: day,
      key: day,
      isDisabled: count === 0 && day !== chosen,
      label: format.series([format.date(day), state]),
      content: <Day day={day} isToday={day === today} isFree={count > 0} isLater={isLater || isPaused} />,
    }
  }
  return (
    <section>
      <h3 className="mb-2 flex items-baseline justify-between gap-3 text-base">
        {t('day.label')}
        <span className="font-semibold text-brand-ink text-sm">{format.capital(format.nearDay(chosen, today))}</span>
      </h3>
      <RadioButtons
        label={t('day.label')}
        options={Array.from({ length: days }, (_, index) => optionOf(addDays(today, index)))}
        value={chosen}
        onChange={onChange}
        className="grid grid-cols-7 gap-1 sm:gap-1.5"
        buttonClassName="min-h-15"
      />
    </section>
  )
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

type DayProps = { day: LocalDay; isToday: boolean; isFree: boolean; isLater: boolean }

function Day({ day, isToday, isFree, isLater }: DayProps) {
  const t = useMessages(booking)
  const format = useFormat()
  return (
    <span className="flex flex-col items-center leading-tight">
      <span className="text-[0.6875rem] sm:text-xs">
        {isToday ? t('day.today') : t(`day.weekdays.${WEEKDAYS[weekdayOf(day)] ?? 'sunday'}`)}
      </span>
      <span translate="no" className={clsx('figures text-lg', isFree && 'font-bold')}>
        {format.dayOfMonth(day)}
      </span>
      {isLater ? (
        <Lock aria-hidden className="size-3" />
      ) : (
        <span aria-hidden className={clsx('size-1.5 rounded-full', isFree && 'bg-current')} />
      )}
    </span>
  )
}
