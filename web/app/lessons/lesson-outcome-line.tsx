import { CircleCheck, CircleHelp, MessageSquareWarning, UserX } from 'lucide-react'
import { LessonOutcome } from '#domain/lessons/outcome'
import { isCancelled } from '#domain/lessons/states'
import { lessons } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import type { LessonView } from './shared/lesson-view.ts'

const { Held, NobodyAttended } = LessonOutcome

/** The outcome of a past lesson as text for the viewer: who attended, and the effect on minutes and pay. */
export function LessonOutcomeLine({ lesson, viewerId }: { lesson: LessonView; viewerId: number }) {
  const t = useMessages(lessons)
  const { outcome } = lesson
  if (!outcome) return null
  const { result, isDecided, isPaid, isCharged, waits, isDisputed } = outcome
  const isStudent = viewerId === lesson.studentId
  const minutes = t(isCharged ? 'outcome.charged' : 'outcome.returned')
  const pay = waits ? 'outcome.waits' : isPaid ? 'outcome.paid' : 'outcome.unpaid'
  const effect = isStudent ? minutes : t(pay)
  const glyph = result === Held ? CircleCheck : result === NobodyAttended ? CircleHelp : UserX
  const hasWords = result !== null || isCancelled(lesson)
  if (!hasWords && !isDisputed) return null
  return (
    <p className="flex w-full flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {result !== null && (
        <Badge tone={result === Held ? 'success' : 'warning'} icon={glyph}>
          {t(`outcome.results.${result}`)}
        </Badge>
      )}
      {hasWords && (
        <span className="text-muted">
          {effect}
          {result !== null && result !== Held && !isDecided && ` ${t('outcome.undecided')}`}
        </span>
      )}
      {isDisputed && (
        <Badge tone="info" icon={MessageSquareWarning}>
          {t('outcome.disputed')}
        </Badge>
      )}
    </p>
  )
}
