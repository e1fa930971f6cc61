import { expect, it } from 'vitest'
import { isRetryable, problemOf } from './device-problem.ts'

it('each refusal of a browser has a meaning', () => {
  const meaning = (name: string, message = '') => problemOf({ name, message })
  expect(meaning('NotAllowedError', 'Permission denied')).toBe('permission-denied')
  expect(meaning('NotAllowedError', 'Permission denied by system')).toBe('blocked-by-system')
  expect(meaning('NotFoundError')).toBe('device-not-found')
  expect(meaning('NotReadableError')).toBe('device-in-use')
  expect(meaning('OverconstrainedError')).toBe('overconstrained')
  expect(meaning('SecurityError')).toBe('insecure')
  expect(meaning('TypeError')).toBe('unexpected')
  expect(problemOf(undefined)).toBe('unexpected')
})

it('asking again helps, but not where the browser cannot at all', () => {
  expect(isRetryable('permission-denied')).toBe(true)
  expect(isRetryable('insecure')).toBe(false)
})
