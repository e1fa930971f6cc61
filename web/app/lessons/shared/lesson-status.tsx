import type { Instant } from '#domain/cairo'
import { isCancelled, whoCancelled } from '#domain/lessons/states'
import { lessons } from '#messages/lessons'
import { useMessages } from '../../../messages/messages.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { timingOf } from './lesson-timing.ts'
import type { LessonView } from './lesson-view.ts'
import { useTimingText } from './use-timing-text.ts'

const SOON_MINUTES = 60

export function lessonTone(lesson: LessonView, now: Instant): Tone {
  if (isCancelled(lesson)) return 'danger'
  const timing = timingOf(lesson, now)
  if (timing.type === 'over') return 'neutral'
  if (timing.type === 'in-days') return 'brand'
  if (timing.type === 'in-minutes') return timing.minutes <= SOON_MINUTES ? 'accent' : 'brand'
  return 'success'
}

type LessonStatusProps = { lesson: LessonView; viewerId: number; now: Instant; className?: string }

/** The state of a lesson: the time until it begins or ends, that it is over, or who cancelled it. */
export function LessonStatus({ lesson, viewerId, now, className = '' }: LessonStatusProps) {
  const t = useMessages(lessons)
  const timingText = useTimingText()
  const canceller = whoCancelled(lesson, viewerId)
  const tone = lessonTone(lesson, now)
  return (
    <Badge tone={tone} className={className}>
      {tone === 'success' && (
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-success motion-reduce:animate-none" />
      )}
      {canceller ? t(`cancelled.${canceller}`) : timingText(timingOf(lesson, now))}
    </Badge>
  )
}
