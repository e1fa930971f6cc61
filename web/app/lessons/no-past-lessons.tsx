import { Banknote, NotebookPen, RotateCcw, ScrollText, Star } from 'lucide-react'
import type { Instant } from '#domain/cairo'
import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import type { Icon } from '../../ui/icon.ts'
import { FirstLesson } from './first-lesson.tsx'
import { useTabLessons } from './lesson-lists.ts'
import type { LessonActions } from './shared/lesson-actions.tsx'
import { LessonCard } from './shared/lesson-card.tsx'

type Gain = keyof typeof words.upcoming.after
const FOR_STUDENTS: readonly (readonly [Gain, Icon])[] = [
  ['summary', ScrollText],
  ['rating', Star],
  ['again', RotateCcw],
]
const FOR_TUTORS: readonly (readonly [Gain, Icon])[] = [
  ['write', NotebookPen],
  ['notes', ScrollText],
  ['pay', Banknote],
]

/** Before the first lesson is over: what stays of each one, and which will be the first. */
export function NoPastLessons({
  isStudent,
  actions,
  now,
}: {
  isStudent: boolean
  actions: LessonActions
  now: Instant
}) {
  const t = useMessages(words)
  const [next] = useTabLessons(actions.viewerId, 'upcoming').data?.lessons ?? []
  return (
    <div className="flex flex-col gap-6">
      <section className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
        <h2 className="text-lg">{t('upcoming.empty.past')}</h2>
        <ul className="mt-4 grid gap-4 sm:grid-cols-3 sm:gap-6">
          {(isStudent ? FOR_STUDENTS : FOR_TUTORS).map(([gain, Glyph]) => (
            <li key={gain} className="flex items-start gap-3 sm:flex-col">
              <Glyph aria-hidden className="mt-0.5 size-6 shrink-0 text-brand-ink" strokeWidth={1.75} />
              <p className="text-muted">{t(`upcoming.after.${gain}`)}</p>
            </li>
          ))}
        </ul>
      </section>
      {next ? (
        <section className="flex flex-col gap-3">
          <h2 className="font-semibold text-base text-muted">{t('upcoming.empty.firstPast')}</h2>
          <LessonCard withDay lesson={next} actions={actions} now={now} />
        </section>
      ) : (
        isStudent && <FirstLesson title={t('upcoming.empty.upcomingStudent')} />
      )}
    </div>
  )
}
