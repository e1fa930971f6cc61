import { clsx } from 'clsx'
import type { Instant } from '#domain/cairo'
import { roomState } from '#domain/sessions/hours'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { LessonStatus } from '../lessons/shared/lesson-status.tsx'
import type { TimetableEntry } from './timetable.ts'

type TodaysTimetableProps = { stretches: readonly TimetableEntry[]; viewerId: number; now: Instant }

/** A tutor's day by the hour: booked lessons and open slots. */
export function TodaysTimetable({ stretches, viewerId, now }: TodaysTimetableProps) {
  const t = useMessages(dashboards)
  return (
    <section>
      <SectionHeading
        title={t('tutor.today')}
        action={
          <LinkButton to="/lessons-schedule" variant="ghost" size="sm">
            {t('tutor.schedule')}
          </LinkButton>
        }
      />
      <Card padding="none">
        {stretches.length === 0 ? (
          <p className="p-6 text-center text-muted">{t('tutor.todayEmpty')}</p>
        ) : (
          <ol className="divide-y divide-line">
            {stretches.map((stretch) => (
              <StretchRow key={stretch.start} stretch={stretch} viewerId={viewerId} now={now} />
            ))}
          </ol>
        )}
      </Card>
      <LinkButton to="/schedule-management" variant="secondary" wide className="mt-3">
        {t('tutor.manage')}
      </LinkButton>
    </section>
  )
}

function StretchRow({ stretch, viewerId, now }: { stretch: TimetableEntry; viewerId: number; now: Instant }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const { lesson, start, end } = stretch
  const isOver = end <= now
  return (
    <li className={clsx('flex items-center gap-3 px-4 py-3', isOver && 'text-muted')}>
      <span
        aria-hidden
        className={clsx('w-1 self-stretch rounded-full', lesson ? (isOver ? 'bg-strong' : 'bg-brand') : 'bg-line')}
      />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <p className={lesson ? 'truncate font-semibold' : 'text-muted'}>
            {lesson ? <PersonName>{lesson.other.name ?? t('someone')}</PersonName> : t('tutor.free')}
          </p>
          <p className="text-muted text-sm">{format.timeRange(start, end)}</p>
        </div>
        {lesson && <LessonStatus lesson={lesson} viewerId={viewerId} now={now} />}
        {lesson && !isOver && roomState(lesson, now) === 'open' && (
          <LinkButton to="/lesson/$id" params={{ id: String(lesson.id) }} size="sm">
            {t('tutor.enter')}
          </LinkButton>
        )}
      </div>
    </li>
  )
}
