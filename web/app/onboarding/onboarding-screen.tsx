import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, PartyPopper, UserRoundPen } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Onboarding } from '#contract/onboarding'
import { fromIso, type Instant } from '#domain/cairo'
import { MeetingStatus, meetingPhase } from '#domain/meetings/statuses'
import { StationState } from '#domain/onboarding/stations'
import { onboarding } from '#messages/onboarding'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useOpenReport } from '../../platform/dialogs.tsx'
import { meetingOf } from '../../shared/meetings/meeting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { MeetingStation } from './meeting-station.tsx'
import { onboardingQuery } from './onboarding-queries.ts'
import { currentStation, newsOf, passedCount, ROAD, type RoadStation, type Standings, standingsOf } from './road.ts'
import { Station } from './station.tsx'

const IntroVideoStation = lazy(async () => ({
  default: (await import('./intro-video-station.tsx')).IntroVideoStation,
}))

const PhotoSessionStation = lazy(async () => ({
  default: (await import('./shared/photo-session-station.tsx')).PhotoSessionStation,
}))

/** /t/onboarding: the stations until a tutor is listed; it updates automatically when staff decide. */
export function OnboardingScreen() {
  const t = useMessages(onboarding)
  const me = useMe()
  const road = useQuery(onboardingQuery(me.id))
  return (
    <Page width="reading">
      <PageHeader title={t('title')} text={t('text')} />
      <QueryView
        query={road}
        loading={
          <Loading text={t('loading')} className="flex flex-col gap-4">
            <Skeleton className="h-6" />
            <Skeleton className="h-72 rounded-card" />
            <Skeleton className="h-20 rounded-card" />
            <Skeleton className="h-20 rounded-card" />
          </Loading>
        }
      >
        {(data) => <Road road={data} />}
      </QueryView>
      <Help />
    </Page>
  )
}

function Road({ road }: { road: Onboarding }) {
  const t = useMessages(onboarding)
  const standings = standingsOf(road)
  const current = currentStation(standings)
  const done = passedCount(standings)
  const shown = useShownStations(standings, current, feedbackDue(road))
  useNews(standings)
  return (
    <>
      <ProgressBar value={done} max={ROAD.length} label={t('progress', { done, total: ROAD.length })} />
      {road.isListed && <Listed />}
      {!road.isListed && current === null && <Ready />}
      <ol aria-label={t('steps')}>
        {ROAD.map((station, index) => (
          <Station
            key={station}
            number={index + 1}
            station={station}
            state={standings[station]}
            isCurrent={station === current}
            isShown={shown.has(station)}
            onToggle={() => shown.toggle(station)}
          >
            <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>{contentOf(station, road)}</Suspense>
          </Station>
        ))}
      </ol>
    </>
  )
}

const instantOf = (iso: string | null): Instant | null => (iso === null ? null : fromIso(iso))

function contentOf(station: RoadStation, { interview, demoSession }: Onboarding): ReactNode {
  const booked = {
    interview: interview.latest && meetingOf(interview.latest),
    demo: demoSession.latest && meetingOf(demoSession.latest),
  }
  const pending = Object.values(booked).flatMap((meeting) =>
    meeting?.status === MeetingStatus.Pending ? [meeting] : [],
  )
  switch (station) {
    case 'profile':
      return <Profile />
    case 'introVideo':
      return <IntroVideoStation />
    case 'interview':
      return (
        <MeetingStation
          kind="interview"
          state={interview.state}
          latest={booked.interview}
          retryAt={instantOf(interview.retryAt)}
          own={pending}
        />
      )
    case 'demoSession':
      return (
        <MeetingStation
          kind="demo"
          state={demoSession.state}
          latest={booked.demo}
          retryAt={instantOf(demoSession.retryAt)}
          own={pending}
        />
      )
    case 'photoSession':
      return <PhotoSessionStation />
  }
}

/** The stations whose meeting has a verdict on which the tutor has not given feedback yet. */
function feedbackDue({ interview, demoSession }: Onboarding): RoadStation[] {
  const isDue = ({ latest }: Onboarding['interview'] | Onboarding['demoSession']) =>
    latest !== null && meetingPhase(latest.status) === 'judged' && meetingOf(latest).tutorFeedback === null
  const due: RoadStation[] = []
  if (isDue(interview)) due.push('interview')
  if (isDue(demoSession)) due.push('demoSession')
  return due
}

/**
 * The current station and stations with pending actions are expanded, until the tutor expands or collapses them. A station
 * that was expanded stays so after it is passed, because it shows the result.
 */
function useShownStations(standings: Standings, current: RoadStation | null, asking: readonly RoadStation[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<RoadStation, boolean>>(new Map())
  const [opened, setOpened] = useState<ReadonlySet<RoadStation>>(new Set())
  const isDue = (station: RoadStation) =>
    station === current || standings[station] === StationState.Pending || asking.includes(station)
  const due = ROAD.filter((station) => isDue(station) && !opened.has(station))
  if (due.length > 0) setOpened(new Set([...opened, ...due]))
  const has = (station: RoadStation): boolean =>
    standings[station] !== StationState.Locked && (chosen.get(station) ?? (opened.has(station) || isDue(station)))
  return { has, toggle: (station: RoadStation) => setChosen(new Map(chosen).set(station, !has(station))) }
}

/** A verdict that arrives while the page is open is said, wherever on the page the reader is. */
function useNews(standings: Standings): void {
  const t = useMessages(onboarding)
  const before = useRef(standings)
  useEffect(() => {
    const news = newsOf(before.current, standings)
    before.current = standings
    if (!news) return
    const title = t(`news.${news.type}`, { station: t(`stations.${news.station}`) })
    if (news.type === 'passed') toast.success(title, { id: 'onboarding-news' })
    else toast.info(title, { id: 'onboarding-news' })
  }, [standings, t])
}

function Profile() {
  const t = useMessages(onboarding)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>{t('profileDone')}</p>
      <LinkButton to="/t/profile-settings" variant="secondary" size="sm" icon={UserRoundPen}>
        {t('profileEdit')}
      </LinkButton>
    </div>
  )
}

function Listed() {
  const t = useMessages(onboarding)
  return (
    <Finish title={t('listed.title')} text={t('listed.text')}>
      <LinkButton to="/schedule-management" variant="accent">
        {t('listed.hours')}
      </LinkButton>
      <LinkButton to="/t/dashboard" variant="ghost" className="text-on-deep! hover:bg-on-deep/15!">
        {t('listed.home')}
      </LinkButton>
    </Finish>
  )
}

/** All is passed, and staff have not activated the account yet. */
function Ready() {
  const t = useMessages(onboarding)
  return (
    <Finish title={t('ready.title')} text={t('ready.text')}>
      <LinkButton to="/schedule-management" variant="accent">
        {t('listed.hours')}
      </LinkButton>
    </Finish>
  )
}

function Finish({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card tone="deep" padding="lg" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <PartyPopper aria-hidden className="size-10 text-accent" strokeWidth={1.75} />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-xl">{title}</h2>
        <p className="mt-1 text-on-deep-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </Card>
  )
}

function Help() {
  const t = useMessages(onboarding)
  const openReport = useOpenReport()
  if (!openReport) return null
  return (
    <Card tone="sunken" className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <LifeBuoy aria-hidden className="size-6 shrink-0 text-brand-ink" />
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-base">{t('help.title')}</h2>
        <p className="text-muted text-sm">{t('help.text')}</p>
      </div>
      <Button variant="secondary" onClick={() => openReport()}>
        {t('help.action')}
      </Button>
    </Card>
  )
}
