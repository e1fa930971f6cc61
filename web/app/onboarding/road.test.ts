import { describe, expect, it } from 'vitest'
import { currentStation, newsOf, passedCount, type Standings } from './road.ts'

const fresh: Standings = {
  profile: 'passed',
  introVideo: 'open',
  interview: 'open',
  demoSession: 'locked',
  photoSession: 'open',
}

describe('the road', () => {
  it('is at the first station that has not been passed, whatever comes after it', () => {
    expect(currentStation(fresh)).toBe('introVideo')
    expect(currentStation({ ...fresh, interview: 'passed' })).toBe('introVideo')
    expect(currentStation({ ...fresh, introVideo: 'passed', interview: 'pending' })).toBe('interview')
    expect(passedCount({ ...fresh, interview: 'passed' })).toBe(2)
  })

  it('ends where all are passed', () => {
    const all = { introVideo: 'passed', interview: 'passed', demoSession: 'passed', photoSession: 'passed' } as const
    expect(currentStation({ ...fresh, ...all })).toBeNull()
  })

  it('tells verdicts, and nothing of what the tutor did', () => {
    expect(newsOf(fresh, fresh)).toBeNull()
    expect(newsOf(fresh, { ...fresh, introVideo: 'pending' })).toBeNull()
    expect(newsOf(fresh, { ...fresh, introVideo: 'passed', demoSession: 'open' })).toEqual({
      station: 'introVideo',
      type: 'passed',
    })
    expect(newsOf({ ...fresh, interview: 'pending' }, { ...fresh, interview: 'rejected' })).toEqual({
      station: 'interview',
      type: 'rejected',
    })
  })
})
