import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import type { TutorCard } from '#contract/tutor-card'
import type { TutorTimes } from '#contract/tutors'
import { fromIso, type Instant, type LocalDay, localDay } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { tutorProfile } from '#messages/tutor-profile'
import { tutors } from '#messages/tutors'
import { useMessages } from '../../messages/messages.ts'
import { shownName } from '../../messages/shown-name.ts'
import { useNow } from '../../platform/clock.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { nearWeekday } from './near-weekday.ts'
import { tutorTimesQuery } from './profile-queries.ts'
import { useIsBookable } from './use-bookable.ts'

const SHOWN = 9

type Time = TutorTimes['times'][number]

/** The tutor's free times of the coming days, which guests see too: a tap opens the booking with that time chosen. */
export function FreeTimes({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutorProfile)
  const me = useMaybeMe()
  const query = useQuery(tutorTimesQuery(tutor.id))
  if (me && !isStudent(me.role)) return <p className="text-muted text-sm">{t('profile.nobook')}</p>
  const loading = (
    <Loading text={t('free.loading')} className="flex flex-col gap-3">
      <Skeleton className="h-14" />
      <Skeleton className="h-40" />
    </Loading>
  )
  return (
    <QueryView query={query} loading={loading}>
      {({ times }) => <Days tutor={tutor} times={times} />}
    </QueryView>
  )
}

function timesByDay(times: readonly Time[]): Map<LocalDay, Time[]> {
  const byDay = new Map<LocalDay, Time[]>()
  for (const time of times) {
    const day = localDay(fromIso(time.start))
    byDay.set(day, [...(byDay.get(day) ?? []), time])
  }
  return byDay
}

function Days({ tutor, times }: { tutor: TutorCard; times: readonly Time[] }) {
  const t = useMessages(tutorProfile)
  const format = useFormat()
  const now = useNow(60_000)
  const [chosen, setChosen] = useState<LocalDay | null>(null)
  const isBookable = useIsBookable(now)
  const bookable = times.filter(({ start }) => isBookable(fromIso(start)))
  const [later] = times.slice(bookable.length)
  const byDay = timesByDay(bookable)
  const days = [...byDay.keys()]
  const day = chosen !== null && byDay.has(chosen) ? chosen : days[0]
  const laterFrom = later && t('free.later', { day: format.nearDay(localDay(fromIso(later.start)), localDay(now)) })
  if (day === undefined) return <p className="text-muted">{laterFrom ?? t('free.none')}</p>
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div role="radiogroup" aria-label={t('free.days')} className="no-scrollbar -mx-1 flex gap-2 overflow-x-auto p-1">
        {days.map((one) => (
          <DayChoice
            key={one}
            day={one}
            count={byDay.get(one)?.length ?? 0}
            now={now}
            isChosen={one === day}
            onChoose={() => setChosen(one)}
          />
        ))}
      </div>
      <TimesOfDay key={day} tutor={tutor} times={byDay.get(day) ?? []} now={now} />
      {laterFrom && <p className="text-muted text-sm">{laterFrom}</p>}
      <CairoNote />
    </div>
  )
}

type DayChoiceProps = { day: LocalDay; count: number; now: Instant; isChosen: boolean; onChoose: () => void }

function DayChoice({ day, count, now, isChosen, onChoose }: DayChoiceProps) {
  const t = useMessages(tutorProfile)
  const format = useFormat()
  return (
    <label
      className={clsx(
        'relative flex min-h-14 min-w-20 shrink-0 cursor-pointer flex-col items-center justify-center rounded-control border px-2.5 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
        isChosen ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line hover:border-brand',
      )}
    >
      <input type="radio" name="free-day" className="sr-only" checked={isChosen} onChange={onChoose} />
      <span className="whitespace-nowrap font-semibold">{nearWeekday(format, day, localDay(now))}</span>
      <span className="whitespace-nowrap text-muted text-xs">{t('free.ofDay', { count })}</span>
    </label>
  )
}

/** The first times of a day spread over it, and all of them when asked. */
function TimesOfDay({ tutor, times, now }: { tutor: TutorCard; times: readonly Time[]; now: Instant }) {
  const t = useMessages(tutorProfile)
  const words = useMessages(tutors)
  const format = useFormat()
  const openBooking = useDialog('booking')
  const [all, setAll] = useState(false)
  const step = Math.max(1, Math.ceil(times.length / SHOWN))
  const shown = all ? times : times.filter((_, index) => index % step === 0)
  return (
    <>
      <ul className="grid grid-cols-3 gap-2">
        {shown.map(({ start }) => (
          <li key={start}>
            <button
              type="button"
              aria-label={words('card.book', {
                when: format.nearMoment(fromIso(start), now),
                name: shownName(tutor) ?? '',
              })}
              onClick={() => openBooking({ tutorId: tutor.id, start })}
              className="figures min-h-11 w-full whitespace-nowrap rounded-control bg-brand-soft px-1 font-semibold text-brand-ink text-sm transition-colors hover:bg-brand hover:text-on-brand"
            >
              {format.time(fromIso(start))}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < times.length && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setAll(true)}>
          {t('free.all', { count: times.length - shown.length })}
        </Button>
      )}
    </>
  )
}
