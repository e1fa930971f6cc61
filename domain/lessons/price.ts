import { type Piastres, shareOf } from '../money.ts'
import { isTutorManager, type Role } from '../roles.ts'
import type { LessonDuration } from './durations.ts'

/** What a tutor earns for an hour of lessons: 150 EGP (docs/rules/lessons.md 1.2). */
export const HOURLY_PAY: Piastres = 150_00

/** A lesson's price is the tutor's pay, in piastres, rounded down; a tutor manager's lessons are free. */
export const lessonPrice = (duration: LessonDuration, tutorRole: Role): Piastres =>
  isTutorManager(tutorRole) ? 0 : shareOf(HOURLY_PAY, duration, 60)
