import { useQuery } from '@tanstack/react-query'
import { Check, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { listIntroVideos } from '#contract/calls/intro-videos'
import { listDemoSessions, listInterviews } from '#contract/calls/meetings'
import type { IntroVideo } from '#contract/intro-videos'
import { fromIso, toIso } from '#domain/cairo'
import { type MeetingKind, meetingKinds } from '#domain/meetings/statuses'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { innerText } from '#domain/rich-text'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { type ListedMeeting, type Meeting, meetingOf } from '../../shared/meetings/meeting.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { QueryView, type ViewedQuery } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MeetingBadge } from '../meetings/shared/meeting-badge.tsx'
import type { TabProps } from './queries.ts'
import { tutorMetaQuery } from './queries.ts'
import { personKey } from './shared/person-query.ts'

const SIZE = 20

const videoTones: Record<IntroVideoState, Tone> = {
  [IntroVideoState.Pending]: 'warning',
  [IntroVideoState.Rejected]: 'danger',
  [IntroVideoState.Approved]: 'success',
}
/** How far a tutor's onboarding is, and every verdict on the way. */
export function OnboardingTab({ person }: TabProps) {
  return (
    <div className="flex flex-col gap-5">
      <Steps id={person.id} />
      <div className="grid items-start gap-5 xl:grid-cols-3">
        <Videos id={person.id} />
        {meetingKinds.map((kind) => (
          <Meetings key={kind} kind={kind} id={person.id} />
        ))}
      </div>
    </div>
  )
}

function Steps({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const query = useQuery(tutorMetaQuery(id))
  return (
    <QueryView query={query} loading={<Skeleton className="h-24 rounded-card" />} failedIn={Card}>
      {(tutor) => (
        <Card padding="lg">
          <SectionHeading title={t('onboarding.steps')} />
          <ol className="grid gap-3 sm:grid-cols-3">
            <Step name={t('onboarding.introVideo')} isPassed={tutor.passedIntroVideo} />
            <Step name={t('onboarding.interview')} isPassed={tutor.passedInterview} />
            <Step name={t('onboarding.demo')} isPassed={tutor.passedDemoSession} />
          </ol>
          {tutor.bypassOnboarding && <p className="mt-3 text-muted">{t('onboarding.bypassed')}</p>}
        </Card>
      )}
    </QueryView>
  )
}

function Step({ name, isPassed }: { name: string; isPassed: boolean }) {
  const t = useMessages(staffPerson)
  return (
    <li className="flex items-center justify-between gap-3 rounded-control bg-sunken px-4 py-3">
      <span className="font-semibold">{name}</span>
      <Badge tone={isPassed ? 'success' : 'neutral'} icon={isPassed ? Check : Clock}>
        {t(isPassed ? 'onboarding.passed' : 'onboarding.notYet')}
      </Badge>
    </li>
  )
}

type RecordsProps<T> = {
  title: string
  empty: string
  query: ViewedQuery<readonly T[]>
  children: (record: T) => ReactNode
}

/** Records of one kind, newest first, with the states of their loading. */
function Records<T extends { id: number }>({ title, empty, query, children }: RecordsProps<T>) {
  return (
    <Card padding="lg">
      <SectionHeading title={title} />
      <QueryView
        query={query}
        loading={<Skeleton className="h-20" />}
        empty={(records) => records.length === 0 && <p className="text-muted">{empty}</p>}
      >
        {(records) => (
          <ul className="flex flex-col gap-4">
            {records.map((record) => (
              <li
                key={record.id}
                className="flex flex-col gap-1.5 border-line border-t pt-3 first:border-t-0 first:pt-0"
              >
                {children(record)}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function Videos({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const query = useQuery({
    queryKey: [...personKey(id), 'intro-videos'],
    queryFn: async ({ signal }) => {
      const { main } = await request(listIntroVideos, { query: { tutorIds: [id], size: SIZE } }, { signal })
      return main.list
    },
  })
  return (
    <Records title={t('onboarding.videos')} empty={t('onboarding.noVideos')} query={query}>
      {(video) => <Video video={video} />}
    </Records>
  )
}

function Video({ video }: { video: IntroVideo }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={videoTones[video.state]}>{staffPerson.onboarding.videoStates[video.state]}</Badge>
        <time dateTime={video.createdAt} className="text-muted text-sm">
          {t('onboarding.uploaded', { moment: format.moment(fromIso(video.createdAt)) })}
        </time>
      </span>
      {/* biome-ignore lint/a11y/useMediaCaption: a tutor's own recording, which has no captions */}
      <video
        src={video.src}
        controls
        preload="none"
        aria-label={t('onboarding.watch')}
        className="aspect-video w-full rounded-control bg-inverse object-contain"
      />
    </>
  )
}

/** Interviews are listed for both people; of demo sessions, those in which this person was the tutor. */
const MEETINGS = {
  interview: {
    title: 'onboarding.interviews',
    empty: 'onboarding.noInterviews',
    list: (id: number, signal: AbortSignal) =>
      request(listInterviews, { query: { users: [id], size: SIZE } }, { signal }),
  },
  demo: {
    title: 'onboarding.demos',
    empty: 'onboarding.noDemos',
    list: (id: number, signal: AbortSignal) =>
      request(listDemoSessions, { query: { tutorIds: [id], size: SIZE } }, { signal }),
  },
} as const

function Meetings({ kind, id }: { kind: MeetingKind; id: number }) {
  const t = useMessages(staffPerson)
  const { title, empty, list } = MEETINGS[kind]
  const query = useQuery({
    queryKey: [...personKey(id), 'meetings', kind],
    queryFn: async ({ signal }) => {
      const answer: { list: ListedMeeting[] } = await list(id, signal)
      return answer.list.map(meetingOf)
    },
  })
  return (
    <Records title={t(title)} empty={t(empty)} query={query}>
      {(meeting) => <MeetingRecord meeting={meeting} of={id} />}
    </Records>
  )
}

function MeetingRecord({ meeting, of }: { meeting: Meeting; of: number }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const { tutor, manager, status, start, level, managerFeedback, note } = meeting
  const other = manager.id === of ? tutor : manager
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <MeetingBadge status={status} />
        <time dateTime={toIso(start)} className="text-muted text-sm">
          {format.moment(start)}
        </time>
      </span>
      <span className="text-sm">{t('onboarding.with', { name: other.name ?? String(other.id) })}</span>
      {level !== null && <span className="text-sm">{t('onboarding.level', { level })}</span>}
      {managerFeedback && <Words label={t('onboarding.feedback')} text={managerFeedback} />}
      {note && <Words label={t('onboarding.note')} text={note} />}
    </>
  )
}

function Words({ label, text }: { label: string; text: string }) {
  return (
    <p className="text-sm">
      <span className="text-muted">{label}: </span>
      {innerText(text)}
    </p>
  )
}
