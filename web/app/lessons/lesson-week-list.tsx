import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { countTo } from '../../ui/count-to.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Days } from './lesson-tab-panel.tsx'
import type { ShownLessons } from './lesson-week.tsx'
import type { LessonActions } from './shared/lesson-actions.tsx'

type WeekListProps = ShownLessons & { actions: LessonActions }

/** A week one day below the other: what a phone has room for. */
export function LessonWeekList({ lessons, isLoading, now, actions }: WeekListProps) {
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
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <Days lessons={lessons} actions={actions} now={now} />
    </div>
  )
}
