import { describe, expect, it } from 'vitest'
import { type NextStepFacts, nextStep } from './next-step.ts'

const nothing: NextStepFacts = { hasUpcoming: false, minutesLeft: 0, plan: null, trialNeeds: null, hasEndedPlan: false }
const step = (facts: Partial<NextStepFacts>) => nextStep({ ...nothing, ...facts })

describe('the next step of a student', () => {
  it('is the booked lesson, whatever else there is', () => {
    expect(step({ hasUpcoming: true, minutesLeft: 60, plan: 'goes-on', trialNeeds: 'email' })).toBe('lesson')
    expect(step({ hasUpcoming: true })).toBe('lesson')
  })

  it('is to book, with minutes for the shortest lesson', () => {
    expect(step({ minutesLeft: 15 })).toBe('book')
    expect(step({ minutesLeft: 15, plan: 'last-week', trialNeeds: 'phone', hasEndedPlan: true })).toBe('book')
    expect(step({ minutesLeft: 14, plan: 'goes-on' })).toBe('wait-for-minutes')
  })

  it('is to wait within a plan, in its last week for its end', () => {
    expect(step({ plan: 'goes-on', trialNeeds: 'email', hasEndedPlan: true })).toBe('wait-for-minutes')
    expect(step({ plan: 'last-week', trialNeeds: 'email', hasEndedPlan: true })).toBe('wait-for-end')
  })

  it('is the verification that the free trial waits for', () => {
    expect(step({ trialNeeds: 'email', hasEndedPlan: true })).toBe('verify-email')
    expect(step({ trialNeeds: 'phone', hasEndedPlan: true })).toBe('verify-phone')
  })

  it('is to renew the plan that ended, or to choose one', () => {
    expect(step({ hasEndedPlan: true })).toBe('renew')
    expect(step({})).toBe('choose-plan')
  })
})
