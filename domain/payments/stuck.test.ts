import { expect, it } from 'vitest'
import { hours, minutes } from '../cairo.ts'
import { FAILED_REFUND_LISTED, NO_ANSWER, SWEEP_OVERDUE, UNANSWERED_WATCH } from './stuck.ts'

it('a payment needs staff after half an hour; a failed refund is shown for two weeks', () => {
  expect([SWEEP_OVERDUE, FAILED_REFUND_LISTED, UNANSWERED_WATCH]).toEqual([minutes(30), hours(336), hours(48)])
})

it('an order without an answer keeps the code that stored orders have', () => {
  expect(NO_ANSWER).toBe('no-answer')
})
