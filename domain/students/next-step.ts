import { SHORTEST_LESSON } from '../lessons/durations.ts'

/** The facts that decide the next step of a student. */
export type NextStepFacts = {
  hasUpcoming: boolean
  /** The minutes left of the current minutes week, or of the free trial. */
  minutesLeft: number
  /** The current paid plan; in its last week no more minutes are granted. */
  plan: 'goes-on' | 'last-week' | null
  /** What the free trial requires: a verified e-mail, or a verified phone. */
  trialNeeds: 'email' | 'phone' | null
  hasEndedPlan: boolean
}

export type NextStep =
  | 'lesson'
  | 'book'
  | 'wait-for-minutes'
  | 'wait-for-end'
  | 'verify-email'
  | 'verify-phone'
  | 'renew'
  | 'choose-plan'

/** The single next action that a student's home screen suggests (docs/rules/accounts.md 10.4). */
export function nextStep({ hasUpcoming, minutesLeft, plan, trialNeeds, hasEndedPlan }: NextStepFacts): NextStep {
  if (hasUpcoming) return 'lesson'
  if (minutesLeft >= SHORTEST_LESSON) return 'book'
  if (plan === 'goes-on') return 'wait-for-minutes'
  if (plan === 'last-week') return 'wait-for-end'
  if (trialNeeds !== null) return trialNeeds === 'email' ? 'verify-email' : 'verify-phone'
  return hasEndedPlan ? 'renew' : 'choose-plan'
}
