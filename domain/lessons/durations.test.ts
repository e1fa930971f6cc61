import { expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { isLessonDuration, rangeOf } from './durations.ts'

it('a lesson lasts 15 or 30 minutes', () => {
  expect([15, 30].every(isLessonDuration)).toBe(true)
  for (const other of [0, 14, 16, 29, 31, 45, Number.NaN]) expect(isLessonDuration(other), `${other}`).toBe(false)
})

it('it ends its duration after its start', () => {
  const start = fromIso('2026-11-21T10:00:00Z')
  expect(rangeOf({ start, duration: 30 })).toEqual({ start, end: fromIso('2026-11-21T10:30:00Z') })
})
