import { type Piastres, shareOf } from '../money.ts'
import { isTutorManager, type Role } from '../roles.ts'
import type { LessonDuration } from './durations.ts'

/** What a tutor earns for an hour of lessons, in piastres: 150 EGP (docs/rules/lessons.md 1.2). */
export const HOURLY_PAY: Piastres = 150_00

/** The tutor's pay for a lesson, in piastres, rounded down. Lessons of tutor managers are free. */
export const lessonPrice = (duration: LessonDuration, tutorRole: Role): Piastres =>
  isTutorManager(tutorRole) ? 0 : shareOf(HOURLY_PAY, duration, 60)
