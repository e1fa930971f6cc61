import { expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import { milestoneOf, sessionTime } from './session-clock.ts'

const range = { start: minutes(10), end: minutes(40) }

it('counts down to the start, then to the end, then up', () => {
  expect(sessionTime(range, minutes(9))).toEqual({ type: 'before', seconds: 60 })
  expect(sessionTime(range, minutes(10))).toEqual({ type: 'running', left: 1800, isLastMinute: false })
  expect(sessionTime(range, minutes(40))).toEqual({ type: 'past', seconds: 0 })
})

it('warns in the last minute', () => {
  expect(sessionTime(range, minutes(39) - 1)).toMatchObject({ isLastMinute: false })
  expect(sessionTime(range, minutes(39))).toMatchObject({ isLastMinute: true })
})

it('announces when five minutes and one are left, and when time is up', () => {
  expect(milestoneOf(range, minutes(35) - 1)).toBeNull()
  expect(milestoneOf(range, minutes(35))).toBe('five')
  expect(milestoneOf(range, minutes(39))).toBe('one')
  expect(milestoneOf(range, minutes(40))).toBe('end')
})
