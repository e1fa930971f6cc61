import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, PartyPopper, UserRoundPen } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Onboarding } from '#contract/onboarding'
import { fromIso, type Instant } from '#domain/cairo'
import { MeetingStatus, meetingPhase } from '#domain/meetings/statuses'
import { StepState } from '#domain/onboarding/steps'
import { onboarding } from '#messages/onboarding'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useOpenReport } from '../../platform/dialogs.tsx'
import { meetingOf } from '../../shared/meetings/meeting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { MeetingStep } from './meeting-step.tsx'
import { onboardingQuery } from './onboarding-queries.ts'
import { Step } from './step.tsx'
import {
  currentStep,
  newsOf,
  passedCount,
  SHOWN_STEPS,
  type ShownStep,
  type StepStates,
  stepStatesOf,
} from './steps.ts'

const IntroVideoStep = lazyPart(async () => (await import('./intro-video-step.tsx')).IntroVideoStep)

const PhotoSessionStep = lazyPart(async () => (await import('./shared/photo-session-step.tsx')).PhotoSessionStep)

/** /t/onboarding: the steps until a tutor is listed; it updates automatically when staff decide. */
export function OnboardingScreen() {
  const t = useMessages(onboarding)
  const me = useMe()
  const query = useQuery(onboardingQuery(me.id))
  return (
    <Page width="reading">
      <PageHeader title={t('title')} text={t('text')} />
      <QueryView
        query={query}
        loading={
          <Loading text={t('loading')} className="flex flex-col gap-4">
            <Skeleton className="h-6" />
            <Skeleton className="h-72 rounded-card" />
            <Skeleton className="h-20 rounded-card" />
            <Skeleton className="h-20 rounded-card" />
          </Loading>
        }
      >
        {(data) => <Steps progress={data} />}
      </QueryView>
      <Help />
    </Page>
  )
}

function Steps({ progress }: { progress: Onboarding }) {
  const t = useMessages(onboarding)
  const states = stepStatesOf(progress)
  const current = currentStep(states)
  const done = passedCount(states)
  const shown = useShownSteps(states, current, feedbackDue(progress))
  useNews(states)
  return (
    <>
      <ProgressBar value={done} max={SHOWN_STEPS.length} label={t('progress', { done, total: SHOWN_STEPS.length })} />
      {progress.isListed && <Listed />}
      {!progress.isListed && current === null && <Ready />}
      <ol aria-label={t('steps')}>
        {SHOWN_STEPS.map((step, index) => (
          <Step
            key={step}
            number={index + 1}
            step={step}
            state={states[step]}
            isCurrent={step === current}
            isShown={shown.has(step)}
            onToggle={() => shown.toggle(step)}
          >
            <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>{contentOf(step, progress)}</Suspense>
          </Step>
        ))}
      </ol>
    </>
  )
}

const instantOf = (iso: string | null): Instant | null => (iso === null ? null : fromIso(iso))

function contentOf(step: ShownStep, { interview, demoSession }: Onboarding): ReactNode {
  const booked = {
    interview: interview.latest && meetingOf(interview.latest),
    demo: demoSession.latest && meetingOf(demoSession.latest),
  }
  const pending = Object.values(booked).flatMap((meeting) =>
    meeting?.status === MeetingStatus.Pending ? [meeting] : [],
  )
  switch (step) {
    case 'profile':
      return <Profile />
    case 'introVideo':
      return <IntroVideoStep />
    case 'interview':
      return (
        <MeetingStep
          kind="interview"
          state={interview.state}
          latest={booked.interview}
          retryAt={instantOf(interview.retryAt)}
          own={pending}
        />
      )
    case 'demoSession':
      return (
        <MeetingStep
          kind="demo"
          state={demoSession.state}
          latest={booked.demo}
          retryAt={instantOf(demoSession.retryAt)}
          own={pending}
        />
      )
    case 'photoSession':
      return <PhotoSessionStep />
  }
}

/** The steps whose meeting has a verdict on which the tutor has not given feedback yet. */
function feedbackDue({ interview, demoSession }: Onboarding): ShownStep[] {
  const isDue = ({ latest }: Onboarding['interview'] | Onboarding['demoSession']) =>
    latest !== null && meetingPhase(latest.status) === 'judged' && meetingOf(latest).tutorFeedback === null
  const due: ShownStep[] = []
  if (isDue(interview)) due.push('interview')
  if (isDue(demoSession)) due.push('demoSession')
  return due
}

/**
 * The current step and steps with pending actions are expanded, until the tutor expands or collapses them. A step
 * that was expanded stays so after it is passed, because it shows the result.
 */
function useShownSteps(states: StepStates, current: ShownStep | null, asking: readonly ShownStep[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<ShownStep, boolean>>(new Map())
  const [opened, setOpened] = useState<ReadonlySet<ShownStep>>(new Set())
  const isDue = (step: ShownStep) => step === current || states[step] === StepState.Pending || asking.includes(step)
  const due = SHOWN_STEPS.filter((step) => isDue(step) && !opened.has(step))
  if (due.length > 0) setOpened(new Set([...opened, ...due]))
  const has = (step: ShownStep): boolean =>
    states[step] !== StepState.Locked && (chosen.get(step) ?? (opened.has(step) || isDue(step)))
  return { has, toggle: (step: ShownStep) => setChosen(new Map(chosen).set(step, !has(step))) }
}

/** A verdict that arrives while the page is open is said, wherever on the page the reader is. */
function useNews(states: StepStates): void {
  const t = useMessages(onboarding)
  const before = useRef(states)
  useEffect(() => {
    const news = newsOf(before.current, states)
    before.current = states
    if (!news) return
    const title = t(`news.${news.type}`, { step: t(`stepNames.${news.step}`) })
    if (news.type === 'passed') toast.success(title, { id: 'onboarding-news' })
    else toast.info(title, { id: 'onboarding-news' })
  }, [states, t])
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
