import { redirectSearch } from '../../platform/redirect.ts'

/** The steps of a student's first profile, in their order (spec section 2). */
export const profileSteps = ['main', 'learning', 'topics'] as const
export type ProfileStep = (typeof profileSteps)[number]

/** What the wizard's address says: the step, and where one wanted to go. */
export function readSteps(raw: Record<string, unknown>): { step?: ProfileStep; redirect?: string } {
  const step = profileSteps.find((one) => one === raw.step)
  return { ...redirectSearch(raw), ...(step && step !== 'main' ? { step } : {}) }
}
