import { DoorOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Instant, type LocalDay, localDay, toIso } from '#domain/cairo'
import { isCancelled } from '#domain/lessons/states'
import { lessons } from '#messages/lessons'
import { useMessages } from '../../../messages/messages.ts'
import { writtenIn } from '../../../messages/written-in.ts'
import { useFormat } from '../../../platform/format.ts'
import { MinorBadge } from '../../../shared/account/minor-badge.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { LessonMenu } from '../lesson-menu.tsx'
import { LessonOutcomeLine } from '../lesson-outcome-line.tsx'
import { AfterLesson } from './after-lesson.tsx'
import type { LessonActions } from './lesson-actions.tsx'
import { LessonStatus } from './lesson-status.tsx'
import type { LessonView } from './lesson-view.ts'

type LessonCardProps = {
  lesson: LessonView
  actions: LessonActions
  now: Instant
  /** Shows the day with the time, if no heading above shows it. */
  withDay?: boolean
  headingLevel?: 2 | 3
  /** False if the list's title already states it. */
  withStatus?: boolean
}

/** One lesson in a list: with whom, when, its state, and its actions. */
export function LessonCard({
  lesson,
  actions,
  now,
  withDay = false,
  withStatus = true,
  headingLevel = 3,
}: LessonCardProps) {
  const t = useMessages(lessons)
  const name = lesson.other.name ?? t('card.someone')
  const Heading = `h${headingLevel}` as const
  // The attendance text already implies that the lesson is over.
  const saysOutcome = lesson.outcome !== null && lesson.outcome.result !== null && !isCancelled(lesson)
  return (
    <article className="relative flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card">
      <Avatar id={lesson.other.id} name={name} src={lesson.other.image} size="md" />
      <div className="min-w-0 flex-1 basis-40">
        <Heading className="text-base">
          <PersonName>{name}</PersonName> {lesson.other.isMinor && <MinorBadge />}
        </Heading>
        <LessonTime lesson={lesson} day={withDay ? localDay(lesson.start) : null} now={now} />
      </div>
      {withStatus && !saysOutcome && <LessonStatus lesson={lesson} viewerId={actions.viewerId} now={now} />}
      <div className="ms-auto">
        <LessonChoices lesson={lesson} actions={actions} now={now} name={name} />
      </div>
      <LessonOutcomeLine lesson={lesson} viewerId={actions.viewerId} />
      {lesson.summary && (
        <p className="w-full text-sm">
          <span className="font-semibold">{t('card.summaryLine')}</span>{' '}
          <span dir="auto" lang={writtenIn(lesson.summary)} className="line-clamp-2 text-muted">
            {lesson.summary}
          </span>
        </p>
      )}
    </article>
  )
}

function LessonTime({ lesson, day, now }: { lesson: LessonView; day: LocalDay | null; now: Instant }) {
  const format = useFormat()
  return (
    <p className="text-muted text-sm">
      <time dateTime={toIso(lesson.start)}>
        {day
          ? format.capital(format.nearRange(lesson.start, lesson.end, now))
          : format.timeRange(lesson.start, lesson.end)}
      </time>{' '}
      <span className="whitespace-nowrap">({format.duration(lesson.duration)})</span>
    </p>
  )
}

type ChoicesProps = { lesson: LessonView; actions: LessonActions; now: Instant; name: string }

/** Join while the room is open; book again and rate after the lesson; rebook and cancel before it. */
export function LessonChoices({ lesson, actions, now, name }: ChoicesProps): ReactNode {
  const t = useMessages(lessons)
  if (actions.canRebook(lesson, now)) {
    return (
      <span className="flex flex-wrap items-center gap-1">
        <AfterLesson lesson={lesson} actions={actions} now={now} name={name} />
        <LessonMenu lesson={lesson} actions={actions} now={now} name={name} />
      </span>
    )
  }
  return (
    <span className="flex items-center gap-1">
      {actions.canEnter(lesson, now) && (
        <LinkButton
          to="/lesson/$id"
          params={{ id: String(lesson.id) }}
          size="sm"
          icon={DoorOpen}
          aria-label={t('card.enterWith', { name })}
        >
          {t('card.enter')}
        </LinkButton>
      )}
      <LessonMenu lesson={lesson} actions={actions} now={now} name={name} />
    </span>
  )
}
