import { useQuery } from '@tanstack/react-query'
import { MessageCircle, NotebookPen, NotebookText } from 'lucide-react'
import { type Instant, toIso } from '#domain/cairo'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PersonName } from '../../ui/person-name.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AfterLesson } from '../lessons/shared/after-lesson.tsx'
import type { LessonActions } from '../lessons/shared/lesson-actions.tsx'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import { pastLessonsQuery } from './queries.ts'

type PastLessonsProps = { userId: number; isStudent: boolean; actions: LessonActions; now: Instant }

/** The last lessons that took place: a table where there is room, else rows below each other. */
export function PastLessons({ userId, isStudent, actions, now }: PastLessonsProps) {
  const t = useMessages(dashboards)
  const past = useQuery(pastLessonsQuery(userId))
  const hasSome = past.data !== undefined && past.data.lessons.length > 0
  const none = <p className="p-6 text-center text-muted">{t(isStudent ? 'past.emptyStudent' : 'past.emptyTutor')}</p>
  return (
    <section>
      <SectionHeading
        title={t('past.title')}
        action={
          hasSome && (
            <LinkButton to="/upcoming-lessons" search={{ tab: 'past' }} variant="ghost" size="sm">
              {t('past.all')}
            </LinkButton>
          )
        }
      />
      <Card padding="none" className="@container overflow-hidden">
        <QueryView query={past} loading={<Skeleton className="m-5 h-40" />} empty={() => !hasSome && none}>
          {({ lessons }) => <Rows lessons={lessons} isStudent={isStudent} actions={actions} now={now} />}
        </QueryView>
      </Card>
    </section>
  )
}

type RowsProps = Omit<PastLessonsProps, 'userId'> & { lessons: readonly LessonView[] }

function Rows({ lessons, isStudent, actions, now }: RowsProps) {
  const t = useMessages(dashboards)
  const head = 'px-3 py-3 text-start font-semibold text-muted text-sm'
  return (
    <table className="w-full">
      <thead className="border-line border-b @max-xl:sr-only">
        <tr>
          <th scope="col" className={head}>
            {t(isStudent ? 'past.tutor' : 'past.student')}
          </th>
          <th scope="col" className={head}>
            {t('past.when')}
          </th>
          <th scope="col" className={head}>
            <span className="sr-only">{t(isStudent ? 'past.action' : 'past.talk')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lessons.map((lesson) => (
          <Row key={lesson.id} lesson={lesson} actions={actions} now={now} isStudent={isStudent} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ lesson, actions, now, isStudent }: Omit<RowsProps, 'lessons'> & { lesson: LessonView }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const name = lesson.other.name ?? t('someone')
  return (
    <tr className="border-line not-last:border-b @max-xl:grid @max-xl:grid-cols-[1fr_auto] @max-xl:gap-x-3 @max-xl:gap-y-1 @max-xl:p-4">
      <th scope="row" className="text-start font-semibold @xl:min-w-32 @xl:px-3 @xl:py-3">
        <span className="flex items-center gap-3">
          <Avatar id={lesson.other.id} name={name} src={lesson.other.image} size="sm" />
          <PersonName>{name}</PersonName>
        </span>
      </th>
      <td className="text-sm @max-xl:col-span-2 @max-xl:row-start-2 @max-xl:ps-13 @max-xl:text-muted @xl:whitespace-nowrap @xl:px-3 @xl:py-3">
        <time dateTime={toIso(lesson.start)}>{format.capital(format.nearMoment(lesson.start, now))}</time>{' '}
        <span className="whitespace-nowrap text-muted @xl:block">({format.duration(lesson.duration)})</span>
      </td>
      <td className="@max-xl:col-start-2 @max-xl:row-start-1 @max-xl:self-center @xl:px-3 @xl:py-3 @xl:text-end">
        {isStudent ? (
          <span className="inline-flex items-center gap-1">
            {actions.canNote(lesson) && (
              <IconButton
                icon={NotebookText}
                label={t('past.summaryOf', { name })}
                onClick={() => actions.note(lesson)}
              />
            )}
            <AfterLesson lesson={lesson} actions={actions} now={now} name={name} />
          </span>
        ) : (
          <span className="inline-flex items-center gap-1">
            <IconButton
              icon={lesson.summary ? NotebookText : NotebookPen}
              label={t(lesson.summary ? 'past.summaryOf' : 'past.summarize', { name })}
              onClick={() => actions.note(lesson)}
            />
            <Button
              variant="secondary"
              size="sm"
              icon={MessageCircle}
              onClick={() => actions.talk(lesson)}
              aria-label={t('past.talkTo', { name })}
            >
              <span className="whitespace-nowrap max-md:sr-only">{t('past.talk')}</span>
            </Button>
          </span>
        )}
      </td>
    </tr>
  )
}
