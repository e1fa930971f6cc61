import { useNavigate, useSearch } from '@tanstack/react-router'
import { Presentation, Video } from 'lucide-react'
import { listDemoSessions, listInterviews } from '#contract/calls/meetings'
import { MAX_LEVEL } from '#domain/meetings/feedback'
import { InterviewStatus, MeetingStatus } from '#domain/meetings/statuses'
import { innerText } from '#domain/rich-text'
import { isAdmin } from '#domain/roles'
import { staffInterviews } from '#messages/staff-interviews'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { AvatarWithName } from '../../ui/avatar-with-name.tsx'
import { Badge } from '../../ui/badge.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { DemoDialog } from './demo-dialog.tsx'
import { InterviewDialog } from './interview-dialog.tsx'
import { demoTone, interviewTone } from './tones.ts'

/** The half hours of tutor managers with tutors: interviews and demo sessions, each with its verdict. */
export function InterviewsScreen() {
  const t = useMessages(staffInterviews)
  const navigate = useNavigate({ from: '/interviews' })
  const { tab = 'interviews', open } = useSearch({ from: '/shell/interviews' })
  const show = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, open: id }), resetScroll: false })
  const tabs = [
    { value: 'interviews', label: t('tabs.interviews'), icon: Video },
    { value: 'demos', label: t('tabs.demos'), icon: Presentation },
  ] as const
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Tabs
        label={t('tabs.label')}
        tabs={tabs}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next } })}
      >
        {tab === 'interviews' ? <Interviews onOpen={show} /> : <Demos onOpen={show} />}
      </Tabs>
      {open !== undefined &&
        (tab === 'interviews' ? (
          <InterviewDialog key={open} id={open} onClose={() => show(undefined)} />
        ) : (
          <DemoDialog key={open} id={open} onClose={() => show(undefined)} />
        ))}
    </Page>
  )
}

type ListProps = { onOpen: (id: number) => void }

function Interviews({ onOpen }: ListProps) {
  const t = useMessages(staffInterviews)
  const format = useFormat()
  const me = useMe()
  const statuses = Object.values(InterviewStatus).map((value) => ({
    value,
    label: staffInterviews.interviewStatus[value],
  }))
  const columns: ListColumn<typeof listInterviews>[] = [
    {
      id: 'candidate',
      header: t('columns.candidate'),
      csv: ({ interviewee }) => interviewee.name,
      cell: ({ interviewee }) => (
        <AvatarWithName id={interviewee.id} name={interviewee.name ?? t('nameless')} src={interviewee.image} />
      ),
    },
    {
      id: 'start',
      header: t('columns.start'),
      sort: 'start',
      priority: 1,
      csv: ({ start }) => start,
      cell: ({ start }) => <MomentCell iso={start} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      priority: 2,
      csv: ({ status }) => staffInterviews.interviewStatus[status],
      cell: ({ status }) => <Badge tone={interviewTone(status)}>{staffInterviews.interviewStatus[status]}</Badge>,
    },
    {
      id: 'level',
      header: t('columns.level'),
      priority: 4,
      csv: ({ level }) => level,
      cell: ({ level }) =>
        level === null ? '' : t('outOf', { level: format.number(level), max: format.number(MAX_LEVEL) }),
    },
    {
      id: 'manager',
      header: t('columns.manager'),
      priority: 3,
      csv: ({ interviewer }) => interviewer.name,
      cell: ({ interviewer }) => interviewer.name ?? t('nameless'),
    },
    {
      id: 'feedback',
      header: t('columns.feedback'),
      wrap: true,
      csv: ({ interviewerFeedback }) => interviewerFeedback && innerText(interviewerFeedback),
      cell: ({ interviewerFeedback }) => (
        <span className="line-clamp-2">{interviewerFeedback && innerText(interviewerFeedback)}</span>
      ),
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      sort: 'createdAt',
      hidden: true,
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
    },
    {
      id: 'id',
      header: t('columns.id'),
      hidden: true,
      csv: ({ id }) => id,
      cell: ({ id }) => <bdi translate="no">{id}</bdi>,
    },
  ]
  const ofAdmins = {
    interviewers: { label: t('filters.interviewers'), kind: 'ids' },
    interviewees: { label: t('filters.interviewees'), kind: 'ids' },
  } as const
  return (
    <DataList
      id="interviews"
      title={t('tabs.interviews')}
      headingLevel={2}
      call={listInterviews}
      queryKey={keys.interviews}
      columns={columns}
      filters={{
        statuses: { label: t('filters.statuses'), kind: 'several', options: statuses },
        start: { label: t('filters.start'), kind: 'dates' },
        createdAt: { label: t('filters.createdAt'), kind: 'dates' },
        ...(isAdmin(me.role) ? ofAdmins : null),
      }}
      rowName={({ interviewee }) => interviewee.name ?? t('nameless')}
      onOpen={({ id }) => onOpen(id)}
      empty={{ title: t('empty.interviews'), icon: Video }}
    />
  )
}

function Demos({ onOpen }: ListProps) {
  const t = useMessages(staffInterviews)
  const me = useMe()
  const statuses = Object.values(MeetingStatus).map((value) => ({
    value,
    label: staffInterviews.demoStatus[value],
  }))
  const columns: ListColumn<typeof listDemoSessions>[] = [
    {
      id: 'candidate',
      header: t('columns.candidate'),
      csv: ({ tutor }) => tutor.name,
      cell: ({ tutor }) => <AvatarWithName id={tutor.id} name={tutor.name ?? t('nameless')} src={tutor.image} />,
    },
    {
      id: 'start',
      header: t('columns.start'),
      sort: 'start',
      priority: 1,
      csv: ({ start }) => start,
      cell: ({ start }) => <MomentCell iso={start} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      priority: 2,
      csv: ({ status }) => staffInterviews.demoStatus[status],
      cell: ({ status }) => <Badge tone={demoTone(status)}>{staffInterviews.demoStatus[status]}</Badge>,
    },
    {
      id: 'manager',
      header: t('columns.manager'),
      priority: 3,
      csv: ({ tutorManager }) => tutorManager.name,
      cell: ({ tutorManager }) => tutorManager.name ?? t('nameless'),
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      sort: 'createdAt',
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
    },
    {
      id: 'id',
      header: t('columns.id'),
      hidden: true,
      csv: ({ id }) => id,
      cell: ({ id }) => <bdi translate="no">{id}</bdi>,
    },
  ]
  const ofAdmins = {
    tutorManagerIds: { label: t('filters.managers'), kind: 'ids' },
    tutorIds: { label: t('filters.tutors'), kind: 'ids' },
  } as const
  return (
    <DataList
      id="demos"
      title={t('tabs.demos')}
      headingLevel={2}
      call={listDemoSessions}
      queryKey={keys.demoSessions}
      columns={columns}
      filters={{
        statuses: { label: t('filters.statuses'), kind: 'several', options: statuses },
        start: { label: t('filters.start'), kind: 'dates' },
        createdAt: { label: t('filters.createdAt'), kind: 'dates' },
        ...(isAdmin(me.role) ? ofAdmins : null),
      }}
      // A manager lists exactly their own (docs/rules/onboarding.md 5.3).
      {...(isAdmin(me.role) ? null : { fixed: { tutorManagerIds: [me.id] } })}
      rowName={({ tutor }) => tutor.name ?? t('nameless')}
      onOpen={({ id }) => onOpen(id)}
      empty={{ title: t('empty.demos'), icon: Presentation }}
    />
  )
}
