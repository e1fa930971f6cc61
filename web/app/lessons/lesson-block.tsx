import { clsx } from 'clsx'
import type { Instant } from '#domain/cairo'
import { type LessonState, lessonState, whoCancelled } from '#domain/lessons/states'
import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import type { LessonView } from './shared/lesson-view.ts'

const looks: Record<LessonState, string> = {
  pending: 'border-brand bg-brand-soft text-brand-ink hover:bg-brand hover:text-on-brand',
  happening: 'border-success bg-success-soft text-success-ink hover:bg-success hover:text-on-success',
  fulfilled: 'border-strong bg-sunken text-muted hover:text-ink',
  cancelled: 'border-danger/60 bg-danger-soft text-danger-ink line-through decoration-1',
}

export function useStateText() {
  const t = useMessages(words)
  return (lesson: LessonView, viewerId: number, now: Instant): string => {
    const canceller = whoCancelled(lesson, viewerId)
    return canceller ? t(`cancelled.${canceller}`) : t(`states.${lessonState(lesson, now)}`)
  }
}

type LessonBlockProps = {
  lesson: LessonView
  now: Instant
  viewerId: number
  onOpen: (lesson: LessonView) => void
  /** The time and the name in one line. */
  oneLine?: boolean
  /** In a month, where the line is as high as its text needs. */
  short?: boolean
}

/** A lesson in a week or month; a press opens its dialog. */
export function LessonBlock({ lesson, now, viewerId, onOpen, oneLine = false, short = false }: LessonBlockProps) {
  const t = useMessages(words)
  const format = useFormat()
  const stateText = useStateText()
  const name = lesson.other.name ?? t('card.someone')
  const when = format.dayRange(lesson.start, lesson.end)
  return (
    <button
      type="button"
      onClick={() => onOpen(lesson)}
      aria-label={format.series([t('card.with', { name }), when, stateText(lesson, viewerId, now)])}
      className={clsx(
        'flex size-full min-w-0 overflow-hidden rounded-md border-s-3 px-1.5 text-start transition-colors focus-visible:z-10 focus-visible:outline-offset-0',
        oneLine || short ? 'items-center gap-1' : 'flex-col',
        short ? 'min-h-6 text-xs' : 'text-[0.6875rem] leading-3.5',
        looks[lessonState(lesson, now)],
      )}
    >
      <span className="shrink-0 whitespace-nowrap font-semibold">{format.clock(lesson.start)}</span>
      <span className="w-full min-w-0 truncate">{name}</span>
    </button>
  )
}
