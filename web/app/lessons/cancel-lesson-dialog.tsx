import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, CalendarClock, Hourglass } from 'lucide-react'
import { useRef } from 'react'
import { cancelLesson as cancelCall, getLesson } from '#contract/calls/lessons'
import type { Instant } from '#domain/cairo'
import { cancelLesson, whyNotCancelable } from '#domain/lessons/cancellation'
import { TUTOR_GRACE } from '#domain/lessons/outcome'
import { lessons } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Icon } from '../../ui/icon.ts'
import { toast } from '../../ui/toasts.ts'
import type { LessonView } from './shared/lesson-view.ts'

/**
 * Whether the tutor of a lesson that has begun has been in its session, queried again because the list that shows the
 * lesson may have been loaded before the tutor came.
 */
function useTutorCame(lesson: LessonView, now: Instant): boolean {
  const fresh = useQuery({
    queryKey: [...keys.lessons, 'outcome', lesson.id],
    queryFn: ({ signal }) => request(getLesson, { params: { id: lesson.id } }, { signal }),
    enabled: now >= lesson.start,
    staleTime: 0,
  })
  return (fresh.data ? fresh.data.outcome : lesson.outcome)?.tutorCame ?? false
}

type Cancelling = { lesson: LessonView; name: string; returnedMinutes: number; isStudent: boolean }

/** The queries that a cancellation changes: lessons, the tutor's free time, the minutes of the week, statistics. */
const TOUCHED = [keys.lessons, keys.slots, keys.subscription, keys.stats, keys.tutors]

/** Cancels a lesson, confirms it with a toast and refetches every list that shows it. */
function useCancelLesson() {
  const t = useMessages(lessons)
  const format = useFormat()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ lesson }: Cancelling) => request(cancelCall, { params: { id: lesson.id } }),
    onSuccess: (_, { name, returnedMinutes, isStudent }) => {
      const minutes = format.duration(returnedMinutes)
      const hasRefund = isStudent && returnedMinutes > 0
      toast.success(t('cancel.done', { name }), hasRefund ? { description: t('cancel.doneRefund', { minutes }) } : {})
    },
    onError: (error) => toast.error(t('cancel.failed'), { description: errorText(error), id: 'cancel-lesson' }),
    onSettled: () => {
      for (const queryKey of TOUCHED) void queryClient.invalidateQueries({ queryKey })
    },
  })
}

export type CancelLessonDialogProps = {
  lesson: LessonView
  viewerId: number
  /** Rebooks instead, where this person may. */
  onChange: (() => void) | null
  onClose: () => void
}

/** Shows what cancelling costs before it is confirmed; rebooking is offered first. */
export function CancelLessonDialog({ lesson, viewerId, onChange, onClose }: CancelLessonDialogProps) {
  const t = useMessages(lessons)
  const format = useFormat()
  const now = useNow(10_000)
  const keep = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useCancelLesson()
  const name = lesson.other.name ?? t('card.someone')
  const tutorCame = useTutorCame(lesson, now)
  const refusal = whyNotCancelable(lesson, viewerId, now, tutorCame)
  const returnedMinutes = refusal === null ? (cancelLesson(lesson, viewerId, now, tutorCame)?.returnedMinutes ?? 0) : 0
  const isStudent = viewerId === lesson.studentId
  const canChange = onChange !== null && now < lesson.start
  const cancel = () => mutate({ lesson, name, returnedMinutes, isStudent }, { onSuccess: onClose })

  const footer = (
    <>
      {canChange && (
        <Button icon={CalendarClock} disabled={isPending} onClick={onChange}>
          {t('cancel.change')}
        </Button>
      )}
      <Button ref={keep} variant="secondary" disabled={isPending} onClick={onClose}>
        {t('cancel.keep')}
      </Button>
      {refusal === null && (
        <Button variant="danger" loading={isPending} onClick={cancel}>
          {t('cancel.confirm')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open
      onClose={() => isPending || onClose()}
      role="alertdialog"
      closable={!isPending}
      initialFocus={keep}
      title={t('cancel.title', { name })}
      description={format.capital(format.nearRange(lesson.start, lesson.end, now))}
      footer={footer}
    >
      {refusal !== null ? (
        <p>{t(refusal === 'lesson-in-progress' ? 'cancel.inProgress' : 'cancel.over', { name })}</p>
      ) : (
        <Consequences
          minutes={returnedMinutes}
          lesson={lesson}
          hasBegun={now >= lesson.start}
          isStudent={isStudent}
          name={name}
          canChange={canChange}
        />
      )}
    </Dialog>
  )
}

type ConsequencesProps = {
  minutes: number
  lesson: LessonView
  hasBegun: boolean
  isStudent: boolean
  name: string
  canChange: boolean
}

function Consequences({ minutes, lesson, hasBegun, isStudent, name, canChange }: ConsequencesProps) {
  const t = useMessages(lessons)
  const format = useFormat()
  const isLost = minutes === 0
  const refundStudent = hasBegun ? 'cancel.refundAbsent' : 'cancel.refundStudent'
  const words = isLost ? 'cancel.lostStudent' : isStudent ? refundStudent : 'cancel.refundTutor'
  return (
    <ul className="flex flex-col gap-3">
      <Consequence icon={Hourglass} isBad={isLost}>
        {t(words, {
          minutes: format.duration(isLost ? lesson.duration : minutes),
          grace: format.duration(TUTOR_GRACE),
        })}
      </Consequence>
      <Consequence icon={BellRing}>{t('cancel.told', { name })}</Consequence>
      {canChange && <Consequence icon={CalendarClock}>{t('cancel.changeInstead')}</Consequence>}
    </ul>
  )
}

function Consequence({ icon: Glyph, isBad, children }: { icon: Icon; isBad?: boolean; children: string }) {
  return (
    <li className="flex items-start gap-3">
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-control ${isBad ? 'bg-danger-soft text-danger-ink' : 'bg-brand-soft text-brand-ink'}`}
      >
        <Glyph aria-hidden className="size-5" />
      </span>
      <p className="pt-1">{children}</p>
    </li>
  )
}
