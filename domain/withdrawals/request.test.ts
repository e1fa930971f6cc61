import { describe, expect, it } from 'vitest'
import { whyNotAmountRange, whyNotWithdrawalAmount, whyNotWithdrawalNote } from './request.ts'

describe('a withdrawal', () => {
  it('is of 100 to 50000 EGP', () => {
    expect(whyNotWithdrawalAmount(99_99)).toBe('invoice-min-amount-subceeded')
    expect(whyNotWithdrawalAmount(100_00)).toBeNull()
    expect(whyNotWithdrawalAmount(50_000_00)).toBeNull()
    expect(whyNotWithdrawalAmount(50_000_01)).toBe('invoice-max-amount-exceeded')
  })

  it('never exceeds the balance', () => {
    expect(whyNotWithdrawalAmount(150_00, 150_00)).toBeNull()
    expect(whyNotWithdrawalAmount(150_01, 150_00)).toBe('invoice-max-amount-exceeded')
    expect(whyNotWithdrawalAmount(199_99, 900_00, { min: 200_00, max: 300_00 })).toBe('invoice-min-amount-subceeded')
    expect(whyNotWithdrawalAmount(300_01, 900_00, { min: 200_00, max: 300_00 })).toBe('invoice-max-amount-exceeded')
    expect(whyNotWithdrawalAmount(90_00, 50_00)).toBe('invoice-min-amount-subceeded')
  })

  it('has a note with text, of 255 characters at most', () => {
    expect(whyNotWithdrawalNote('شكرا')).toBeNull()
    expect(whyNotWithdrawalNote('  ')).toBe('empty-invoice-note')
    expect(whyNotWithdrawalNote('<p></p>')).toBe('empty-invoice-note')
    expect(whyNotWithdrawalNote('<a>note</a>')).toBe('invoice-note-invalid-html')
    expect(whyNotWithdrawalNote('a'.repeat(255))).toBeNull()
    expect(whyNotWithdrawalNote('a'.repeat(256))).toBe('invoice-note-too-long')
  })
})

it('a search by amount has a positive minimum and a positive maximum', () => {
  expect(whyNotAmountRange({})).toBeNull()
  expect(whyNotAmountRange({ min: 1, max: 1 })).toBeNull()
  expect(whyNotAmountRange({ min: 2, max: 1 })).toBe('withdraw-min-amount-above-max-amount')
  expect(whyNotAmountRange({ min: 5 })).toBeNull()
  expect(whyNotAmountRange({ max: 5 })).toBeNull()
  expect(whyNotAmountRange({ min: 0 })).toBe('withdraw-min-amount-zero-or-negative')
  expect(whyNotAmountRange({ max: 0 })).toBe('withdraw-max-amount-zero-or-negative')
})
