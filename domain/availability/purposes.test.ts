import { expect, it } from 'vitest'
import { admits, SlotPurpose } from './purposes.ts'

it('a slot takes its own kind of session, a general one takes all', () => {
  const { General, Lesson, Interview, DemoSession } = SlotPurpose
  expect([Lesson, Interview, DemoSession].every((session) => admits(General, session))).toBe(true)
  expect(admits(Lesson, Lesson)).toBe(true)
  expect(admits(Lesson, Interview)).toBe(false)
})
