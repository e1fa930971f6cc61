import type { Onboarding } from '#contract/onboarding'
import { ONBOARDING_STEPS, StepState } from '#domain/onboarding/steps'

/** The profile, which comes first, and the steps of the server in their order. */
export const SHOWN_STEPS = ['profile', ...ONBOARDING_STEPS] as const
export type ShownStep = (typeof SHOWN_STEPS)[number]

export type StepStates = Record<ShownStep, StepState>

export function stepStatesOf({ profile, introVideo, interview, demoSession, photoSession }: Onboarding): StepStates {
  return {
    profile: profile.isComplete ? StepState.Passed : StepState.Open,
    introVideo: introVideo.state,
    interview: interview.state,
    demoSession: demoSession.state,
    photoSession: photoSession.state,
  }
}

/** The first step that has not been passed; null where all have. */
export const currentStep = (states: StepStates): ShownStep | null =>
  SHOWN_STEPS.find((step) => states[step] !== StepState.Passed) ?? null

export const passedCount = (states: StepStates): number =>
  SHOWN_STEPS.filter((step) => states[step] === StepState.Passed).length

/** What staff have decided since the states were last looked at. */
export function newsOf(before: StepStates, after: StepStates): { step: ShownStep; type: 'passed' | 'rejected' } | null {
  const { Passed, Rejected } = StepState
  for (const step of SHOWN_STEPS) {
    if (before[step] === after[step]) continue
    if (after[step] === Passed) return { step, type: 'passed' }
    if (after[step] === Rejected) return { step, type: 'rejected' }
  }
  return null
}
