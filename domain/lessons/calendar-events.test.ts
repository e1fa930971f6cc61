import { expect, it } from 'vitest'
import { eventSequence, eventUid } from './calendar-events.ts'

it('the identity of an event is that of its session', () => {
  expect(eventUid({ kind: 'lesson', id: 7 })).toBe('lesson-7@hessa')
  expect(eventUid({ kind: 'interview', id: 7 })).toBe('interview-7@hessa')
})

it('the sequence grows with every change, from 0 for an event as it was booked', () => {
  const createdAt = Date.parse('2026-02-11T10:00:00Z')
  const sequences = [0, 1, 1000, 1001, 90_000].map((later) =>
    eventSequence({ createdAt, updatedAt: createdAt + later }),
  )
  expect(sequences).toEqual([0, 1, 1, 2, 90])
})
