import { expect, it } from 'vitest'
import { hours } from '../cairo.ts'
import { emailChangeOf, undoEnd } from './email-change.ts'

it('an address that was replaced may be put back for seven days', () => {
  expect(undoEnd(hours(1))).toBe(hours(169))
})

it('only an owner’s proven address waits for the proof of the new one', () => {
  expect(emailChangeOf({ verifiedEmail: true }, true)).toBe('wait')
  expect(emailChangeOf({ verifiedEmail: false }, true)).toBe('replace')
  expect(emailChangeOf({ verifiedEmail: true }, false)).toBe('replace')
  expect(emailChangeOf({ verifiedEmail: false }, false)).toBe('replace')
})
