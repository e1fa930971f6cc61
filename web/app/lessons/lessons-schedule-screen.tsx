import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { addDays, type LocalDay, localDay } from '#domain/cairo'
import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { rangeOfDay } from '../../shared/week/day-span.ts'
import { PeriodBar } from '../../shared/week/period-bar.tsx'
import { useWeekLabel } from '../../shared/week/use-week-label.ts'
import { countTo } from '../../ui/count-to.ts'
import { optionalPart } from '../../ui/lazy-part.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { useWeek, type Week } from '../week/shared/use-week.ts'
import { ViewChips } from '../week/shared/view-chips.tsx'
import { useViewChoice } from '../week/shared/view-choice.ts'
import { EmptyPeriod } from './empty-period.tsx'
import { LessonDialog } from './lesson-dialog.tsx'
import { LessonMonth } from './lesson-month.tsx'
import { Days } from './lesson-tab-panel.tsx'
import { LessonWeek, type ShownLessons } from './lesson-week.tsx'
import { isSameMonth, monthLater, weeksOfMonth } from './month.ts'
import { lessonsInRange } from './queries.ts'
import { SCHEDULE_VIEWS, type ScheduleView } from './search-params.ts'
import { type LessonActions, useLessonActions } from './shared/lesson-actions.tsx'
import { type LessonView, lessonViews } from './shared/lesson-view.ts'

const ReservedWeeks = optionalPart(async () => (await import('../standing/shared/reserved-weeks.tsx')).ReservedWeeks)

/** The view of the schedule, kept in the address and on the device. A phone has no room for seven columns. */
function useView() {
  const { view: requested } = useSearch({ from: '/shell/lessons-schedule' })
  const navigate = useNavigate()
  const isWide = useIsWide()
  const views = SCHEDULE_VIEWS.filter((one) => one !== 'week' || isWide)
  const { view, remember } = useViewChoice('lessons', { requested, views, usual: isWide ? 'week' : 'list' })
  const show = (next: ScheduleView, week?: LocalDay) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, view: next, ...(week ? { week } : {}) }),
      replace: true,
      resetScroll: false,
    })
  const choose = (next: ScheduleView) => {
    remember(next)
    show(next)
  }
  return { view, views, show, choose }
}

type WeekListProps = ShownLessons & { actions: LessonActions }

/** A week one day below the other: what a phone has room for. */
function LessonWeekList({ lessons, isLoading, now, actions }: WeekListProps) {
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

const TICK_MS = 60_000

/** /lessons-schedule: a week from Saturday, or a month, with every lesson. */
export function LessonsScheduleScreen() {
  const t = useMessages(words)
  const me = useMe()
  const format = useFormat()
  const now = useNow(TICK_MS)
  const week = useWeek(now)
  const { view, views, show, choose } = useView()
  const { actions, dialog } = useLessonActions(me.id)
  const [openId, setOpenId] = useState<number | null>(null)
  const range = view === 'month' ? rangeOfMonth(week) : { start: week.start, end: week.end }
  const query = useQuery(lessonsInRange(me.id, range))
  const lessons = query.data ? lessonViews(query.data.list, me.id) : null
  const shown = {
    lessons: lessons ?? [],
    isLoading: !lessons,
    now,
    viewerId: me.id,
    onOpen: ({ id }: LessonView) => setOpenId(id),
  }
  const content = {
    week: () => <LessonWeek {...shown} week={week} />,
    list: () => <LessonWeekList {...shown} actions={actions} />,
    month: () => <LessonMonth {...shown} day={week.day} onOpenDay={(day) => show('list', day)} />,
  }[view]
  return (
    <Page>
      <PageHeader
        title={t('schedule.title')}
        text={t('schedule.purpose')}
        actions={
          <ViewChips
            label={t('schedule.viewLabel')}
            views={views}
            names={words.schedule.views}
            view={view}
            onChange={choose}
          />
        }
      />
      <CairoNote />
      <Periods week={week} isMonth={view === 'month'} now={now} />
      {lessons?.length === 0 && (
        <EmptyPeriod
          text={
            view === 'month' ? t('schedule.emptyMonth', { month: format.month(week.day) }) : t('schedule.emptyWeek')
          }
          range={range}
          now={now}
          onGo={week.goTo}
        />
      )}
      <QueryView query={query} loading={content()}>
        {content}
      </QueryView>
      <Suspense>
        <ReservedWeeks range={range} now={now} />
      </Suspense>
      <LessonDialog
        lesson={lessons?.find(({ id }) => id === openId) ?? null}
        actions={actions}
        now={now}
        onClose={() => setOpenId(null)}
      />
      {dialog}
    </Page>
  )
}

function rangeOfMonth({ day }: Week) {
  const days = weeksOfMonth(day).flat()
  const [first, last] = [days[0] ?? day, days.at(-1) ?? day]
  return { start: rangeOfDay(first).start, end: rangeOfDay(last).end }
}

function Periods({ week, isMonth, now }: { week: Week; isMonth: boolean; now: number }) {
  const format = useFormat()
  const weekLabel = useWeekLabel()
  const today = localDay(now)
  const step = (count: number) => week.goTo(isMonth ? monthLater(week.day, count) : addDays(week.day, count * 7))
  return (
    <PeriodBar
      unit={isMonth ? 'month' : 'week'}
      label={isMonth ? format.month(week.day) : weekLabel(week.days)}
      isCurrent={isMonth ? isSameMonth(week.day, today) : week.isCurrent}
      onPrevious={() => step(-1)}
      onNext={() => step(1)}
      onToday={() => week.goTo(today)}
    />
  )
}
