import { Presentation } from 'lucide-react'
import { listLessons } from '#contract/calls/lessons'
import type { LessonMember } from '#contract/lessons'
import type { User } from '#contract/users'
import { LessonOutcome } from '#domain/lessons/outcome'
import { lessonStates } from '#domain/lessons/states'
import { may } from '#domain/permissions'
import { isAdmin, isStudent } from '#domain/roles'
import { planFigureSources } from '#domain/staff/plan-figures'
import { staffLessons } from '#messages/staff-lessons'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../../messages/messages.ts'
import { useNow } from '../../../platform/clock.ts'
import { useMe } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/format.ts'
import { keys } from '../../../platform/query-keys.ts'
import { displayNameOf } from '../../../shared/shell/display-name.ts'
import { usePlanOptions } from '../../plans/shared/use-plan-options.ts'
import { column } from '../../table/shared/column.tsx'
import { DataList, type ListColumn } from '../../table/shared/data-list.tsx'
import { cancelerOf, outcomeTones, statusOf, statusTones, studentOf, tutorOf, waitTones } from '../lesson-row.ts'

type LessonsListProps = {
  /** Only the lessons of this student or tutor. */
  of?: User
  /** Opens a lesson here; elsewhere each leads to the lessons. */
  onOpen?: (id: number) => void
}

export function LessonsList({ of, onOpen }: LessonsListProps) {
  const t = useMessages(staffLessons)
  const statuses = lessonStates.map((value) => ({ value, label: t(`statuses.${value}`) }))
  const me = useMe()
  const plans = usePlanOptions()
  const sources = planFigureSources.map((value) => ({ value, label: staffPayments.source[value] }))
  // A tutor manager may not search among the accounts.
  const ofPeople = may('user.list', me.role)
    ? ({ label: t('filters.users'), kind: 'person' } as const)
    : ({ label: t('filters.userIds'), kind: 'ids' } as const)
  const outcomes = Object.values(LessonOutcome).map((value) => ({ value, label: t(`outcomes.${value}`) }))
  const whatHappened = {
    outcome: { label: t('filters.outcome'), kind: 'one', options: outcomes },
    disputed: { label: t('filters.disputed'), kind: 'boolean' },
    undecided: { label: t('filters.undecided'), kind: 'boolean' },
    cutShort: { label: t('filters.cutShort'), kind: 'boolean' },
    poorCall: { label: t('filters.poorCall'), kind: 'boolean' },
    late: { label: t('filters.late'), kind: 'boolean' },
    unfulfilled: { label: t('filters.unfulfilled'), kind: 'boolean' },
    wrong: { label: t('filters.wrong'), kind: 'boolean' },
    payWaits: { label: t('filters.payWaits'), kind: 'boolean' },
  } as const
  const ofOrigin = {
    plans: { label: t('filters.plans'), kind: 'several', options: plans.options },
    sources: { label: t('filters.sources'), kind: 'several', options: sources },
  } as const
  return (
    <DataList
      id={of ? 'person-lessons' : 'lessons'}
      title={of ? t('titleOf', { name: displayNameOf(of) }) : t('title')}
      headingLevel={of ? 2 : 1}
      call={listLessons}
      queryKey={keys.lessons}
      columns={useColumns(of)}
      fixed={of && { users: [of.id] }}
      filters={{
        status: { label: t('filters.status'), kind: 'one', options: statuses },
        start: { label: t('filters.start'), kind: 'dates' },
        ...(!of && { users: ofPeople }),
        ...whatHappened,
        ...(isAdmin(me.role) && ofOrigin),
      }}
      rowId={({ lesson }) => String(lesson.id)}
      rowName={({ lesson }) => t('rowName', { id: String(lesson.id) })}
      link={onOpen ? undefined : ({ lesson }) => ({ to: '/lessons', search: { open: lesson.id } })}
      onOpen={onOpen && (({ lesson }) => onOpen(lesson.id))}
      empty={{ title: t(of ? 'emptyOf' : 'empty'), icon: Presentation }}
    />
  )
}

const personOf = (member: LessonMember | undefined) =>
  member && { id: member.userId, name: member.name, englishName: member.englishName, image: member.image }

/** Without the one that repeats the person whose lessons they are. */
function useColumns(of: User | undefined): ListColumn<typeof listLessons>[] {
  const t = useMessages(staffLessons)
  const format = useFormat()
  const now = useNow(60_000)
  const { statuses, canceledBy, outcomes, waits } = staffLessons
  const columns: ListColumn<typeof listLessons>[] = [
    column.moment('start', t('columns.start'), ({ lesson }) => lesson.start, { sort: 'start' }),
    column.person('student', t('columns.student'), (row) => personOf(studentOf(row)), { priority: 1 }),
    column.person('tutor', t('columns.tutor'), (row) => personOf(tutorOf(row)), { priority: 2 }),
    column.enum('status', t('columns.status'), (row) => statusOf(row, now), statuses, {
      tones: statusTones,
      priority: 3,
    }),
    column.enum('outcome', t('columns.outcome'), ({ outcome }) => outcome?.result ?? null, outcomes, {
      tones: outcomeTones,
      priority: 5,
    }),
    column.yesNo('disputed', t('columns.disputed'), ({ outcome }) => outcome?.isDisputed ?? false, { hidden: true }),
    column.enum('canceledBy', t('columns.canceledBy'), cancelerOf, canceledBy, { hidden: true }),
    {
      id: 'duration',
      header: t('columns.duration'),
      csv: ({ lesson }) => lesson.duration,
      // In a narrow column the unit takes a second line.
      cell: ({ lesson }) => <span className="whitespace-normal">{format.duration(lesson.duration)}</span>,
    },
    column.money('price', t('columns.price'), ({ lesson }) => lesson.price, { hidden: true }),
    column.enum('waits', t('columns.waits'), ({ outcome }) => outcome?.waits?.reason ?? null, waits, {
      tones: waitTones,
    }),
    column.copyable('id', t('columns.id'), ({ lesson }) => lesson.id, { hidden: true }),
    column.moment('createdAt', t('columns.createdAt'), ({ lesson }) => lesson.createdAt, {
      sort: 'createdAt',
      hidden: true,
    }),
    column.moment('updatedAt', t('columns.updatedAt'), ({ lesson }) => lesson.updatedAt, { hidden: true }),
  ]
  const left = of && (isStudent(of.role) ? 'student' : 'tutor')
  return columns.filter(({ id }) => id !== left)
}
