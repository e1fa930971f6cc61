import { expect, it } from 'vitest'
import { admits, SlotPurpose } from './purposes.ts'

it('a slot admits its own kind of session, a general one all kinds', () => {
  const { General, Lesson, Interview, DemoSession } = SlotPurpose
  expect([Lesson, Interview, DemoSession].every((session) => admits(General, session))).toBe(true)
  expect(admits(Lesson, Lesson)).toBe(true)
  expect(admits(Lesson, Interview)).toBe(false)
})
