import { Role } from '../roles.ts'
import { isOnboarded, type TutorProfile } from '../tutors/onboarded.ts'

/** A tutor with the results of the stations, as `GET /user/tutor/meta` answers them. */
export type OnboardingTutor = TutorProfile & {
  bypassOnboarding: boolean
  passedIntroVideo: boolean
  passedInterview: boolean
  passedDemoSession: boolean
}

/**
 * Whether a tutor's home is their onboarding: a station is left, staff have not allowed to pass it by, and students do not
 * see the tutor yet (docs/rules/screens.md 1.6).
 */
export function isOnboardingHome(tutor: OnboardingTutor): boolean {
  if (tutor.role !== Role.Tutor || tutor.bypassOnboarding || isOnboarded(tutor)) return false
  const hasMet = tutor.passedIntroVideo && tutor.passedInterview && tutor.passedDemoSession
  const hasMedia = tutor.image && tutor.video && tutor.thumbnail
  return !(hasMet && hasMedia)
}
