import { CalendarPlus, CalendarX2 } from 'lucide-react'
import { type Instant, localDay } from '#domain/cairo'
import { isUpcoming } from '#domain/lessons/states'
import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { countTo } from '../../ui/count-to.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { QuietNote } from '../../ui/quiet-note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { FirstLesson } from './first-lesson.tsx'
import { byDay, useEndOf, type useTabLessons } from './lesson-lists.ts'
import { NoPastLessons } from './no-past-lessons.tsx'
import type { LessonTab } from './search-params.ts'
import type { LessonActions } from './shared/lesson-actions.tsx'
import { LessonCard } from './shared/lesson-card.tsx'
import type { LessonView } from './shared/lesson-view.ts'
import { NextLessonCard } from './shared/next-lesson-card.tsx'

const TICK_MS = 60_000

type PanelProps = {
  tab: LessonTab
  list: ReturnType<typeof useTabLessons>
  actions: LessonActions
  isStudent: boolean
}

export function LessonTabPanel({ tab, list, actions, isStudent }: PanelProps) {
  const now = useNow(TICK_MS)
  useEndOf(tab === 'upcoming' ? list.data?.lessons : undefined, now)
  return (
    <QueryView query={list} loading={<PanelSkeleton />}>
      {({ lessons, total }) => (
        <TabLessons
          tab={tab}
          lessons={tab === 'upcoming' ? lessons.filter((lesson) => isUpcoming(lesson, now)) : lessons}
          total={total}
          list={list}
          actions={actions}
          isStudent={isStudent}
          now={now}
        />
      )}
    </QueryView>
  )
}

type TabLessonsProps = PanelProps & { lessons: readonly LessonView[]; total: number; now: Instant }

function TabLessons({ tab, lessons, total, list, actions, isStudent, now }: TabLessonsProps) {
  const t = useMessages(words)
  const isComing = tab === 'upcoming'
  const [first, ...rest] = lessons
  if (!first) return <NoLessons tab={tab} isStudent={isStudent} actions={actions} now={now} />
  return (
    <div className="flex flex-col gap-6">
      {isComing && <NextLessonCard lesson={first} actions={actions} now={now} />}
      {isComing && <Days lessons={rest} actions={actions} now={now} />}
      {!isComing && (
        <ul className="flex flex-col gap-3">
          {lessons.map((lesson) => (
            <li key={lesson.id}>
              <LessonCard
                lesson={lesson}
                actions={actions}
                now={now}
                withDay
                withStatus={tab === 'cancelled'}
                headingLevel={2}
              />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="flex flex-wrap items-center justify-center gap-3">
          <p className="text-muted text-sm">{t('upcoming.shown', { shown: lessons.length, total })}</p>
          <Button variant="secondary" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('upcoming.more')}
          </Button>
        </div>
      )}
    </div>
  )
}

type DaysProps = { lessons: readonly LessonView[]; actions: LessonActions; now: Instant }

/** Cards under the day they are on. */
export function Days({ lessons, actions, now }: DaysProps) {
  const format = useFormat()
  return byDay(lessons).map(({ day, lessons: ofDay }) => (
    <section key={day} className="flex flex-col gap-3">
      <h2 className="font-semibold text-base text-muted">{format.capital(format.nearDay(day, localDay(now)))}</h2>
      <ul className="flex flex-col gap-3">
        {ofDay.map((lesson) => (
          <li key={lesson.id}>
            <LessonCard lesson={lesson} actions={actions} now={now} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function NoLessons({ tab, isStudent, actions, now }: Omit<PanelProps, 'list'> & { now: Instant }) {
  const t = useMessages(words)
  if (tab === 'past') return <NoPastLessons isStudent={isStudent} actions={actions} now={now} />
  if (tab === 'cancelled') return <QuietNote icon={CalendarX2} text={t('upcoming.empty.cancelled')} />
  if (isStudent) return <FirstLesson title={t('upcoming.empty.upcomingStudent')} />
  return (
    <QuietNote
      icon={CalendarPlus}
      text={`${t('upcoming.empty.upcomingTutor')}. ${t('upcoming.empty.upcomingTutorText')}`}
      action={<LinkButton to="/schedule-management">{t('upcoming.empty.openHours')}</LinkButton>}
    />
  )
}

function PanelSkeleton() {
  const t = useMessages(words)
  return (
    <Loading text={t('upcoming.loading')} className="flex flex-col gap-3">
      <Skeleton className="h-56 rounded-card" />
      {countTo(2).map((row) => (
        <Skeleton key={row} className="h-20 rounded-card" />
      ))}
    </Loading>
  )
}
