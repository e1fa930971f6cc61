import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type Instant, localDay } from '#domain/cairo'
import { isTutorManager } from '#domain/roles'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { rangeOfDay } from '../../shared/week/day-span.ts'
import { Card } from '../../ui/card.tsx'
import { optionalPart } from '../../ui/lazy-part.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView, together } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { LatestChats } from '../chat/shared/latest-chats.tsx'
import { useLessonActions } from '../lessons/shared/lesson-actions.tsx'
import { ManagersMeetings } from '../onboarding/shared/managers-meetings.tsx'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { ComingLessons } from './coming-lessons.tsx'
import { Greeting } from './greeting.tsx'
import { HoursCard } from './hours-card.tsx'
import { MonthCard } from './month-card.tsx'
import { PastLessons } from './past-lessons.tsx'
import { comingLessonsQuery, slotsAheadQuery, todaysLessonsQuery, tutorHomeQuery, tutorStatsQuery } from './queries.ts'
import { RatingCard } from './rating-card.tsx'
import { timetableOf } from './timetable.ts'
import { TodaysTimetable } from './todays-timetable.tsx'
import { TutorNextStep } from './tutor-next-step.tsx'

const StandingNote = optionalPart(async () => (await import('../standing/shared/standing-note.tsx')).StandingNote)

const TICK_MS = 60_000

/**
 * /t/dashboard: the next lesson or the next step towards one, today's timetable, this month's earnings, unanswered chats,
 * the offered and booked hours, the ratings.
 */
export function TutorDashboardScreen() {
  const t = useMessages(dashboards)
  const me = useMe()
  const now = useNow(TICK_MS)
  const { actions, dialog } = useLessonActions(me.id)
  const coming = useQuery(comingLessonsQuery(me.id))
  const slots = useQuery(slotsAheadQuery(me.id))
  const home = useQuery(tutorHomeQuery(me.id))
  const { data: stats } = useQuery(tutorStatsQuery(me.id))
  const loading = (
    <Loading text={t('loading')}>
      <Skeleton className="h-56 rounded-card" />
    </Loading>
  )
  return (
    <Page>
      <Greeting name={me.name} now={now} />
      <CairoNote />
      <Suspense>
        <StandingNote />
      </Suspense>
      {isTutorManager(me.role) && <ManagersMeetings managerId={me.id} now={now} />}
      <QueryView query={together(coming, slots)} loading={loading}>
        {([{ lessons }, ahead]) => (
          <ComingLessons
            lessons={lessons}
            actions={actions}
            now={now}
            otherwise={<TutorNextStep slots={ahead} now={now} />}
          />
        )}
      </QueryView>
      <div className="grid items-start gap-6 sm:gap-8 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6 sm:gap-8 xl:col-start-2">
          <Today userId={me.id} now={now} />
          <LatestChats userId={me.id} now={now} unansweredFirst hidesEmpty />
          {home.data && home.data.rating.count > 0 && <RatingCard rating={home.data.rating} tutorId={me.id} />}
        </div>
        <div className="flex min-w-0 flex-col gap-6 sm:gap-8 xl:col-start-1 xl:row-start-1">
          <QueryView query={home} loading={<Skeleton className="h-64 rounded-card" />} failedIn={Card}>
            {({ month }) => <MonthCard month={month} me={me} ever={stats ?? null} />}
          </QueryView>
          {home.data && slots.data && <HoursCard hours={home.data.hours} slots={slots.data} now={now} />}
          {stats?.totalLessonCount !== 0 && (
            <PastLessons userId={me.id} isStudent={false} actions={actions} now={now} />
          )}
        </div>
      </div>
      {dialog}
    </Page>
  )
}

function Today({ userId, now }: { userId: number; now: Instant }) {
  const day = rangeOfDay(localDay(now))
  const slots = useQuery(slotsAheadQuery(userId))
  const lessons = useQuery(todaysLessonsQuery(userId, day))
  const loading = <Skeleton className="h-64 rounded-card" />
  return (
    <QueryView query={lessons} loading={loading}>
      {(todays) =>
        // That the slots failed is said above.
        slots.data ? (
          <TodaysTimetable stretches={timetableOf(day, slots.data, todays, now)} viewerId={userId} now={now} />
        ) : (
          loading
        )
      }
    </QueryView>
  )
}
