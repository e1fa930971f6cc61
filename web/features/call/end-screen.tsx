import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus, DoorOpen, Flag } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isStudent } from '#domain/roles'
import { call as words } from '../../i18n/ar/call.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useDialog, useOpenReport } from '../../platform/dialogs.tsx'
import { keys } from '../../platform/query-keys.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useLessonActions } from '../lessons/shared/lesson-actions.tsx'
import { NextLessonCard } from '../lessons/shared/next-lesson-card.tsx'
import { ownRatingQuery } from '../ratings/shared/own-rating.ts'
import type { CallView } from './call-view.ts'
import { notedLesson } from './noted-lesson.ts'
import { PlainPage } from './plain-page.tsx'
import { followingLessonQuery } from './queries.ts'
import { WayBack } from './way-back.tsx'

const RateTutorForm = lazy(async () => ({
  default: (await import('../ratings/shared/rate-tutor-form.tsx')).RateTutorForm,
}))

const SummaryForm = lazy(async () => ({
  default: (await import('../student-notes/shared/summary-form.tsx')).SummaryForm,
}))

/** After a session: rating it or writing its summary, entering again while the room is open, and the next lesson. */
export function EndScreen({ view }: { view: CallView }) {
  const t = useMessages(words)
  const queryClient = useQueryClient()
  const { phase, what, session, name, call, me } = view
  const isEnded = phase.is === 'ended'
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: keys.lessons })
  }, [queryClient])
  return (
    <PlainPage>
      <div className="mx-auto flex max-w-2xl flex-col gap-6 pt-4">
        <div role="status" className="flex flex-col items-center gap-3 text-center">
          <Avatar id={session.other.id} name={name} src={session.other.image} size="xl" eager />
          <h1 className="text-2xl">{t(isEnded ? 'end.ended' : 'end.left', { what })}</h1>
          <p className="text-muted">{t(isEnded ? 'end.endedText' : 'end.leftText')}</p>
        </div>
        <div className="flex flex-wrap justify-center gap-3">
          {!isEnded && (
            <Button variant="secondary" icon={DoorOpen} onClick={call.restart}>
              {t('end.again')}
            </Button>
          )}
        </div>
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

/** The next lesson; a student without one can book it here, with the same tutor. */
function NextLesson({ view: { me, session, name } }: { view: CallView }) {
  const t = useMessages(words)
  const at = useNow(30_000)
  const openBooking = useDialog('booking')
  const { actions, dialog } = useLessonActions(me.id)
  const { data: next } = useQuery(followingLessonQuery(me.id, session))
  const tutorId = session.other.id
  if (next)
    return (
      <section>
        <NextLessonCard lesson={next} actions={actions} now={at} />
        {dialog}
      </section>
    )
  if (next === undefined || !isStudent(me.role)) return null
  return (
    <Button size="lg" icon={CalendarPlus} className="mx-auto" onClick={() => openBooking({ tutorId })}>
      {t('end.bookAgain', { name })}
    </Button>
  )
}
