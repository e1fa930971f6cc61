import type { ReactNode } from 'react'
import type { Instant } from '#domain/cairo'
import { isUpcoming } from '#domain/lessons/states'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { SectionHeading } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import type { LessonActions } from '../lessons/shared/lesson-actions.tsx'
import { LessonCard } from '../lessons/shared/lesson-card.tsx'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import { NextLessonCard } from '../lessons/shared/next-lesson-card.tsx'

type ComingLessonsProps = {
  lessons: readonly LessonView[]
  actions: LessonActions
  now: Instant
  /** Shown where no lesson is booked. */
  otherwise: ReactNode
}

/** The next lesson as a large card, and below it those that follow. */
export function ComingLessons({ lessons, actions, now, otherwise }: ComingLessonsProps) {
  const t = useMessages(dashboards)
  const [next, ...rest] = lessons.filter((lesson) => isUpcoming(lesson, now))
  if (!next) return otherwise
  return (
    <>
      <NextLessonCard lesson={next} actions={actions} now={now} />
      {rest.length > 0 && (
        <section>
          <SectionHeading
            title={t('next.also')}
            action={
              <LinkButton to="/upcoming-lessons" variant="ghost" size="sm">
                {t('next.all')}
              </LinkButton>
            }
          />
          <ul className="flex flex-col gap-3">
            {rest.map((lesson) => (
              <li key={lesson.id}>
                <LessonCard lesson={lesson} actions={actions} now={now} withDay />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
