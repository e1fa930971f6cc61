import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { staffPerson } from '#messages/staff-person'
import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../../messages/messages.ts'
import { useNow } from '../../../platform/clock.ts'
import { codeOf } from '../../../platform/error-text.ts'
import { useFormat } from '../../../platform/format.ts'
import { tutorActivityQuery } from '../../../shared/tutors/tutor-queries.ts'
import { Card } from '../../../ui/card.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type ActivityDay, activityWeeks, lessonsIn } from '../activity-weeks.ts'

/** The weeks of four months, which the public page shows. */
const WEEKS = 17
const WEEKS_A_MONTH = 4.25

const shades: Record<ActivityDay['level'], string> = {
  0: 'bg-sunken',
  1: 'bg-brand/25',
  2: 'bg-brand/50',
  3: 'bg-brand/75',
  4: 'bg-brand',
}
const levels = [0, 1, 2, 3, 4] as const

/** A square a day, darker the more was taught. Only of tutors whom students see. */
export function ActivityGrid({ tutorId, weeks: count = WEEKS }: { tutorId: number; weeks?: number }) {
  const t = useMessages(tutorProfile)
  const now = useNow(60 * 60_000)
  const card = (content: ReactNode) => (
    <Card padding="lg">
      <h2 className="mb-3 text-lg">{t('activity.title', { count: Math.round(count / WEEKS_A_MONTH) })}</h2>
      {content}
    </Card>
  )
  const words = useMessages(staffPerson)
  const query = useQuery(tutorActivityQuery(tutorId))
  if (codeOf(query.error) === 'tutor-not-found') return card(<p className="text-muted">{words('noActivity')}</p>)
  return (
    <QueryView query={query} loading={card(<Skeleton className="aspect-[17/7] w-full" />)} failedIn={Card}>
      {(activity) => card(<Weeks weeks={activityWeeks(activity, now, count)} />)}
    </QueryView>
  )
}

function Weeks({ weeks }: { weeks: ActivityDay[][] }) {
  const t = useMessages(tutorProfile)
  const format = useFormat()
  const count = lessonsIn(weeks)
  if (count === 0) return <p className="text-muted">{t('activity.empty')}</p>
  const dayText = (day: ActivityDay) => t('activity.day', { day: format.date(day.day), count: day.lessonCount })
  return (
    <>
      <div
        role="img"
        aria-label={t('activity.summary', { count })}
        className="grid grid-flow-col grid-rows-7 gap-[3px]"
        style={{ gridTemplateColumns: `repeat(${weeks.length}, minmax(0, 1fr))` }}
      >
        {weeks.flat().map((day) => (
          <span
            key={day.day}
            title={day.lessonCount > 0 ? dayText(day) : format.date(day.day)}
            className={`aspect-square rounded-[3px] ${shades[day.level]}`}
          />
        ))}
      </div>
      <p className="mt-3 flex items-center justify-between gap-3 text-muted text-sm">
        <span>{t('activity.summary', { count })}</span>
        <span aria-hidden className="flex items-center gap-1 text-xs">
          {t('activity.less')}
          {levels.map((level) => (
            <span key={level} className={`size-3 rounded-[3px] ${shades[level]}`} />
          ))}
          {t('activity.more')}
        </span>
      </p>
    </>
  )
}
