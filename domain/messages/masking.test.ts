import { expect, it } from 'vitest'
import { maskEmail, maskPhone } from './masking.ts'

it('shows three digits of a phone and the first letter of a mailbox', () => {
  expect(maskPhone('01012345678')).toBe('••••••••678')
  expect(maskEmail('sara@hessa.test')).toBe('s•••@hessa.test')
  expect(maskEmail('nobody')).toBe('•••')
})
