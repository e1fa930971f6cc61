import { RotateCcw, Star } from 'lucide-react'
import type { Instant } from '#domain/cairo'
import { lessons } from '#messages/lessons'
import { rating } from '#messages/rating'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import type { LessonActions } from './lesson-actions.tsx'
import type { LessonView } from './lesson-view.ts'

type AfterLessonProps = { lesson: LessonView; actions: LessonActions; now: Instant; name: string }

/** After a lesson the student can rate the tutor and book again. */
export function AfterLesson({ lesson, actions, now, name }: AfterLessonProps) {
  const t = useMessages(lessons)
  const words = useMessages(rating)
  return (
    <>
      {actions.canRate(lesson, now) && (
        <Button
          variant="ghost"
          size="sm"
          icon={Star}
          onClick={() => actions.rate(lesson)}
          aria-label={words('rateTutor', { name })}
        >
          <span className="max-sm:sr-only">{words('action')}</span>
        </Button>
      )}
      <Button
        variant="secondary"
        size="sm"
        icon={RotateCcw}
        onClick={() => actions.rebook(lesson)}
        aria-label={t('card.rebookWith', { name })}
      >
        <span className="whitespace-nowrap max-sm:sr-only">{t('card.rebook')}</span>
      </Button>
    </>
  )
}
