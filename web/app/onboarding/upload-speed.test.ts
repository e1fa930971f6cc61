import { expect, it } from 'vitest'
import { type Sample, secondsLeft, withSample } from './upload-speed.ts'

const sampled = (...samples: Sample[]) => samples.reduce<Sample[]>(withSample, [])

it('says how long it still takes, once there is something to go by', () => {
  expect(secondsLeft([], 100)).toBeNull()
  expect(secondsLeft(sampled({ at: 0, sent: 0 }, { at: 1999, sent: 10 }), 100)).toBeNull()
  expect(secondsLeft(sampled({ at: 0, sent: 0 }, { at: 2000, sent: 20 }), 100)).toBe(8)
  expect(secondsLeft(sampled({ at: 0, sent: 0 }, { at: 5000, sent: 0 }), 100)).toBeNull()
})

it('goes by the last twenty seconds', () => {
  const slowThenFast = sampled({ at: 0, sent: 0 }, { at: 30_000, sent: 10 }, { at: 40_000, sent: 60 })
  expect(secondsLeft(slowThenFast, 100)).toBe(8)
})

it('begins anew when a part is sent again', () => {
  expect(sampled({ at: 0, sent: 0 }, { at: 3000, sent: 30 }, { at: 4000, sent: 10 })).toEqual([{ at: 4000, sent: 10 }])
})
