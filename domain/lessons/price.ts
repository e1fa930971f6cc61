import { type Piastres, shareOf } from '../money.ts'
import { isTutorManager, type Role } from '../roles.ts'
import type { LessonDuration } from './durations.ts'

/** What a tutor earns for an hour of lessons, in piastres: 150 EGP (docs/rules/lessons.md 1.2). */
export const HOURLY_PAY: Piastres = 150_00

/** The tutor's pay for a lesson, in piastres, rounded down. Lessons of tutor managers are free. */
export const lessonPrice = (duration: LessonDuration, tutorRole: Role): Piastres =>
  isTutorManager(tutorRole) ? 0 : shareOf(HOURLY_PAY, duration, 60)

/**
 * What a lesson costs a student whose subscription is refunded, in piastres: its price, or, for a tutor manager's free
 * lesson, what a tutor would have earned (docs/rules/minutes.md 3.6). `duration` in minutes.
 */
export const refundPrice = ({ price, duration }: { price: Piastres; duration: number }): Piastres =>
  price > 0 ? price : shareOf(HOURLY_PAY, duration, 60)
