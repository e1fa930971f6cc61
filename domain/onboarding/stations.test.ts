import { describe, expect, it } from 'vitest'
import { addMonths, hours } from '../cairo.ts'
import { type InterviewStatus, MeetingStatus } from '../meetings/statuses.ts'
import { demoSessionStation, interviewStation, introVideoStation, photoSessionStation } from './stations.ts'
import { IntroVideoState } from './video-states.ts'

const now = Date.parse('2026-03-01T12:00:00+02:00')
const stateOnly = (state: string) => ({ state, retryAt: null })

describe('a station', () => {
  it('of the intro video is open before the first, and three months after a rejected one was sent', () => {
    const { Pending, Rejected, Approved } = IntroVideoState
    const standing = (state: IntroVideoState, createdAt = now - hours(1)) =>
      introVideoStation({ state, createdAt }, now)
    expect(introVideoStation(null, now)).toEqual(stateOnly('open'))
    expect(standing(Pending)).toEqual(stateOnly('pending'))
    expect(standing(Approved)).toEqual(stateOnly('passed'))
    expect(standing(Rejected)).toEqual({ state: 'rejected', retryAt: addMonths(now - hours(1), 3) })
    expect(standing(Rejected, addMonths(now, -3))).toEqual(stateOnly('open'))
  })

  it('of the interview waits for three months after the start of a rejected one', () => {
    const { Pending, Passed, Rejected } = MeetingStatus
    const standing = (status: InterviewStatus, start = now + hours(1)) => interviewStation({ status, start }, now)
    expect(interviewStation(null, now)).toEqual(stateOnly('open'))
    expect(standing(Pending)).toEqual(stateOnly('pending'))
    expect(standing(Passed)).toEqual(stateOnly('passed'))
    expect(standing(Rejected)).toEqual({ state: 'rejected', retryAt: addMonths(now + hours(1), 3) })
    expect(standing(Rejected, addMonths(now, -3))).toEqual(stateOnly('open'))
  })

  it('of the demo session needs an approved video, and is open again after a rejected or cancelled one', () => {
    const { Pending, Passed, ...others } = MeetingStatus
    expect(demoSessionStation(null, false)).toEqual(stateOnly('locked'))
    expect(demoSessionStation(null, true)).toEqual(stateOnly('open'))
    expect(demoSessionStation({ status: Pending }, true)).toEqual(stateOnly('pending'))
    expect(demoSessionStation({ status: Passed }, false)).toEqual(stateOnly('passed'))
    for (const status of Object.values(others)) expect(demoSessionStation({ status }, true)).toEqual(stateOnly('open'))
  })

  it('of the photo session has passed with all three media', () => {
    const media = { hasStudio: true, image: true, video: true, thumbnail: true }
    expect(photoSessionStation(media)).toEqual(stateOnly('passed'))
    for (const missing of ['image', 'video', 'thumbnail']) {
      expect(photoSessionStation({ ...media, [missing]: false })).toEqual(stateOnly('pending'))
      expect(photoSessionStation({ ...media, [missing]: false, hasStudio: false })).toEqual(stateOnly('open'))
    }
  })
})
