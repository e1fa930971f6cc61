import { queryOptions, useQuery } from '@tanstack/react-query'
import { DoorOpen, Gavel } from 'lucide-react'
import { listDemoSessions, listInterviews } from '#contract/calls/meetings'
import { addDays, type Instant, localDay, startOfDay, toIso } from '#domain/cairo'
import { MeetingStatus } from '#domain/meetings/statuses'
import { roomState } from '#domain/sessions/hours'
import { SESSION_PAGES } from '#domain/sessions/session-id'
import { onboarding } from '#messages/onboarding'
import { useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { request } from '../../../platform/api.ts'
import { now as currentTime } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/format.ts'
import { DASHBOARD_ORIGIN } from '../../../platform/origin.ts'
import { keys } from '../../../platform/query-keys.ts'
import { type Meeting, meetingOf } from '../../../shared/meetings/meeting.ts'
import { AnchorButton } from '../../../ui/anchor-button.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card, SectionHeading } from '../../../ui/card.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Tutors book and cancel meanwhile: the list is read again this often, in milliseconds. */
const REREAD_MS = 60_000
const MAX_SHOWN = 50

/** A manager's meetings that wait: those until tonight, and earlier ones without a verdict; the earliest first. */
const managersMeetingsQuery = (managerId: number) =>
  queryOptions({
    queryKey: [...keys.meetings, 'today', managerId],
    queryFn: async ({ signal }): Promise<Meeting[]> => {
      const tonight = { start: { lt: toIso(startOfDay(addDays(localDay(currentTime()), 1))) } }
      const inOrder = { orderBy: 'start' as const, direction: 'asc' as const, size: MAX_SHOWN }
      const waiting = { statuses: [MeetingStatus.Pending], ...tonight, ...inOrder }
      const [interviews, demos] = await Promise.all([
        request(listInterviews, { query: { ...waiting, interviewers: [managerId] } }, { signal }),
        request(listDemoSessions, { query: { ...waiting, tutorManagerIds: [managerId] } }, { signal }),
      ])
      return [...interviews.list, ...demos.list].map(meetingOf).sort((one, other) => one.start - other.start)
    },
    refetchInterval: REREAD_MS,
  })

/** A tutor manager's interviews and demo sessions of today: the way in, and to the dashboard's verdict. */
export function ManagersMeetings({ managerId, now }: { managerId: number; now: Instant }) {
  const t = useMessages(onboarding)
  const meetings = useQuery(managersMeetingsQuery(managerId))
  if (meetings.data?.length === 0) return null
  return (
    <section>
      <SectionHeading
        title={t('managers.title')}
        action={
          <AnchorButton href={`${DASHBOARD_ORIGIN}/interviews`} variant="ghost" size="sm">
            {t('managers.all')}
          </AnchorButton>
        }
      />
      <QueryView query={meetings} loading={<Skeleton className="h-24 rounded-card" />}>
        {(list) => (
          <Card padding="none">
            <ol className="divide-y divide-line">
              {list.map((meeting) => (
                <MeetingRow key={`${meeting.kind}-${meeting.id}`} meeting={meeting} now={now} />
              ))}
            </ol>
          </Card>
        )}
      </QueryView>
    </section>
  )
}

function MeetingRow({ meeting, now }: { meeting: Meeting; now: Instant }) {
  const t = useMessages(onboarding)
  const format = useFormat()
  const { kind, id, tutor, start, end } = meeting
  const name = shownName(tutor) ?? t('managers.nameless')
  const state = roomState(meeting, now)
  const tab = kind === 'demo' ? 'tab=demos&' : ''
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Avatar id={tutor.id} name={name} src={tutor.image} size="sm" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-semibold">
          <PersonName>{name}</PersonName>
        </p>
        <p className="text-muted text-sm">
          {localDay(start) === localDay(now) ? format.timeRange(start, end) : format.moment(start)}
        </p>
      </div>
      <Badge tone={end <= now ? 'warning' : 'brand'}>{t(end <= now ? 'managers.due' : `managers.${kind}`)}</Badge>
      <div className="flex flex-wrap gap-2">
        {state === 'open' && (
          <LinkButton to={`${SESSION_PAGES[kind]}/$id`} params={{ id: String(id) }} size="sm" icon={DoorOpen}>
            {t('managers.join')}
          </LinkButton>
        )}
        {start <= now && (
          <AnchorButton
            href={`${DASHBOARD_ORIGIN}/interviews?${tab}open=${id}`}
            variant="secondary"
            size="sm"
            icon={Gavel}
          >
            {t('managers.judge')}
          </AnchorButton>
        )}
      </div>
    </li>
  )
}
