import { expect, it } from 'vitest'
import { addMonths } from '../cairo.ts'
import { IntroVideoState } from './video-states.ts'
import { assertSubmittable, nextReviewer, whyNotSubmitted } from './video-submitting.ts'

const now = Date.parse('2026-03-01T12:00:00+02:00')

it('a tutor has one video at a time, and tries again three months after a rejection', () => {
  const { Pending, Approved, Rejected } = IntroVideoState
  expect(whyNotSubmitted(null, now)).toBeNull()
  for (const state of [Pending, Approved])
    expect(whyNotSubmitted({ state, createdAt: addMonths(now, -12) }, now)).toBe('intro-video-exists')
  expect(whyNotSubmitted({ state: Rejected, createdAt: addMonths(now, -3) + 1 }, now)).toBe('forbidden')
  expect(whyNotSubmitted({ state: Rejected, createdAt: addMonths(now, -3) }, now)).toBeNull()
})

it('the reviewer is the one with the fewest videos, and not the previous one unless there is no other', () => {
  const [mona, heba, nada] = [
    { id: 1, reviews: 2 },
    { id: 2, reviews: 1 },
    { id: 3, reviews: 1 },
  ]
  expect(nextReviewer([mona, heba, nada], null)).toBe(heba)
  expect(nextReviewer([mona, nada, heba], null)).toBe(heba)
  expect(nextReviewer([mona, heba, nada], heba.id)).toBe(nada)
  expect(nextReviewer([mona], mona.id)).toBe(mona)
  expect(nextReviewer([], null)).toBeNull()
})

it('a video that is refused throws its code', () => {
  const pending = { state: IntroVideoState.Pending, createdAt: now }
  expect(() => assertSubmittable(pending, now)).toThrow('intro-video-exists')
  assertSubmittable(null, now)
})
