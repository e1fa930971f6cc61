import { CalendarPlus } from 'lucide-react'
import { lessons as words } from '../../i18n/ar/lessons.ts'
import { useMessages } from '../../i18n/messages.ts'
import { countTo } from '../../ui/count-to.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { Week } from '../week/shared/use-week.ts'
import { FirstLesson } from './first-lesson.tsx'
import { Days } from './lesson-tab-panel.tsx'
import type { ShownLessons } from './lesson-week.tsx'
import type { LessonActions } from './shared/lesson-actions.tsx'

type WeekListProps = ShownLessons & { week: Week; actions: LessonActions; isStudent: boolean }

/** A week one day below the other: what a phone has room for. */
export function LessonWeekList({ lessons, isLoading, now, week, actions, isStudent }: WeekListProps) {
  const t = useMessages(words)
  if (isLoading) {
    return (
      <Loading text={t('schedule.loading')} className="flex flex-col gap-3">
        {countTo(3).map((row) => (
          <Skeleton key={row} className="h-20 rounded-card" />
        ))}
      </Loading>
    )
  }
  if (lessons.length === 0) return <EmptyWeek isStudent={isStudent} isOver={week.end <= now} />
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <Days lessons={lessons} actions={actions} now={now} />
    </div>
  )
}

/** Nothing can be booked or opened in a week that is over. */
function EmptyWeek({ isStudent, isOver }: { isStudent: boolean; isOver: boolean }) {
  const t = useMessages(words)
  if (isOver) return <EmptyState icon={CalendarPlus} title={t('schedule.emptyWeek')} />
  if (isStudent) return <FirstLesson title={t('schedule.emptyWeek')} />
  return (
    <EmptyState
      icon={CalendarPlus}
      title={t('schedule.emptyWeek')}
      text={t('schedule.emptyWeekTutor')}
      action={<LinkButton to="/schedule-management">{t('upcoming.empty.openHours')}</LinkButton>}
    />
  )
}
