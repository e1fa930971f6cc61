import { clsx } from 'clsx'
import { Check, Flame, Target } from 'lucide-react'
import { Suspense, useState } from 'react'
import { addDays, fromIso, type Instant, type LocalDay, localDay } from '#domain/cairo'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { StudentHome } from './student-home.ts'

const GoalDialog = lazyPart(async () => (await import('./goal-dialog.tsx')).GoalDialog)

/** One week alone is no streak (docs/rules/accounts.md 10.3). */
const SHORTEST_STREAK = 2

/** The days of this week with their lessons, the goal, and the weeks in a row. */
export function WeekCard({ home, now }: { home: StudentHome; now: Instant }) {
  const t = useMessages(dashboards)
  const [isChoosing, setChoosing] = useState(false)
  const { week, goal, streak } = home
  return (
    <Card padding="lg" className="flex h-full flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base text-muted">{t('week.title')}</h2>
        {streak >= SHORTEST_STREAK && (
          <Badge tone="accent" icon={Flame}>
            {t('week.streak', { count: streak })}
          </Badge>
        )}
      </div>
      <ul aria-label={t('week.days')} className="grid grid-cols-7 gap-1">
        {week.days.map(({ taken, coming }, index) => {
          const date = addDays(localDay(fromIso(week.start)), index)
          return <Day key={date} date={date} taken={taken} coming={coming} isToday={date === localDay(now)} />
        })}
      </ul>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className={clsx('text-sm', goal !== null && week.lessons >= goal && 'font-semibold text-success-ink')}>
          <Progress home={home} />
        </p>
        <Button variant="ghost" size="sm" icon={Target} onClick={() => setChoosing(true)}>
          {t(goal === null ? 'week.setGoal' : 'week.changeGoal')}
        </Button>
      </div>
      {isChoosing && (
        <Suspense>
          <GoalDialog goal={goal} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function Progress({ home: { week, goal, streak } }: { home: StudentHome }) {
  const t = useMessages(dashboards)
  const done = week.lessons
  if (goal !== null) return t(done >= goal ? 'week.goalReached' : 'week.goal', { done, goal })
  if (done > 0) return t('week.done', { count: done })
  return t(streak > 0 ? 'week.keepStreak' : 'week.begin')
}

type DayProps = { date: LocalDay; taken: number; coming: number; isToday: boolean }

function Day({ date, taken, coming, isToday }: DayProps) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const state = taken > 0 ? 'taken' : coming > 0 ? 'coming' : 'none'
  return (
    <li className="flex min-w-0 flex-col items-center gap-1.5" aria-current={isToday ? 'date' : undefined}>
      <span aria-hidden className={clsx('text-xs', isToday ? 'font-bold text-ink' : 'text-muted')}>
        {format.shortWeekday(date)}
      </span>
      <span
        aria-hidden
        className={clsx('grid size-8 place-items-center rounded-full font-semibold text-sm', {
          'bg-brand text-on-brand': state === 'taken',
          'border-2 border-brand text-brand-ink': state === 'coming',
          'bg-sunken text-muted': state === 'none',
        })}
      >
        {state === 'taken' ? <Check className="size-4.5" /> : format.dayOfMonth(date)}
      </span>
      <span className="sr-only">{t(`week.day.${state}`, { day: format.date(date), count: taken })}</span>
    </li>
  )
}
