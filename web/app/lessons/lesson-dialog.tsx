import { CalendarClock, DoorOpen, MessageCircle, MessageSquareWarning, NotebookPen, RotateCcw } from 'lucide-react'
import { type Instant, toIso } from '#domain/cairo'
import { opensAt } from '#domain/sessions/hours'
import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { noteLabel } from './lesson-menu.tsx'
import { LessonOutcomeLine } from './lesson-outcome-line.tsx'
import type { LessonActions } from './shared/lesson-actions.tsx'
import { LessonStatus } from './shared/lesson-status.tsx'
import type { LessonView } from './shared/lesson-view.ts'

type LessonDialogProps = { lesson: LessonView | null; actions: LessonActions; now: Instant; onClose: () => void }

/** One lesson of the schedule, and what can be done with it. */
export function LessonDialog({ lesson, actions, now, onClose }: LessonDialogProps) {
  const t = useMessages(words)
  if (!lesson) return null
  const name = lesson.other.name ?? t('card.someone')
  const footer = <Choices lesson={lesson} actions={actions} now={now} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} size="sm" title={t('card.with', { name })} footer={footer}>
      <Details lesson={lesson} name={name} viewerId={actions.viewerId} now={now} />
    </Dialog>
  )
}

type DetailsProps = { lesson: LessonView; name: string; viewerId: number; now: Instant }

function Details({ lesson, name, viewerId, now }: DetailsProps) {
  const t = useMessages(words)
  const format = useFormat()
  const opens = opensAt(lesson)
  const isComing = lesson.canceledAt === null && now < opens
  return (
    <div className="flex items-start gap-4">
      <Avatar id={lesson.other.id} name={name} src={lesson.other.image} size="lg" />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="font-semibold">{format.day(lesson.start)}</p>
        <p>
          <time dateTime={toIso(lesson.start)}>{format.timeRange(lesson.start, lesson.end)}</time>{' '}
          <span className="text-muted">({format.duration(lesson.duration)})</span>
        </p>
        <LessonStatus lesson={lesson} viewerId={viewerId} now={now} className="mt-1" />
        <LessonOutcomeLine lesson={lesson} viewerId={viewerId} />
        {isComing && <p className="mt-2 text-muted text-sm">{t('card.roomOpens', { time: format.time(opens) })}</p>}
      </div>
    </div>
  )
}

function Choices({ lesson, actions, now, onClose }: LessonDialogProps & { lesson: LessonView }) {
  const t = useMessages(words)
  const after = (act: (lesson: LessonView) => void) => () => {
    onClose()
    act(lesson)
  }
  return (
    <>
      {actions.canChange(lesson, now) && (
        <Button icon={CalendarClock} onClick={after(actions.change)}>
          {t('card.change')}
        </Button>
      )}
      {actions.canEnter(lesson, now) && (
        <LinkButton to="/lesson/$id" params={{ id: String(lesson.id) }} icon={DoorOpen}>
          {t('card.enter')}
        </LinkButton>
      )}
      {actions.canRebook(lesson, now) && (
        <Button icon={RotateCcw} onClick={after(actions.rebook)}>
          {t('card.rebook')}
        </Button>
      )}
      <Button variant="secondary" icon={MessageCircle} onClick={after(actions.talk)}>
        {t('card.talk')}
      </Button>
      {actions.canNote(lesson) && (
        <Button variant="secondary" icon={NotebookPen} onClick={after(actions.note)}>
          {t(noteLabel(lesson, actions))}
        </Button>
      )}
      {actions.canDispute(lesson, now) && (
        <Button variant="secondary" icon={MessageSquareWarning} onClick={after(actions.dispute)}>
          {t('card.dispute')}
        </Button>
      )}
      {actions.canCancel(lesson, now) && (
        <Button variant="danger-ghost" onClick={after(actions.cancel)}>
          {t('card.cancel')}
        </Button>
      )}
    </>
  )
}
