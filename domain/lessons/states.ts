import type { Instant } from '../cairo.ts'
import { rangeOf } from './durations.ts'

/** A lesson as the rules see it; `duration` in minutes. */
export type Lesson = {
  studentId: number
  tutorId: number
  start: Instant
  duration: number
  canceledBy: number | null
  canceledAt: Instant | null
}
type Timed = Pick<Lesson, 'start' | 'duration' | 'canceledAt'>

export type LessonState = 'pending' | 'happening' | 'fulfilled' | 'cancelled'

export const isCancelled = ({ canceledAt }: Timed): boolean => canceledAt !== null

/**
 * Derived, never stored; attendance is not asked for. Both edges of a lesson are `happening`
 * (docs/rules/lessons.md 1.3).
 */
export function lessonState(lesson: Timed, now: Instant): LessonState {
  if (isCancelled(lesson)) return 'cancelled'
  const { start, end } = rangeOf(lesson)
  if (now < start) return 'pending'
  return now <= end ? 'happening' : 'fulfilled'
}

/** Booked and not over: what a student may have one of (docs/rules/lessons.md 2.2). */
export const isUpcoming = (lesson: Timed, now: Instant): boolean => !isCancelled(lesson) && rangeOf(lesson).end > now

export const isMember = (lesson: Pick<Lesson, 'studentId' | 'tutorId'>, userId: number): boolean =>
  userId === lesson.studentId || userId === lesson.tutorId

/** Who cancelled, from where the viewer stands; null while nobody did. */
export function whoCancelled(lesson: Lesson, viewerId: number): 'self' | 'tutor' | 'student' | null {
  if (lesson.canceledBy === null) return null
  if (lesson.canceledBy === viewerId) return 'self'
  return lesson.canceledBy === lesson.tutorId ? 'tutor' : 'student'
}
