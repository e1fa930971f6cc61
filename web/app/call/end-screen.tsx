import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, DoorOpen, Flag, MessagesSquare } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { isLessonDuration } from '#domain/lessons/durations'
import { isStudent } from '#domain/roles'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useOpenReport } from '../../platform/dialogs.tsx'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyPart, optionalPart } from '../../ui/lazy-part.tsx'
import { useLessonActions } from '../lessons/shared/lesson-actions.tsx'
import { NextLessonCard } from '../lessons/shared/next-lesson-card.tsx'
import { ownRatingQuery } from '../ratings/shared/own-rating.ts'
import type { CallView } from './call-view.ts'
import { notedLesson } from './noted-lesson.ts'
import { PlainPage } from './plain-page.tsx'
import { followingLessonQuery } from './queries.ts'
import { WayBack } from './way-back.tsx'

const BookSameTime = optionalPart(async () => (await import('../booking/shared/book-same-time.tsx')).BookSameTime)

const RateTutorForm = lazyPart(async () => (await import('../ratings/shared/rate-tutor-form.tsx')).RateTutorForm)

const SummaryForm = lazyPart(async () => (await import('../student-notes/shared/summary-form.tsx')).SummaryForm)

/** After a session: how long the two were together, rating it or writing its summary, and the next lesson; entering again while the room is open. */
export function EndScreen({ view }: { view: CallView }) {
  const queryClient = useQueryClient()
  const { session, me } = view
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: keys.lessons })
  }, [queryClient])
  return (
    <PlainPage>
      <div className="mx-auto flex max-w-2xl flex-col gap-6 pt-4">
        <Ending view={view} />
        {session.kind === 'lesson' && isStudent(me.role) && <RateLesson view={view} />}
        <SummarizeLesson view={view} />
        {session.kind === 'lesson' && <NextLesson view={view} />}
        <div className="flex flex-wrap justify-center gap-3">
          <WayBack session={session} me={me} variant={session.kind === 'lesson' ? 'ghost' : 'primary'} />
          <ReportButton view={view} />
        </div>
      </div>
    </PlainPage>
  )
}

/** The summary of the session that has just ended: with whom, and how long. */
function Ending({ view: { phase, session, name, what, call } }: { view: CallView }) {
  const t = useMessages(words)
  const format = useFormat()
  const isClosed = phase.type === 'ended'
  // Most leave when the time is over, while the room stays open for a while.
  const isDone = useNow(30_000) >= session.end || isClosed
  const together = session.minutesTogether ?? 0
  return (
    <Card tone="deep" padding="lg" className="flex flex-col items-center gap-4 text-center">
      <span className="relative">
        <Avatar id={session.other.id} name={name} src={session.other.image} size="xl" eager />
        {isDone && (
          <span className="-inset-e-1 -bottom-1 absolute grid size-9 place-items-center rounded-full bg-accent text-on-accent ring-4 ring-brand-deep">
            <Check aria-hidden className="size-5" strokeWidth={3} />
          </span>
        )}
      </span>
      <div role="status" className="flex flex-col items-center gap-2">
        <h1 className="text-2xl">{t(isDone ? 'end.ended' : 'end.left', { what })}</h1>
        {together > 0 && (
          <p className="flex items-center gap-2 rounded-full bg-on-deep/15 px-4 py-1.5 font-bold">
            <MessagesSquare aria-hidden className="size-5" />
            {t('end.together', { time: format.duration(together) })}
          </p>
        )}
        <p className="text-on-deep-muted">{t(isClosed ? 'end.endedText' : isDone ? 'end.doneText' : 'end.leftText')}</p>
      </div>
      {!isClosed && (
        <Button variant="secondary" icon={DoorOpen} onClick={call.restart}>
          {t('end.again')}
        </Button>
      )}
    </Card>
  )
}

function ReportButton({ view: { session, name } }: { view: CallView }) {
  const t = useMessages(words)
  const openReport = useOpenReport()
  if (!openReport) return null
  const about = session.kind === 'lesson' ? { kind: 'lesson' as const, lesson: { id: session.id, name } } : {}
  return (
    <Button variant="ghost" icon={Flag} onClick={() => openReport(about)}>
      {t('end.report')}
    </Button>
  )
}

/** Shown once after a lesson that has begun. An earlier rating is changed on the tutor's page, not here. */
function RateLesson({ view: { me, session, name } }: { view: CallView }) {
  const t = useMessages(words)
  const [isDone, setIsDone] = useState(false)
  const at = useNow(30_000)
  const tutorId = session.other.id
  const { data: own } = useQuery(ownRatingQuery(tutorId, me.id))
  if (own !== null || isDone || at < session.start) return null
  const close = () => setIsDone(true)
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <div className="text-center">
        <h2 className="text-lg">{t('end.rateTitle')}</h2>
        <p className="text-muted">{t('end.rateText', { name })}</p>
      </div>
      <Suspense>
        <RateTutorForm tutor={{ id: tutorId, name }} own={null} onDone={close} onLater={close} />
      </Suspense>
    </Card>
  )
}

/** The tutor writes what the lesson was about while it is fresh. */
function SummarizeLesson({ view }: { view: CallView }) {
  const t = useMessages(words)
  const at = useNow(30_000)
  const lesson = notedLesson(view)
  if (!lesson || at < lesson.start) return null
  return (
    <Card padding="lg" className="flex flex-col gap-4">
      <h2 className="text-lg">{t('end.summaryTitle')}</h2>
      <Suspense>
        <SummaryForm lessonId={lesson.id} name={view.name} />
      </Suspense>
    </Card>
  )
}

/** The next lesson; a student without one books the same time again, once this one is over. */
function NextLesson({ view: { me, session, name } }: { view: CallView }) {
  const at = useNow(30_000)
  const { actions, dialog } = useLessonActions(me.id)
  const { data: next } = useQuery(followingLessonQuery(me.id, session))
  if (next)
    return (
      <section>
        <NextLessonCard lesson={next} actions={actions} now={at} />
        {dialog}
      </section>
    )
  // Until a lesson is over it is the one that a student may have booked.
  if (next === undefined || !isStudent(me.role) || !isLessonDuration(session.duration) || at < session.end) return null
  return (
    <Suspense>
      <BookSameTime
        tutor={{ id: session.other.id, name }}
        lesson={{ start: session.start, duration: session.duration }}
      />
    </Suspense>
  )
}
