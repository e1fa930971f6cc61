import { Link } from '@tanstack/react-router'
import { listLessons } from '#contract/calls/lessons'
import type { LessonMember, LessonWithMembers } from '#contract/lessons'
import { fromIso } from '#domain/cairo'
import { lessonState } from '#domain/lessons/states'
import { isTutorSide } from '#domain/roles'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import type { TabProps } from './person-address.ts'
import { personKey } from './queries.ts'

const tones = {
  pending: 'brand',
  happening: 'success',
  fulfilled: 'neutral',
  cancelled: 'danger',
} as const satisfies Record<string, Tone>

/** The lessons of a person. */
export function LessonsTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const columns = useColumns(person.id)
  const shown = { kind: 'boolean', yes: t('lessons.filters.show'), no: t('lessons.filters.hide') } as const
  return (
    <DataList
      id="person-lessons"
      title={t('lessons.title', { name: displayNameOf(person) })}
      headingLevel={2}
      call={listLessons}
      queryKey={[...personKey(person.id), 'lessons']}
      columns={columns}
      filters={{
        canceled: { label: t('lessons.filters.canceled'), ...shown },
        past: { label: t('lessons.filters.past'), ...shown },
        future: { label: t('lessons.filters.future'), ...shown },
      }}
      fixed={{ users: [person.id] }}
      rowId={({ lesson }) => String(lesson.id)}
      rowName={({ lesson }) => t('lessons.rowName', { id: String(lesson.id) })}
      empty={{ title: t('lessons.empty') }}
    />
  )
}

function useColumns(personId: number): ListColumn<typeof listLessons>[] {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const other = ({ members }: LessonWithMembers) => members.find(({ userId }) => userId !== personId)
  const nameOf = (member: LessonMember | undefined) => (member ? (member.name ?? String(member.userId)) : '')
  return [
    {
      id: 'start',
      header: t('lessons.columns.start'),
      cell: ({ lesson }) => <MomentCell iso={lesson.start} />,
      csv: ({ lesson }) => lesson.start,
    },
    {
      id: 'with',
      header: t('lessons.columns.with'),
      cell: (row) => <PersonLink member={other(row)} name={nameOf(other(row))} />,
      csv: (row) => nameOf(other(row)),
    },
    {
      id: 'state',
      header: t('lessons.columns.state'),
      cell: (row) => <LessonStateBadge row={row} />,
      csv: ({ lesson }) => (lesson.canceledAt ? 'canceled' : ''),
    },
    {
      id: 'duration',
      header: t('lessons.columns.duration'),
      cell: ({ lesson }) => format.duration(lesson.duration),
      csv: ({ lesson }) => lesson.duration,
      align: 'end',
    },
    {
      id: 'price',
      header: t('lessons.columns.price'),
      cell: ({ lesson }) => format.money(lesson.price),
      csv: ({ lesson }) => lesson.price / 100,
      align: 'end',
    },
    {
      id: 'created',
      header: t('lessons.columns.created'),
      cell: ({ lesson }) => <MomentCell iso={lesson.createdAt} />,
      csv: ({ lesson }) => lesson.createdAt,
      hidden: true,
    },
    {
      id: 'id',
      header: t('lessons.columns.id'),
      cell: ({ lesson }) => <bdi>{lesson.id}</bdi>,
      csv: ({ lesson }) => lesson.id,
    },
  ]
}

function PersonLink({ member, name }: { member: LessonMember | undefined; name: string }) {
  if (!member) return null
  return (
    <Link
      to={isTutorSide(member.role) ? '/tutor/$id' : '/user/$id'}
      params={{ id: String(member.userId) }}
      className="text-brand-ink hover:underline"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

function LessonStateBadge({ row: { lesson, members } }: { row: LessonWithMembers }) {
  const t = useMessages(staffPerson)
  const now = useNow(60_000)
  const canceledAt = lesson.canceledAt === null ? null : fromIso(lesson.canceledAt)
  const state = lessonState({ start: fromIso(lesson.start), duration: lesson.duration, canceledAt }, now)
  const canceller = members.find(({ userId }) => userId === lesson.canceledBy)
  const by = canceller ? (isTutorSide(canceller.role) ? 'tutor' : 'student') : 'other'
  return (
    <Badge tone={tones[state]}>
      {state === 'cancelled' ? t(`lessons.canceledBy.${by}`) : t(`lessons.states.${state}`)}
    </Badge>
  )
}
