import { describe, expect, it } from 'vitest'
import { currentStep, newsOf, passedCount, type StepStates } from './steps.ts'

const fresh: StepStates = {
  profile: 'passed',
  introVideo: 'open',
  interview: 'open',
  demoSession: 'locked',
  photoSession: 'open',
}

describe('the steps', () => {
  it('is at the first step that has not been passed, whatever comes after it', () => {
    expect(currentStep(fresh)).toBe('introVideo')
    expect(currentStep({ ...fresh, interview: 'passed' })).toBe('introVideo')
    expect(currentStep({ ...fresh, introVideo: 'passed', interview: 'pending' })).toBe('interview')
    expect(passedCount({ ...fresh, interview: 'passed' })).toBe(2)
  })

  it('ends where all are passed', () => {
    const all = { introVideo: 'passed', interview: 'passed', demoSession: 'passed', photoSession: 'passed' } as const
    expect(currentStep({ ...fresh, ...all })).toBeNull()
  })

  it('tells verdicts, and nothing of what the tutor did', () => {
    expect(newsOf(fresh, fresh)).toBeNull()
    expect(newsOf(fresh, { ...fresh, introVideo: 'pending' })).toBeNull()
    expect(newsOf(fresh, { ...fresh, introVideo: 'passed', demoSession: 'open' })).toEqual({
      step: 'introVideo',
      type: 'passed',
    })
    expect(newsOf({ ...fresh, interview: 'pending' }, { ...fresh, interview: 'rejected' })).toEqual({
      step: 'interview',
      type: 'rejected',
    })
  })
})
