import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { type Instant, toIso } from '#domain/cairo'
import { whyNotCancelable } from '#domain/lessons/cancellation'
import { whyNotDisputable } from '#domain/lessons/dispute'
import { isCancelled, isUpcoming, lessonState } from '#domain/lessons/states'
import { roomState } from '#domain/sessions/hours'
import { lessons } from '#messages/lessons'
import { useMessages } from '../../../messages/messages.ts'
import { useDialog } from '../../../platform/dialogs.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { LessonView } from './lesson-view.ts'

const CancelLessonDialog = lazyPart(async () => (await import('../cancel-lesson-dialog.tsx')).CancelLessonDialog)

const DisputeLessonDialog = lazyPart(async () => (await import('../dispute-lesson-form.tsx')).DisputeLessonDialog)

const RateTutorDialog = lazyPart(
  async () => (await import('../../ratings/shared/rate-tutor-dialog.tsx')).RateTutorDialog,
)

const LessonNotesDialog = lazyPart(
  async () => (await import('../../student-notes/shared/lesson-notes-dialog.tsx')).LessonNotesDialog,
)

export type LessonActions = {
  viewerId: number
  /** The room is open, and the lesson not over. */
  canEnter: (lesson: LessonView, now: Instant) => boolean
  /** Another time of the same tutor: the student's, before the start. */
  canChange: (lesson: LessonView, now: Instant) => boolean
  change: (lesson: LessonView) => void
  canCancel: (lesson: LessonView, now: Instant) => boolean
  cancel: (lesson: LessonView) => void
  /** A new lesson with the tutor of one that is over or was cancelled. */
  canRebook: (lesson: LessonView, now: Instant) => boolean
  rebook: (lesson: LessonView) => void
  /** Rates the tutor, once a lesson has begun; students only. */
  canRate: (lesson: LessonView, now: Instant) => boolean
  rate: (lesson: LessonView) => void
  /** The tutor's notes around a lesson; for the student its summary, once there is one. */
  canNote: (lesson: LessonView) => boolean
  note: (lesson: LessonView) => void
  /** Whether the outcome can be disputed: once, after the start. */
  canDispute: (lesson: LessonView, now: Instant) => boolean
  dispute: (lesson: LessonView) => void
  /** Opens the conversation of the two. */
  talk: (lesson: LessonView) => void
}

/** What a person can do with a lesson, and the dialogs for it: cancellation, rating and notes. */
export function useLessonActions(viewerId: number): { actions: LessonActions; dialog: ReactNode } {
  const t = useMessages(lessons)
  const openBooking = useDialog('booking')
  const navigate = useNavigate()
  const [toCancel, setToCancel] = useState<LessonView | null>(null)
  const [rated, setRated] = useState<LessonView | null>(null)
  const [disputed, setDisputed] = useState<LessonView | null>(null)
  const [noted, setNoted] = useState<LessonView | null>(null)
  const isStudent = (lesson: LessonView) => lesson.studentId === viewerId
  const change = (lesson: LessonView) => {
    const { id, start, duration, slotId } = lesson
    setToCancel(null)
    openBooking({ tutorId: lesson.tutorId, lesson: { id, start: toIso(start), duration, slotId } })
  }
  const actions: LessonActions = {
    viewerId,
    canEnter: (lesson, now) => isUpcoming(lesson, now) && roomState(lesson, now) === 'open',
    canChange: (lesson, now) => isStudent(lesson) && lessonState(lesson, now) === 'pending',
    change,
    canCancel: (lesson, now) =>
      !isCancelled(lesson) && whyNotCancelable(lesson, viewerId, now, lesson.outcome?.tutorCame ?? false) === null,
    cancel: setToCancel,
    canRebook: (lesson, now) => isStudent(lesson) && (isCancelled(lesson) || lesson.end <= now),
    rebook: ({ tutorId }) => openBooking({ tutorId }),
    canRate: (lesson, now) => isStudent(lesson) && !isCancelled(lesson) && lesson.start < now,
    rate: setRated,
    canNote: (lesson) => !isCancelled(lesson) && (lesson.tutorId === viewerId || lesson.summary !== null),
    note: setNoted,
    canDispute: (lesson, now) => !lesson.outcome?.isDisputed && whyNotDisputable(lesson, viewerId, now) === null,
    dispute: setDisputed,
    talk: ({ other }) => void navigate({ to: '/chat', search: { room: `t-${other.id}` } }),
  }
  const dialog = (toCancel || rated || noted || disputed) && (
    <Suspense>
      {toCancel && (
        <CancelLessonDialog
          lesson={toCancel}
          viewerId={viewerId}
          onChange={isStudent(toCancel) ? () => change(toCancel) : null}
          onClose={() => setToCancel(null)}
        />
      )}
      {disputed && <DisputeLessonDialog lesson={disputed} onClose={() => setDisputed(null)} />}
      {rated && <RateTutorDialog tutor={rated.other} onClose={() => setRated(null)} />}
      {noted && (
        <LessonNotesDialog
          lesson={noted}
          name={noted.other.name ?? t('card.someone')}
          isTutor={noted.tutorId === viewerId}
          onClose={() => setNoted(null)}
        />
      )}
    </Suspense>
  )
  return { actions, dialog }
}
