import { CalendarPlus } from 'lucide-react'
import { type Instant, type LocalDay, localDay, type TimeRange } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { QuietNote } from '../../ui/quiet-note.tsx'
import { FirstLesson } from './first-lesson.tsx'
import { useTabLessons } from './lesson-lists.ts'
import type { LessonView } from './shared/lesson-view.ts'

type EmptyPeriodProps = { text: string; range: TimeRange; now: Instant; onGo: (day: LocalDay) => void }

/**
 * A week or a month without lessons: a link to the next lesson in another period, or else to the last one. If no lesson is
 * upcoming, a current or future period offers times to book, or hours to open.
 */
export function EmptyPeriod({ text, range, now, onGo }: EmptyPeriodProps) {
  const t = useMessages(words)
  const { id, role } = useMe()
  const { data: upcoming } = useTabLessons(id, 'upcoming')
  const { data: past } = useTabLessons(id, 'past')
  const [next, last] = [upcoming?.lessons[0], past?.lessons[0]]
  const isToCome = range.end > now
  if (upcoming && !next && isToCome) {
    if (isStudent(role)) return <FirstLesson title={text} />
    const action = <LinkButton to="/schedule-management">{t('upcoming.empty.openHours')}</LinkButton>
    return <QuietNote icon={CalendarPlus} text={`${text}. ${t('schedule.emptyWeekTutor')}`} action={action} />
  }
  const nearest = next ?? last
  const action = nearest && <GoTo lesson={nearest} isNext={nearest === next} now={now} onGo={onGo} />
  return <QuietNote icon={CalendarPlus} text={text} action={action} />
}

type GoToProps = { lesson: LessonView; isNext: boolean; now: Instant; onGo: (day: LocalDay) => void }

function GoTo({ lesson, isNext, now, onGo }: GoToProps) {
  const t = useMessages(words)
  const format = useFormat()
  const when = format.nearMoment(lesson.start, now)
  return (
    <Button variant="secondary" onClick={() => onGo(localDay(lesson.start))} className="max-sm:w-full">
      {t(isNext ? 'schedule.toNext' : 'schedule.toLast', { when })}
    </Button>
  )
}
