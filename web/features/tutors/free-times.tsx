import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { TutorCard } from '#contract/tutors'
import { type Instant, localDay } from '#domain/cairo'
import { SHORTEST_LESSON } from '#domain/lessons/durations'
import { isStudent } from '#domain/roles'
import { tutors } from '../../i18n/ar/tutors.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useAccountId } from '../../platform/auth-token.ts'
import { useNow } from '../../platform/clock.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { offeredTimes, type SlotsAnswer } from '../availability/shared/offered-times.ts'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { type FreeDay, freeDays } from './free-ranges.ts'
import { tutorSlotsQuery } from './shared/tutor-queries.ts'

const DAYS = 7
const RANGES_A_DAY = 3

/** The tutor's free times of the coming days: students can book them, guests are asked to sign in. */
export function FreeTimes({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutors)
  const accountId = useAccountId()
  const me = useMaybeMe()
  if (me && !isStudent(me.role)) return null
  return (
    <Card padding="lg">
      <SectionHeading title={t('free.title')} />
      {accountId === null ? <Guest /> : <Days tutor={tutor} />}
    </Card>
  )
}

function Guest() {
  const t = useMessages(tutors)
  const here = useLocation({ select: ({ href }) => href })
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <p className="text-muted">{t('free.guest')}</p>
      <LinkButton to="/login" search={{ redirect: here }} variant="secondary">
        {t('free.logIn')}
      </LinkButton>
    </div>
  )
}

function Days({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(tutors)
  const { data, isError, isFetching, refetch } = useQuery(tutorSlotsQuery(tutor.id))
  if (data) return <Week tutor={tutor} answer={data} />
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <Loading text={t('free.loading')} className={grid}>
      {Array.from({ length: DAYS }, (_, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={day} className="h-28 rounded-control" />
      ))}
    </Loading>
  )
}

const grid = 'grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-4'

function Week({ tutor, answer }: { tutor: TutorCard; answer: SlotsAnswer }) {
  const t = useMessages(tutors)
  const now = useNow(60_000)
  const times = offeredTimes(answer, { duration: SHORTEST_LESSON, notice: tutor.notice }, now)
  const days = freeDays(times, now, DAYS)
  if (days.every(({ ranges }) => ranges.length === 0)) return <p className="text-muted">{t('free.none')}</p>
  return (
    <div className="flex flex-col gap-3">
      <CairoNote />
      <ul className={grid}>
        {days.map((day) => (
          <li key={day.day} className={day.ranges.length === 0 ? 'max-sm:hidden' : undefined}>
            <Day tutorId={tutor.id} day={day} now={now} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Day({ tutorId, day: { day, ranges }, now }: { tutorId: number; day: FreeDay; now: Instant }) {
  const t = useMessages(tutors)
  const format = useFormat()
  const openBooking = useDialog('booking')
  const [first] = ranges
  const title = <span className="block font-semibold">{format.nearDay(day, localDay(now))}</span>
  if (!first)
    return (
      <div className="h-full rounded-control bg-sunken/60 px-3 py-2 text-faint text-sm">
        {title}
        {t('free.full')}
      </div>
    )
  return (
    <button
      type="button"
      onClick={() => openBooking({ tutorId })}
      className="grid h-full w-full grid-cols-[7.5rem_1fr] content-start items-start gap-x-2 gap-y-0.5 rounded-control bg-brand-soft px-3 py-2 text-start sm:grid-cols-1 text-brand-ink text-sm transition-colors hover:bg-brand hover:text-on-brand"
    >
      {title}
      <span className="flex flex-col gap-0.5">
        {ranges.slice(0, RANGES_A_DAY).map(({ start, end }) => (
          <span key={start}>{format.timeRange(start, end)}</span>
        ))}
        {ranges.length > RANGES_A_DAY && <span>{t('free.more', { count: ranges.length - RANGES_A_DAY })}</span>}
      </span>
    </button>
  )
}
