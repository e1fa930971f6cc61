import type { OnboardingStep } from '#domain/onboarding/steps'
import { notifyUsers } from '../../party/stubs.ts'
import type { Env } from '../env.ts'

/** Makes a tutor's open pages reload their onboarding (docs/rules/live.md 3.2). Call after the batch has committed. */
export const notifyOnboarding = (env: Env, tutorId: number, step: OnboardingStep): Promise<unknown> =>
  notifyUsers(env, [tutorId], { event: 'OnboardingUpdated', payload: { station: step } })
