import type { Instant } from '#domain/cairo'
import { isCancelled, whoCancelled } from '#domain/lessons/states'
import { lessons } from '../i18n/ar/lessons.ts'
import { useMessages } from '../i18n/messages.ts'
import { classes } from '../ui/classes.ts'
import { timingOf } from './lesson-timing.ts'
import type { LessonView } from './lesson-view.ts'
import { useTimingText } from './use-timing-text.ts'

type LessonStatusProps = { lesson: LessonView; viewerId: number; now: Instant; className?: string }

type Tone = 'coming' | 'soon' | 'live' | 'done' | 'cancelled'

const tones: Record<Tone, string> = {
  coming: 'bg-brand-soft text-brand-ink',
  soon: 'bg-accent-soft text-accent-ink',
  live: 'bg-success-soft text-success-ink',
  done: 'bg-sunken text-muted',
  cancelled: 'bg-danger-soft text-danger-ink',
}

const SOON_MINUTES = 60

function toneOf(lesson: LessonView, now: Instant): Tone {
  if (isCancelled(lesson)) return 'cancelled'
  const timing = timingOf(lesson, now)
  if (timing.is === 'over') return 'done'
  if (timing.is === 'in-days') return 'coming'
  if (timing.is === 'in-minutes') return timing.minutes <= SOON_MINUTES ? 'soon' : 'coming'
  return 'live'
}

/** Where a lesson stands: how long until it begins or ends, that it is over, or who cancelled it. */
export function LessonStatus({ lesson, viewerId, now, className }: LessonStatusProps) {
  const t = useMessages(lessons)
  const timingText = useTimingText()
  const canceller = whoCancelled(lesson, viewerId)
  const tone = toneOf(lesson, now)
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 font-semibold text-xs',
        tones[tone],
        className,
      )}
    >
      {tone === 'live' && (
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-success motion-reduce:animate-none" />
      )}
      {canceller ? t(`cancelled.${canceller}`) : timingText(timingOf(lesson, now))}
    </span>
  )
}
