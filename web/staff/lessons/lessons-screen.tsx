import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Presentation } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { listLessons } from '#contract/calls/lessons'
import type { LessonMember, LessonWithMembers } from '#contract/lessons'
import { type LessonState, lessonStates } from '#domain/lessons/states'
import { staffLessons } from '#messages/staff-lessons'
import { useMessages } from '../../messages/messages.ts'
import { now } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { AvatarWithName } from '../../ui/avatar-with-name.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { Page } from '../../ui/page.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { cancelerOf, statusOf, studentOf, tutorOf } from './lesson-row.ts'

const LessonDetail = lazy(async () => ({ default: (await import('./lesson-detail.tsx')).LessonDetail }))
const route = getRouteApi('/shell/lessons')

export const STATUS_TONES: Record<LessonState, Tone> = {
  pending: 'info',
  happening: 'success',
  fulfilled: 'neutral',
  cancelled: 'danger',
}

/** Every lesson, with the evidence of each and decisions about it. */
export function LessonsScreen() {
  const t = useMessages(staffLessons)
  const { open } = route.useSearch()
  const navigate = useNavigate()
  const show = (lessonId: number | undefined) =>
    void navigate({ to: '/lessons', search: (before) => ({ ...before, open: lessonId }), resetScroll: false })
  return (
    <Page>
      <DataList
        id="lessons"
        title={t('title')}
        call={listLessons}
        queryKey={keys.lessons}
        columns={useColumns()}
        filters={{
          status: {
            label: t('filters.status'),
            kind: 'one',
            options: lessonStates.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
          start: { label: t('filters.start'), kind: 'dates' },
          users: { label: t('filters.users'), kind: 'ids' },
        }}
        rowId={({ lesson }) => String(lesson.id)}
        rowName={({ lesson }) => t('rowName', { id: String(lesson.id) })}
        onOpen={({ lesson }) => show(lesson.id)}
        empty={{ title: t('empty'), icon: Presentation }}
      />
      <Suspense>{open !== undefined && <LessonDetail lessonId={open} onClose={() => show(undefined)} />}</Suspense>
    </Page>
  )
}

function Person({ member }: { member: LessonMember | undefined }) {
  const t = useMessages(staffLessons)
  if (!member) return null
  const name = member.name ?? t('someone', { id: String(member.userId) })
  return <AvatarWithName id={member.userId} name={name} src={member.image} />
}

function useColumns(): ListColumn<typeof listLessons>[] {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const canceler = (row: LessonWithMembers) => {
    const who = cancelerOf(row)
    return who === null ? '' : t(`canceledBy.${who}`)
  }
  const status = (row: LessonWithMembers) => statusOf(row, now())
  return [
    {
      id: 'start',
      header: t('columns.start'),
      sort: 'start',
      csv: ({ lesson }) => lesson.start,
      cell: ({ lesson }) => <MomentCell iso={lesson.start} />,
    },
    {
      id: 'student',
      header: t('columns.student'),
      priority: 1,
      csv: (row) => studentOf(row)?.name ?? null,
      cell: (row) => <Person member={studentOf(row)} />,
    },
    {
      id: 'tutor',
      header: t('columns.tutor'),
      priority: 2,
      csv: (row) => tutorOf(row)?.name ?? null,
      cell: (row) => <Person member={tutorOf(row)} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      priority: 3,
      csv: (row) => t(`statuses.${status(row)}`),
      cell: (row) => <Badge tone={STATUS_TONES[status(row)]}>{t(`statuses.${status(row)}`)}</Badge>,
    },
    {
      id: 'canceledBy',
      header: t('columns.canceledBy'),
      csv: canceler,
      cell: canceler,
    },
    {
      id: 'duration',
      header: t('columns.duration'),
      csv: ({ lesson }) => lesson.duration,
      cell: ({ lesson }) => format.duration(lesson.duration),
    },
    {
      id: 'price',
      header: t('columns.price'),
      align: 'end',
      priority: 4,
      csv: ({ lesson }) => lesson.price / 100,
      cell: ({ lesson }) => format.money(lesson.price),
    },
    {
      id: 'id',
      header: t('columns.id'),
      csv: ({ lesson }) => lesson.id,
      cell: ({ lesson }) => <Copyable text={String(lesson.id)} />,
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      sort: 'createdAt',
      hidden: true,
      csv: ({ lesson }) => lesson.createdAt,
      cell: ({ lesson }) => <MomentCell iso={lesson.createdAt} />,
    },
    {
      id: 'updatedAt',
      header: t('columns.updatedAt'),
      hidden: true,
      csv: ({ lesson }) => lesson.updatedAt,
      cell: ({ lesson }) => <MomentCell iso={lesson.updatedAt} />,
    },
  ]
}
