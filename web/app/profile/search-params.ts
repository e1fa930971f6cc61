import { redirectParam } from '../../platform/redirect.ts'
import { oneOf, searchSchema } from '../../platform/search.ts'

/** The steps of a student's first profile, in their order (docs/rules/screens.md 1.5). */
export const profileSteps = ['main', 'learning', 'topics'] as const
export type ProfileStep = (typeof profileSteps)[number]

export const profileStepsSearch = searchSchema({ step: oneOf(profileSteps), redirect: redirectParam })
