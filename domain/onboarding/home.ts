import { Role } from '../roles.ts'
import { isOnboarded, type TutorProfile } from '../tutors/onboarded.ts'

/** A tutor with the results of the steps, as answered by `GET /user/tutor/meta`. */
export type OnboardingTutor = TutorProfile & {
  bypassOnboarding: boolean
  passedIntroVideo: boolean
  passedInterview: boolean
  passedDemoSession: boolean
}

/**
 * Whether a tutor's home is the onboarding screen: a step is not passed, staff have not allowed bypassing it, and the
 * tutor is not listed yet (docs/rules/screens.md 1.6).
 */
export function isOnboardingHome(tutor: OnboardingTutor): boolean {
  if (tutor.role !== Role.Tutor || tutor.bypassOnboarding || isOnboarded(tutor)) return false
  const hasMet = tutor.passedIntroVideo && tutor.passedInterview && tutor.passedDemoSession
  const hasMedia = tutor.image && tutor.video && tutor.thumbnail
  return !(hasMet && hasMedia)
}
