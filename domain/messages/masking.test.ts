import { expect, it } from 'vitest'
import { maskEmail, maskError, maskPhone } from './masking.ts'
import { isRetryable } from './undelivered.ts'

it('shows three digits of a phone and the first letter of a mailbox', () => {
  expect(maskPhone('01012345678')).toBe('••••••••678')
  expect(maskEmail('sara@hessa.test')).toBe('s•••@hessa.test')
  expect(maskEmail('nobody')).toBe('•••')
})

it('shows an error without links, addresses, numbers and codes', () => {
  expect(maskError('Error: api.resend.com answered 422: bad sara@hessa.test 12345')).toBe(
    'Error: api.resend.com answered 422: bad s•••@hessa.test •••',
  )
  expect(maskError('failed for 201012345678 at https://hessa.example/lesson/7?t=1')).toBe('failed for ••• at …')
})

it('a code is not sent again, anything else is', () => {
  for (const code of ['verify_email', 'forget_password', 'verify_phone_number']) expect(isRetryable(code)).toBe(false)
  expect(isRetryable('lesson_booked')).toBe(true)
})

it('an error shows no more of an address or a link than the lists do', () => {
  expect(maskEmail('a@b.com')).toBe('a•••@b.com')
  expect(maskEmail('@b.com')).toBe('•••')
  expect(maskError('no host sara@hessa.test@local')).toBe('no host s•••@hessa.test@local')
  expect(maskError('to mona@hessa.test: see http://a.b/c and https://d.e/f')).toBe('to m•••@hessa.test: see … and …')
})
