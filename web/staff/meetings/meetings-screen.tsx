import { useNavigate, useSearch } from '@tanstack/react-router'
import { Presentation, Video } from 'lucide-react'
import { listDemoSessions, listInterviews } from '#contract/calls/meetings'
import { MAX_LEVEL } from '#domain/meetings/feedback'
import { InterviewStatus, type MeetingKind, MeetingStatus } from '#domain/meetings/statuses'
import { innerText } from '#domain/rich-text'
import { isAdmin, isTutorSide, Role, roles } from '#domain/roles'
import { staffMeetings } from '#messages/staff-meetings'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { type ListedMeeting, meetingOf } from '../../shared/meetings/meeting.ts'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { TabbedPage } from '../table/shared/tabbed-page.tsx'
import { MeetingDialog } from './meeting-dialog.tsx'
import { demosOf } from './queries.ts'
import { meetingTones } from './shared/meeting-badge.tsx'

type ListCall = typeof listInterviews | typeof listDemoSessions

/** What the lists of the two kinds differ in; `tab` also names a list in the browser's storage and its exported files. */
const LISTS = {
  interview: {
    tab: 'interviews',
    icon: Video,
    call: listInterviews,
    statuses: InterviewStatus,
    ids: { manager: 'interviewers', tutor: 'interviewees' },
    hidden: ['createdAt', 'id'],
  },
  demo: {
    tab: 'demos',
    icon: Presentation,
    call: listDemoSessions,
    statuses: MeetingStatus,
    ids: { manager: 'tutorManagerIds', tutor: 'tutorIds' },
    hidden: ['level', 'feedback', 'id'],
  },
} as const

/** A tutor manager may have been a candidate. */
const TUTORS = roles.filter(isTutorSide)

/** The half hours of tutor managers with tutors: interviews and demo sessions, each with its verdict. */
export function MeetingsScreen() {
  const t = useMessages(staffMeetings)
  const navigate = useNavigate({ from: '/interviews' })
  const { tab = 'interviews', open } = useSearch({ from: '/shell/interviews' })
  const kind = tab === 'demos' ? 'demo' : 'interview'
  const show = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  return (
    <>
      <TabbedPage
        title={t('title')}
        label={t('tabs.label')}
        tabs={{
          interviews: {
            label: t('tabs.interview'),
            icon: LISTS.interview.icon,
            content: <MeetingList kind="interview" onOpen={show} />,
          },
          demos: { label: t('tabs.demo'), icon: LISTS.demo.icon, content: <MeetingList kind="demo" onOpen={show} /> },
        }}
      />
      {open !== undefined && <MeetingDialog key={open} kind={kind} id={open} onClose={() => show(undefined)} />}
    </>
  )
}

type MeetingListProps = { kind: MeetingKind; onOpen: (id: number) => void }

function MeetingList({ kind, onOpen }: MeetingListProps) {
  const t = useMessages(staffMeetings)
  const me = useMe()
  const { tab, icon, call, statuses, ids, hidden } = LISTS[kind]
  const options = Object.values(statuses).map((value) => ({ value, label: staffMeetings.status[value] }))
  const ofAdmins = {
    [ids.manager]: { label: t('filters.managers'), kind: 'person', roles: [Role.TutorManager] },
    [ids.tutor]: { label: t('filters.tutors'), kind: 'person', roles: TUTORS },
  } as const
  return (
    <DataList<ListCall>
      id={tab}
      title={t(`tabs.${kind}`)}
      headingLevel={2}
      call={call}
      queryKey={keys.meetings}
      columns={useColumns(hidden)}
      filters={{
        statuses: { label: t('filters.statuses'), kind: 'several', options },
        start: { label: t('filters.start'), kind: 'dates' },
        createdAt: { label: t('filters.createdAt'), kind: 'dates' },
        ...(isAdmin(me.role) ? ofAdmins : null),
      }}
      fixed={kind === 'demo' ? demosOf(me) : undefined}
      rowName={(row) => meetingOf(row).tutor.name ?? t('nameless')}
      onOpen={({ id }) => onOpen(id)}
      empty={{ title: t(`empty.${kind}`), icon }}
    />
  )
}

const managerOf = (row: ListedMeeting) => {
  const { id, name } = meetingOf(row).manager
  return { id, name }
}
const feedbackOf = (row: ListedMeeting) => {
  const { managerFeedback } = meetingOf(row)
  return managerFeedback && innerText(managerFeedback)
}

function useColumns(hidden: readonly string[]): ListColumn<ListCall>[] {
  const t = useMessages(staffMeetings)
  const format = useFormat()
  const levelOf = (level: number) => t('outOf', { level: format.number(level), max: format.number(MAX_LEVEL) })
  const columns: ListColumn<ListCall>[] = [
    column.person('candidate', t('columns.candidate'), (row) => meetingOf(row).tutor),
    column.moment('start', t('columns.start'), ({ start }) => start, { sort: 'start', priority: 1 }),
    column.enum('status', t('columns.status'), ({ status }) => status, staffMeetings.status, {
      tones: meetingTones,
      priority: 2,
    }),
    {
      id: 'level',
      header: t('columns.level'),
      priority: 4,
      csv: ({ level }) => level,
      cell: ({ level }) => (level === null ? '' : levelOf(level)),
    },
    column.person('manager', t('columns.manager'), managerOf, { priority: 3 }),
    {
      id: 'feedback',
      header: t('columns.feedback'),
      wrap: true,
      csv: (row) => feedbackOf(row),
      cell: (row) => <span className="line-clamp-2">{feedbackOf(row)}</span>,
    },
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, { sort: 'createdAt' }),
    column.copyable('id', t('columns.id'), ({ id }) => id),
  ]
  return columns.map((one) => ({ ...one, hidden: hidden.includes(one.id) }))
}
