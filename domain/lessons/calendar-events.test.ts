import { expect, it } from 'vitest'
import { eventUid } from './calendar-events.ts'

it('the identity of an event is that of its session', () => {
  expect(eventUid({ kind: 'lesson', id: 7 })).toBe('lesson-7@hessa')
  expect(eventUid({ kind: 'interview', id: 7 })).toBe('interview-7@hessa')
})
