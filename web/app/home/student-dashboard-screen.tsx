import { useQuery } from '@tanstack/react-query'
import { CalendarClock, MessagesSquare, UserRoundSearch } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { type Instant, plusDays } from '#domain/cairo'
import { nextStep } from '#domain/students/next-step'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe, useOwnSubscription } from '../../platform/current-user.ts'
import { type Renewal, renewalOf } from '../../shared/plans/renewal.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { optionalPart } from '../../ui/lazy-part.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryView, together } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { BookSameTime } from '../booking/shared/book-same-time.tsx'
import { LatestChats } from '../chat/shared/latest-chats.tsx'
import { type LessonActions, useLessonActions } from '../lessons/shared/lesson-actions.tsx'
import { useTutorsWatch } from '../tutors/shared/watch-tutors.ts'
import { CairoNote } from '../week/shared/cairo-note.tsx'
import { ComingLessons } from './coming-lessons.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Greeting } from './greeting.tsx'
import { MinutesCard } from './minutes-card.tsx'
import { PastLessons } from './past-lessons.tsx'
import { comingLessonsQuery, type LessonsPreview, pastLessonsQuery, studentHomeQuery } from './queries.ts'
import { isNewcomer, type MinutesView, minutesView, nextStepFacts, type StudentHome } from './student-home.ts'
import { StudentNextStep } from './student-next-step.tsx'
import { SuggestedTutors } from './suggested-tutors.tsx'
import { WeekCard } from './week-card.tsx'

const RenewalNote = optionalPart(async () => (await import('../payments/shared/renewal-note.tsx')).RenewalNote)

const PauseNote = optionalPart(async () => (await import('../payments/shared/pause-note.tsx')).PauseNote)

const Offers = optionalPart(async () => (await import('../waiting/shared/offers.tsx')).Offers)

const StandingNote = optionalPart(async () => (await import('../standing/shared/standing-note.tsx')).StandingNote)

const TIPS = [
  { key: 'choose', icon: UserRoundSearch },
  { key: 'short', icon: CalendarClock },
  { key: 'speak', icon: MessagesSquare },
] as const

function HowItWorks() {
  const t = useMessages(dashboards)
  return (
    <section>
      <SectionHeading title={t('how.title')} />
      <ul className="grid gap-3 sm:grid-cols-3">
        {TIPS.map(({ key, icon: Glyph }) => (
          <li key={key}>
            <Card tone="sunken" padding="md" className="flex h-full gap-3 sm:flex-col">
              <Glyph aria-hidden className="size-7 shrink-0 text-brand-ink" strokeWidth={1.75} />
              <div>
                <h3 className="text-base">{t(`how.${key}`)}</h3>
                <p className="mt-0.5 text-muted text-sm">{t(`how.${key}Text`)}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

const TICK_MS = 60_000

/** /s/dashboard: the next lesson or the step that leads to one, then the week. */
export function StudentDashboardScreen() {
  const me = useMe()
  const now = useNow(TICK_MS)
  const { actions, dialog } = useLessonActions(me.id)
  useTutorsWatch()
  return (
    <Page>
      <Greeting name={me.name} now={now} />
      <CairoNote />
      <Body actions={actions} now={now} />
      {dialog}
    </Page>
  )
}

type OwnSubscription = NonNullable<ReturnType<typeof useOwnSubscription>['data']>
type BodyProps = { actions: LessonActions; now: Instant }

function Body({ actions, now }: BodyProps) {
  const t = useMessages(dashboards)
  const me = useMe()
  const coming = useQuery(comingLessonsQuery(me.id))
  const home = useQuery(studentHomeQuery(me.id))
  const subscription = useOwnSubscription()
  const loading = (
    <Loading text={t('loading')} className="flex flex-col gap-5 sm:gap-6">
      <Skeleton className="h-56 rounded-card" />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </Loading>
  )
  return (
    <QueryView query={together(coming, home, subscription)} loading={loading}>
      {(answers) => content(...answers)}
    </QueryView>
  )

  function content(lessons: LessonsPreview, known: StudentHome, own: OwnSubscription): ReactNode {
    const minutes = minutesView(own, now)
    const facts = nextStepFacts({ me, minutes, trial: own.trial, home: known, hasUpcoming: lessons.total > 0 })
    if (isNewcomer(known, minutes, facts)) return <Newcomer minutes={minutes} now={now} />
    const step = nextStep(facts)
    return (
      <Known
        coming={lessons}
        home={known}
        minutes={minutes}
        renewal={renewalOf(own, now)}
        own={own}
        stepCard={step !== 'lesson' && <StudentNextStep step={step} minutes={minutes} home={known} now={now} />}
        canBook={step === 'book'}
        actions={actions}
        now={now}
      />
    )
  }
}

function Newcomer({ minutes, now }: { minutes: MinutesView | null; now: Instant }) {
  return (
    <>
      <FirstSteps minutes={minutes?.left ?? 0} />
      <SuggestedTutors now={now} />
      <HowItWorks />
    </>
  )
}

type KnownProps = BodyProps & {
  coming: LessonsPreview
  home: StudentHome
  minutes: MinutesView | null
  renewal: Renewal | null
  own: OwnSubscription
  stepCard: ReactNode
  /** Whether the next step is to book a lesson. */
  canBook: boolean
}

/** The time of the last lesson again, while a week from it is still to come. */
function SameTimeAgain({ userId, now }: { userId: number; now: Instant }) {
  const { data } = useQuery(pastLessonsQuery(userId))
  const last = data?.lessons[0]
  if (!last || last.other.name === null || plusDays(last.start, 7) <= now) return null
  return <BookSameTime tutor={{ id: last.other.id, name: last.other.name }} lesson={last} />
}

/** The home of a student who has booked a lesson or a plan at least once. */
function Known({ coming, home, minutes, renewal, own, stepCard, canBook, actions, now }: KnownProps) {
  const me = useMe()
  // Without a lesson and without minutes the next step states when new minutes are granted.
  const hasMinutes = minutes !== null && (minutes.left > 0 || (!minutes.isTrial && coming.total > 0))
  const hasWeek = hasMinutes || coming.total > 0 || home.week.lessons > 0 || home.goal !== null
  return (
    <>
      <Suspense>
        <Offers />
      </Suspense>
      <Suspense>
        {own.info !== null && minutes?.pausedUntil != null && (
          <PauseNote subscription={own.info} waiting={own.waiting} now={now} />
        )}
      </Suspense>
      <Suspense>
        {renewal !== null && renewal.state !== 'later' && <RenewalNote renewal={renewal} now={now} />}
      </Suspense>
      <ComingLessons lessons={coming.lessons} actions={actions} now={now} otherwise={stepCard} />
      <Suspense>
        <StandingNote />
      </Suspense>
      <div className="grid gap-4 md:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
        {hasMinutes && <MinutesCard minutes={minutes} now={now} />}
        {hasWeek && <WeekCard home={home} now={now} />}
      </div>
      {home.lessonsTaken === 0 ? (
        <SuggestedTutors now={now} />
      ) : (
        <div className="grid items-start gap-6 sm:gap-8 xl:grid-rows-[auto_1fr] xl:not-has-[>[data-beside]:empty]:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
          <PastLessons userId={me.id} isStudent actions={actions} now={now} />
          {/* Where there is nothing to show in it, the column goes. */}
          <div data-beside className="flex min-w-0 flex-col gap-6 empty:hidden sm:gap-8 xl:row-span-2">
            {canBook && <SameTimeAgain userId={me.id} now={now} />}
            <LatestChats userId={me.id} now={now} hidesEmpty />
          </div>
          <SuggestedTutors now={now} />
        </div>
      )}
    </>
  )
}
