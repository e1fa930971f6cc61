import { useQuery } from '@tanstack/react-query'
import { CalendarSearch, Moon, Sun, Sunrise } from 'lucide-react'
import { useState } from 'react'
import { type Instant, type LocalDay, localDay, type TimeRange } from '#domain/cairo'
import type { MeetingKind } from '#domain/meetings/statuses'
import { onboarding } from '#messages/onboarding'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { timesOn } from '../../shared/tutors/offered-times.ts'
import { ClockChange } from '../../shared/week/day-heading.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { groupByPart, type PartOfDay, type TimeGroup } from '../availability/shared/parts-of-day.ts'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { DeviceTime } from '../week/shared/device-time.tsx'
import { isTimeGone, useBookMeeting } from './mutations.ts'
import { meetingOffers, type Offer } from './offers.ts'
import { managersTimesQuery, PURPOSES } from './onboarding-queries.ts'

/** How often times that have begun leave the list, in milliseconds. */
const TICK_MS = 20_000
/** The days that are shown at first. */
const FIRST_DAYS = 8

/** The managers' free half hours for a meeting, and its booking. `own` are the tutor's other meetings. */
export function MeetingTimes({ kind, own }: { kind: MeetingKind; own: readonly TimeRange[] }) {
  const t = useMessages(onboarding)
  const now = useNow(TICK_MS)
  const times = useQuery(managersTimesQuery(kind))
  const loading = (
    <Loading text={t('times.loading')} className="flex flex-col gap-3">
      <Skeleton className="h-16" />
      <Skeleton className="h-28" />
    </Loading>
  )
  return (
    <QueryView query={times} loading={loading}>
      {(data) => {
        const offers = meetingOffers(data, PURPOSES[kind], own, now)
        if (offers.length > 0) return <Choice kind={kind} offers={offers} now={now} />
        return <EmptyState icon={CalendarSearch} title={t('times.none')} text={t('times.noneText')} headingLevel={3} />
      }}
    </QueryView>
  )
}

function Choice({ kind, offers, now }: { kind: MeetingKind; offers: readonly Offer[]; now: Instant }) {
  const t = useMessages(onboarding)
  const days = [...new Set(offers.map(({ start }) => localDay(start)))]
  const [wantedDay, setDay] = useState<LocalDay | null>(null)
  const [start, setStart] = useState<Instant | null>(null)
  const booking = useBookMeeting(kind)
  const day = wantedDay && days.includes(wantedDay) ? wantedDay : (days[0] ?? localDay(now))
  const chosen = offers.find((offer) => offer.start === start) ?? null
  // While the booking is pending its own time appears taken, but only by itself.
  const isGone = (start !== null && !chosen && !booking.isPending && !booking.isSuccess) || isTimeGone(booking.error)
  const choose = (next: Instant) => {
    booking.reset()
    setStart(next)
  }
  const confirm = () => chosen && booking.mutate(chosen, { onError: () => setStart(null) })
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-base">{t(`meeting.${kind}.choose`)}</h3>
      <CairoNote />
      <Days days={days} offers={offers} day={day} now={now} onChange={setDay} />
      <Times groups={groupByPart(timesOn(offers, day))} day={day} start={start} onChange={choose} />
      <div role="alert" className="empty:hidden">
        {isGone && <Banner tone="warning">{t('times.gone')}</Banner>}
        {booking.error && !isTimeGone(booking.error) && <Banner tone="danger">{errorText(booking.error)}</Banner>}
      </div>
      <Confirmation kind={kind} offer={chosen} now={now} isBooking={booking.isPending} onConfirm={confirm} />
    </div>
  )
}

type DaysProps = {
  days: readonly LocalDay[]
  offers: readonly Offer[]
  day: LocalDay
  now: Instant
  onChange: (day: LocalDay) => void
}

/** Only days on which somebody is free, the earliest first. */
function Days({ days, offers, day, now, onChange }: DaysProps) {
  const t = useMessages(onboarding)
  const format = useFormat()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? days : days.slice(0, Math.max(FIRST_DAYS, days.indexOf(day) + 1))
  const today = localDay(now)
  const options = shown.map((one) => {
    const count = timesOn(offers, one).length
    const name = format.capital(format.nearDay(one, today))
    return {
      value: one,
      key: one,
      label: t('times.dayFree', { day: name, count }),
      content: (
        <span className="flex flex-col items-center gap-0.5 leading-tight">
          <span className="font-semibold text-sm">{name}</span>
          <span className="text-xs">{t('times.free', { count })}</span>
        </span>
      ),
    }
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <RadioButtons
        label={t('times.day')}
        options={options}
        value={day}
        onChange={onChange}
        className="grid w-full grid-cols-2 gap-2 sm:grid-cols-4"
        buttonClassName="min-h-14 px-2 py-1.5"
      />
      {shown.length < days.length && (
        <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
          {t('times.more')}
        </Button>
      )}
    </div>
  )
}

const icons: Record<PartOfDay, typeof Sun> = { morning: Sunrise, afternoon: Sun, evening: Moon }

type TimesProps = {
  groups: readonly TimeGroup<Offer>[]
  day: LocalDay
  start: Instant | null
  onChange: (start: Instant) => void
}

function Times({ groups, day, start, onChange }: TimesProps) {
  const t = useMessages(onboarding)
  const format = useFormat()
  return (
    <div className="flex flex-col gap-3">
      <ClockChange day={day} />
      {groups.map(({ part, times }) => {
        const Icon = icons[part]
        return (
          <div key={part}>
            <p className="mb-1.5 flex items-center gap-1.5 text-muted text-sm">
              <Icon aria-hidden className="size-4" />
              {t(`times.${part}`)}
            </p>
            <RadioButtons
              label={t(`times.${part}`)}
              options={times.map((one) => ({ value: one.start, key: one.start, content: format.time(one.start) }))}
              value={start}
              onChange={onChange}
              className="grid grid-cols-3 gap-2 min-[26rem]:grid-cols-4 sm:grid-cols-6"
              buttonClassName="figures min-h-11 font-semibold text-sm"
            />
          </div>
        )
      })}
    </div>
  )
}

type ConfirmationProps = {
  kind: MeetingKind
  offer: Offer | null
  now: Instant
  isBooking: boolean
  onConfirm: () => void
}

/** The chosen time in words, by Cairo's clock and the device's, and the button that books it. */
function Confirmation({ kind, offer, now, isBooking, onConfirm }: ConfirmationProps) {
  const t = useMessages(onboarding)
  const format = useFormat()
  const when = offer && format.nearRange(offer.start, offer.end, now)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-brand-soft p-4">
      <p role="status" className="min-w-0 text-brand-ink">
        {when ? t('times.chosen', { when }) : t('times.choose')}
        {offer && <DeviceTime at={offer.start} className="text-brand-ink" />}
      </p>
      <Button disabled={!offer && !isBooking} loading={isBooking} onClick={onConfirm} className="max-sm:w-full">
        {t(`meeting.${kind}.book`)}
      </Button>
    </div>
  )
}
