import { describe, expect, it } from 'vitest'
import { addMonths, hours } from '../cairo.ts'
import { type InterviewStatus, MeetingStatus } from '../meetings/statuses.ts'
import { demoSessionStep, interviewStep, introVideoStep, photoSessionStep } from './steps.ts'
import { IntroVideoState } from './video-states.ts'

const now = Date.parse('2026-03-01T12:00:00+02:00')
const stateOnly = (state: string) => ({ state, retryAt: null })

describe('a step', () => {
  it('of the intro video is open before the first, and three months after a rejected one was sent', () => {
    const { Pending, Rejected, Approved } = IntroVideoState
    const stateOf = (state: IntroVideoState, createdAt = now - hours(1)) => introVideoStep({ state, createdAt }, now)
    expect(introVideoStep(null, now)).toEqual(stateOnly('open'))
    expect(stateOf(Pending)).toEqual(stateOnly('pending'))
    expect(stateOf(Approved)).toEqual(stateOnly('passed'))
    expect(stateOf(Rejected)).toEqual({ state: 'rejected', retryAt: addMonths(now - hours(1), 3) })
    expect(stateOf(Rejected, addMonths(now, -3))).toEqual(stateOnly('open'))
  })

  it('of the interview waits for three months after the start of a rejected one', () => {
    const { Pending, Passed, Rejected } = MeetingStatus
    const stateOf = (status: InterviewStatus, start = now + hours(1)) => interviewStep({ status, start }, now)
    expect(interviewStep(null, now)).toEqual(stateOnly('open'))
    expect(stateOf(Pending)).toEqual(stateOnly('pending'))
    expect(stateOf(Passed)).toEqual(stateOnly('passed'))
    expect(stateOf(Rejected)).toEqual({ state: 'rejected', retryAt: addMonths(now + hours(1), 3) })
    expect(stateOf(Rejected, addMonths(now, -3))).toEqual(stateOnly('open'))
  })

  it('of the demo session needs an approved video, and is open again after a rejected or cancelled one', () => {
    const { Pending, Passed, ...others } = MeetingStatus
    expect(demoSessionStep(null, false)).toEqual(stateOnly('locked'))
    expect(demoSessionStep(null, true)).toEqual(stateOnly('open'))
    expect(demoSessionStep({ status: Pending }, true)).toEqual(stateOnly('pending'))
    expect(demoSessionStep({ status: Passed }, false)).toEqual(stateOnly('passed'))
    for (const status of Object.values(others)) expect(demoSessionStep({ status }, true)).toEqual(stateOnly('open'))
  })

  it('of the photo session has passed with all three media', () => {
    const media = { hasStudio: true, image: true, video: true, thumbnail: true }
    expect(photoSessionStep(media)).toEqual(stateOnly('passed'))
    for (const missing of ['image', 'video', 'thumbnail']) {
      expect(photoSessionStep({ ...media, [missing]: false })).toEqual(stateOnly('pending'))
      expect(photoSessionStep({ ...media, [missing]: false, hasStudio: false })).toEqual(stateOnly('open'))
    }
  })
})
