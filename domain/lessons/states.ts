import type { Instant } from '../cairo.ts'
import { rangeOf } from './durations.ts'

/** A lesson in the form that the rules take; `duration` in minutes. */
export type Lesson = {
  studentId: number
  tutorId: number
  start: Instant
  duration: number
  canceledBy: number | null
  canceledAt: Instant | null
}
type Timed = Pick<Lesson, 'start' | 'duration' | 'canceledAt'>

export const lessonStates = ['pending', 'happening', 'fulfilled', 'cancelled'] as const
export type LessonState = (typeof lessonStates)[number]

export const isCancelled = ({ canceledAt }: Timed): boolean => canceledAt !== null

/**
 * Derived from the times, never stored, and independent of attendance. A lesson is `happening` at its exact start and
 * end (docs/rules/lessons.md 1.3).
 */
export function lessonState(lesson: Timed, now: Instant): LessonState {
  if (isCancelled(lesson)) return 'cancelled'
  const { start, end } = rangeOf(lesson)
  if (now < start) return 'pending'
  return now <= end ? 'happening' : 'fulfilled'
}

/** Not cancelled and not ended. A student has at most one such lesson (docs/rules/lessons.md 2.2). */
export const isUpcoming = (lesson: Timed, now: Instant): boolean => !isCancelled(lesson) && rangeOf(lesson).end > now

export const isMember = (lesson: Pick<Lesson, 'studentId' | 'tutorId'>, userId: number): boolean =>
  userId === lesson.studentId || userId === lesson.tutorId

/** Who cancelled the lesson, relative to the viewer; null for a lesson that is not cancelled. */
export function whoCancelled(lesson: Lesson, viewerId: number): 'self' | 'tutor' | 'student' | 'staff' | null {
  if (lesson.canceledBy === null) return null
  if (lesson.canceledBy === viewerId) return 'self'
  if (lesson.canceledBy === lesson.tutorId) return 'tutor'
  return lesson.canceledBy === lesson.studentId ? 'student' : 'staff'
}
