import { CalendarClock, Clock, DoorOpen, MessageCircle, NotebookPen, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Instant, toIso } from '#domain/cairo'
import { lessonState } from '#domain/lessons/states'
import { opensAt } from '#domain/sessions/hours'
import { lessons } from '#messages/lessons'
import { useMessages } from '../../../messages/messages.ts'
import { useFormat } from '../../../platform/format.ts'
import { MinorBadge } from '../../../shared/account/minor-badge.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Icon } from '../../../ui/icon.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { BriefLines } from '../../student-notes/shared/brief.tsx'
import { noteLabel } from '../lesson-menu.tsx'
import type { LessonActions } from './lesson-actions.tsx'
import { timingOf } from './lesson-timing.ts'
import type { LessonView } from './lesson-view.ts'
import { useTimingText } from './use-timing-text.ts'

type NextLessonCardProps = { lesson: LessonView; actions: LessonActions; now: Instant }

/** The next lesson as the largest card of the screen: with whom, when, and how long until then. */
export function NextLessonCard({ lesson, actions, now }: NextLessonCardProps) {
  const t = useMessages(lessons)
  const format = useFormat()
  const name = lesson.other.name ?? t('card.someone')
  const isNow = lessonState(lesson, now) === 'happening'
  const canEnter = actions.canEnter(lesson, now)
  return (
    <Card tone="deep" padding="lg" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Avatar id={lesson.other.id} name={name} src={lesson.other.image} size="lg" eager />
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-on-deep-muted text-sm">{t(isNow ? 'upcoming.happening' : 'upcoming.next')}</p>
          <h2 className="text-xl sm:text-2xl">
            <PersonName>{name}</PersonName> {lesson.other.isMinor && <MinorBadge />}
          </h2>
          <p className="mt-1">
            <time dateTime={toIso(lesson.start)}>
              {format.capital(format.nearRange(lesson.start, lesson.end, now))}
            </time>
          </p>
        </div>
        <Countdown lesson={lesson} now={now} />
      </div>
      <div className="flex flex-col gap-1.5 text-on-deep-muted text-sm">
        <Hint icon={DoorOpen}>
          {canEnter ? t('card.roomOpen') : t('card.roomOpens', { time: format.time(opensAt(lesson)) })}
        </Hint>
        {actions.canChange(lesson, now) && (
          <Hint icon={ShieldCheck}>{t('card.freeCancel', { when: format.nearMoment(lesson.start, now) })}</Hint>
        )}
      </div>
      {lesson.tutorId === actions.viewerId && <BriefLines lesson={lesson} now={now} />}
      <Choices lesson={lesson} actions={actions} now={now} />
    </Card>
  )
}

/** Text, without the look of a button: nothing happens when it is pressed. */
function Countdown({ lesson, now }: { lesson: LessonView; now: Instant }) {
  const timingText = useTimingText()
  return (
    <p className="flex items-center gap-2 font-bold text-accent text-lg">
      <Clock aria-hidden className="size-5 shrink-0" />
      {timingText(timingOf(lesson, now))}
    </p>
  )
}

function Hint({ icon: Glyph, children }: { icon: Icon; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <Glyph aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      {children}
    </p>
  )
}

function Choices({ lesson, actions, now }: NextLessonCardProps) {
  const t = useMessages(lessons)
  const canChange = actions.canChange(lesson, now)
  const canCancel = actions.canCancel(lesson, now)
  const canEnter = actions.canEnter(lesson, now)
  return (
    <div className="flex flex-wrap gap-3">
      {canEnter && (
        <LinkButton to="/lesson/$id" params={{ id: String(lesson.id) }} variant="accent" icon={DoorOpen}>
          {t('card.enter')}
        </LinkButton>
      )}
      <Button variant="secondary" icon={MessageCircle} onClick={() => actions.talk(lesson)}>
        {t('card.talk')}
      </Button>
      {actions.canNote(lesson) && (
        <Button variant="secondary" icon={NotebookPen} onClick={() => actions.note(lesson)}>
          {t(noteLabel(lesson, actions))}
        </Button>
      )}
      {canChange && (
        <Button variant="secondary" icon={CalendarClock} onClick={() => actions.change(lesson)}>
          {t('card.change')}
        </Button>
      )}
      {canCancel && (
        <Button variant="ghost" className="text-on-deep! hover:bg-on-deep/15!" onClick={() => actions.cancel(lesson)}>
          {t('card.cancel')}
        </Button>
      )}
    </div>
  )
}
