import { Moon, Sun, Sunrise } from 'lucide-react'
import { type Instant, type LocalDay, localDay, startOfDay } from '#domain/cairo'
import { booking } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { type OfferedTime, timesOn } from '../../shared/tutors/offered-times.ts'
import { ClockChange } from '../../shared/week/day-heading.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { groupByPart, type PartOfDay, type TimeGroup } from '../availability/shared/parts-of-day.ts'
import type { DurationOffer } from './offer.ts'
import { nearestTime } from './times.ts'

type TimeChoiceProps = {
  offer: DurationOffer
  day: LocalDay
  time: OfferedTime | null
  now: Instant
  onChange: (time: OfferedTime) => void
  onDecide: (time: OfferedTime) => void
  onJump: (day: LocalDay) => void
}

const icons: Record<PartOfDay, typeof Sun> = { morning: Sunrise, afternoon: Sun, evening: Moon }

/** The free start times of the day, grouped by part of the day. */
export function TimeChoice({ offer, day, time, now, onChange, onDecide, onJump }: TimeChoiceProps) {
  const t = useMessages(booking)
  const groups = groupByPart(timesOn(offer.open, day))
  return (
    <section>
      <h3 className="mb-2 text-base">{t('time.label')}</h3>
      {groups.length === 0 && <NoTimes offer={offer} day={day} now={now} onJump={onJump} />}
      <div className="flex flex-col gap-4">
        {groups.length > 0 && <ClockChange day={day} />}
        {groups.map((group) => (
          <Part key={group.part} group={group} time={time} onChange={onChange} onDecide={onDecide} />
        ))}
      </div>
    </section>
  )
}

type PartProps = Pick<TimeChoiceProps, 'time' | 'onChange' | 'onDecide'> & { group: TimeGroup<OfferedTime> }

function Part({ group: { part, times }, time, onChange, onDecide }: PartProps) {
  const t = useMessages(booking)
  const format = useFormat()
  const Icon = icons[part]
  return (
    <div>
      <p className="mb-1.5 flex items-center gap-1.5 text-muted text-sm">
        <Icon aria-hidden className="size-4" />
        {t(`time.${part}`)}
      </p>
      <RadioButtons
        label={t(`time.${part}`)}
        options={times.map((one) => ({ value: one.start, key: one.start, content: format.time(one.start) }))}
        value={time?.start ?? null}
        onChange={(start) => onChange(timeAt(times, start))}
        onDecide={(start) => onDecide(timeAt(times, start))}
        className="grid grid-cols-3 gap-2 min-[26rem]:grid-cols-4 sm:grid-cols-5"
        buttonClassName="figures min-h-11 font-semibold text-sm"
      />
    </div>
  )
}

const timeAt = (times: TimeGroup<OfferedTime>['times'], start: Instant): OfferedTime =>
  times.find((time) => time.start === start) ?? times[0]

function NoTimes({ offer, day: chosen, now, onJump }: Pick<TimeChoiceProps, 'offer' | 'day' | 'now' | 'onJump'>) {
  const t = useMessages(booking)
  const format = useFormat()
  const next = nearestTime(offer.open, startOfDay(chosen))
  if (!next) return null
  const day = localDay(next.start)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-muted">{t('time.none')}</p>
      <Button variant="secondary" size="sm" onClick={() => onJump(day)}>
        {t('day.jump', { day: format.nearDay(day, localDay(now)) })}
      </Button>
    </div>
  )
}
