import { describe, expect, it } from 'vitest'
import {
  IntroVideoState,
  whyNotIntroVideoDuration,
  whyNotIntroVideoLength,
  whyNotIntroVideoState,
  whyNotReassigned,
} from './video-states.ts'

const all = Object.values(IntroVideoState)

describe('an intro video', () => {
  it('is judged, and judged anew, by its reviewer and by admins', () => {
    for (const who of ['reviewer', 'admin'] as const)
      for (const from of all) for (const to of all) expect(whyNotIntroVideoState(from, to, who)).toBeNull()
  })

  it('is given to another reviewer by admins only', () => {
    expect(whyNotReassigned('admin')).toBeNull()
    expect(whyNotReassigned('reviewer')).toBe('forbidden')
  })

  it('lasts one to three minutes', () => {
    expect([1, 2.5, 3].map(whyNotIntroVideoDuration)).toEqual([null, null, null])
    expect(whyNotIntroVideoDuration(0.99)).toBe('short-video-dur')
    expect(whyNotIntroVideoDuration(3.01)).toBe('long-video-dur')
  })
})

it('a video has a picture for at least a minute and ends after three at the latest, with half a second of tolerance', () => {
  const why = (picture: number, whole = picture) => whyNotIntroVideoLength({ picture, whole })
  expect([59.5, 60, 180, 180.4].map((seconds) => why(seconds))).toEqual([null, null, null, null])
  expect(why(59.4)).toBe('short-video-dur')
  expect(why(59.4, 100)).toBe('short-video-dur')
  expect(why(100, 180.5)).toBe('long-video-dur')
})
