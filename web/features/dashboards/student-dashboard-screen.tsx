import { useQuery } from '@tanstack/react-query'
import { BookOpenCheck, CalendarDays, Clock3, UsersRound } from 'lucide-react'
import { dashboards } from '../../i18n/ar/dashboards.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { LatestChats } from '../chat/shared/latest-chats.tsx'
import { useLessonActions } from '../lessons/shared/lesson-actions.tsx'
import { useTutorsWatch } from '../tutors/shared/watch-tutors.ts'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { ComingLessons } from './coming-lessons.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Greeting } from './greeting.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { type Figures, Overview } from './overview.tsx'
import { PastLessons } from './past-lessons.tsx'
import { comingLessonsQuery, studentStatsQuery } from './queries.ts'
import { StudentNextStep } from './student-next-step.tsx'
import { SuggestedTutors } from './suggested-tutors.tsx'

const TICK_MS = 60_000

/** /s/dashboard: the next lesson or the step that leads to one, then figures. */
export function StudentDashboardScreen() {
  const t = useMessages(dashboards)
  const me = useMe()
  const now = useNow(TICK_MS)
  const { actions, dialog } = useLessonActions(me.id)
  const coming = useQuery(comingLessonsQuery(me.id))
  const figures = useFigures(me.id)
  useTutorsWatch()
  const isNew = figures.isNew && coming.data?.total === 0
  return (
    <div className="container-page flex flex-col gap-6 py-6 sm:gap-8 sm:py-8">
      <Greeting name={me.name} now={now} />
      <CairoNote />
      {coming.isError && !coming.data && (
        <ErrorState onRetry={() => void coming.refetch()} retrying={coming.isFetching} />
      )}
      {coming.isPending && (
        <Loading text={t('loading')}>
          <Skeleton className="h-56 rounded-card" />
        </Loading>
      )}
      {coming.data && (
        <ComingLessons
          lessons={coming.data.lessons}
          actions={actions}
          now={now}
          otherwise={isNew ? <FirstSteps /> : <StudentNextStep now={now} />}
        />
      )}
      {!isNew && <Overview figures={figures} />}
      <div className="grid items-start gap-6 sm:gap-8 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        {isNew ? <HowItWorks /> : <PastLessons userId={me.id} isStudent actions={actions} now={now} />}
        <div className="flex min-w-0 flex-col gap-6 sm:gap-8">
          {!isNew && <LatestChats userId={me.id} now={now} />}
          <SuggestedTutors now={now} />
        </div>
      </div>
      {!isNew && <HowItWorks />}
      {dialog}
    </div>
  )
}

function useFigures(userId: number): Figures & { isNew: boolean } {
  const t = useMessages(dashboards)
  const format = useFormat()
  const { data, isError, isFetching, refetch } = useQuery(studentStatsQuery(userId))
  const state = { isError, isFetching, refetch }
  if (!data) return { ...state, list: null, isNew: false }
  const { completedLessonCount, upcomingLessonCount, tutorCount, totalLearningTime } = data
  const list = [
    {
      label: t('overview.lessons'),
      value: format.number(completedLessonCount + upcomingLessonCount),
      icon: CalendarDays,
    },
    { label: t('overview.completed'), value: format.number(completedLessonCount), icon: BookOpenCheck },
    { label: t('overview.learning'), value: format.duration(totalLearningTime), icon: Clock3 },
    { label: t('overview.tutors'), value: format.number(tutorCount), icon: UsersRound },
  ]
  return { ...state, list, isNew: completedLessonCount + upcomingLessonCount === 0 }
}
