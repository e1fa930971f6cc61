import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Check, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { listIntroVideos } from '#contract/calls/intro-videos'
import { listDemoSessions, listInterviews } from '#contract/calls/meetings'
import type { IntroVideo } from '#contract/intro-videos'
import type { InterviewWithMembers } from '#contract/meetings'
import { fromIso } from '#domain/cairo'
import { type InterviewStatus, MeetingStatus } from '#domain/meetings/statuses'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { innerText } from '#domain/rich-text'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { TabProps } from './person-address.ts'
import { personKey, tutorMetaQuery } from './queries.ts'

const SIZE = 20

const videoTones: Record<IntroVideoState, Tone> = {
  [IntroVideoState.Pending]: 'warning',
  [IntroVideoState.Rejected]: 'danger',
  [IntroVideoState.Approved]: 'success',
}
/** Interviews and demo sessions share the first three statuses; the others are cancellations. */
const meetingTone = (status: InterviewStatus | MeetingStatus): Tone => {
  if (status === MeetingStatus.Pending) return 'warning'
  if (status === MeetingStatus.Passed) return 'success'
  return status === MeetingStatus.Rejected ? 'danger' : 'neutral'
}

/** How far a tutor's onboarding is, and every verdict on the way. */
export function OnboardingTab({ person }: TabProps) {
  return (
    <div className="flex flex-col gap-5">
      <Steps id={person.id} />
      <div className="grid items-start gap-5 xl:grid-cols-3">
        <Videos id={person.id} />
        <Interviews id={person.id} />
        <Demos id={person.id} />
      </div>
    </div>
  )
}

function Steps({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const { data: tutor } = useQuery(tutorMetaQuery(id))
  if (!tutor) return <Skeleton className="h-24 rounded-card" />
  const steps = [
    { key: 'introVideo', isPassed: tutor.passedIntroVideo },
    { key: 'interview', isPassed: tutor.passedInterview },
    { key: 'demo', isPassed: tutor.passedDemoSession },
  ] as const
  return (
    <Card padding="lg">
      <SectionHeading title={t('onboarding.steps')} />
      <ol className="grid gap-3 sm:grid-cols-3">
        {steps.map(({ key, isPassed }) => (
          <li key={key} className="flex items-center justify-between gap-3 rounded-control bg-sunken px-4 py-3">
            <span className="font-semibold">{t(`onboarding.${key}`)}</span>
            <Badge tone={isPassed ? 'success' : 'neutral'} icon={isPassed ? Check : Clock}>
              {t(isPassed ? 'onboarding.passed' : 'onboarding.notYet')}
            </Badge>
          </li>
        ))}
      </ol>
      {tutor.bypassOnboarding && <p className="mt-3 text-muted">{t('onboarding.bypassed')}</p>}
    </Card>
  )
}

type RecordsProps<T> = {
  title: string
  empty: string
  result: UseQueryResult<readonly T[]>
  children: (record: T) => ReactNode
}

/** Records of one kind, newest first, with the states of their loading. */
function Records<T extends { id: number }>({ title, empty, result, children }: RecordsProps<T>) {
  const { data, isError, isFetching, refetch } = result
  return (
    <Card padding="lg">
      <SectionHeading title={title} />
      {!data && isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !isError && <Skeleton className="h-20" />}
      {data?.length === 0 && <p className="text-muted">{empty}</p>}
      {data && data.length > 0 && (
        <ul className="flex flex-col gap-4">
          {data.map((record) => (
            <li key={record.id} className="flex flex-col gap-1.5 border-line border-t pt-3 first:border-t-0 first:pt-0">
              {children(record)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Videos({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const result = useQuery({
    queryKey: [...personKey(id), 'intro-videos'],
    queryFn: async ({ signal }) => {
      const { main } = await request(listIntroVideos, { query: { tutorIds: [id], size: SIZE } }, { signal })
      return main.list
    },
  })
  return (
    <Records title={t('onboarding.videos')} empty={t('onboarding.noVideos')} result={result}>
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

function Interviews({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const result = useQuery({
    queryKey: [...personKey(id), 'interviews'],
    queryFn: async ({ signal }) => {
      const { list } = await request(listInterviews, { query: { users: [id], size: SIZE } }, { signal })
      return list
    },
  })
  return (
    <Records title={t('onboarding.interviews')} empty={t('onboarding.noInterviews')} result={result}>
      {(interview) => <Interview interview={interview} of={id} />}
    </Records>
  )
}

function Interview({ interview, of }: { interview: InterviewWithMembers; of: number }) {
  const t = useMessages(staffPerson)
  const { interviewer, interviewee, status, level, interviewerFeedback, note } = interview
  const other = interviewer.id === of ? interviewee : interviewer
  return (
    <>
      <Meeting
        tone={meetingTone(status)}
        state={staffPerson.onboarding.interviewStates[status]}
        start={interview.start}
      />
      <span className="text-sm">{t('onboarding.with', { name: other.name ?? String(other.id) })}</span>
      {level !== null && <span className="text-sm">{t('onboarding.level', { level })}</span>}
      {interviewerFeedback && <Words label={t('onboarding.feedback')} text={interviewerFeedback} />}
      {note && <Words label={t('onboarding.note')} text={note} />}
    </>
  )
}

function Demos({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const result = useQuery({
    queryKey: [...personKey(id), 'demo-sessions'],
    queryFn: async ({ signal }) => {
      const { list } = await request(listDemoSessions, { query: { tutorIds: [id], size: SIZE } }, { signal })
      return list
    },
  })
  return (
    <Records title={t('onboarding.demos')} empty={t('onboarding.noDemos')} result={result}>
      {({ status, start }) => (
        <Meeting tone={meetingTone(status)} state={staffPerson.onboarding.demoStates[status]} start={start} />
      )}
    </Records>
  )
}

function Meeting({ tone, state, start }: { tone: Tone; state: string; start: string }) {
  const format = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{state}</Badge>
      <time dateTime={start} className="text-muted text-sm">
        {format.moment(fromIso(start))}
      </time>
    </span>
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
