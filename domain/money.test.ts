import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FULL_PERCENT, formatPiastres, lessPercent, parsePounds, shareOf } from './money.ts'

const amounts = fc.integer({ min: 0, max: 100_000_000_00 })

describe('an amount as text', () => {
  it('has two decimals', () => {
    expect([1001, 0, 5, 99, 100, 5_000_000, -50, -12_345].map(formatPiastres)).toEqual([
      ...['10.01', '0.00', '0.05', '0.99', '1.00', '50000.00', '-0.50', '-123.45'],
    ])
  })

  it('is parsed back to the same amount', () => {
    fc.assert(fc.property(amounts, (amount) => parsePounds(formatPiastres(amount)) === amount))
  })

  it('is parsed as people write it', () => {
    expect(
      ['10.01', ' 10.1 ', '10', '1,000.50', '١٠٫٠١', '١٬٠٠٠', '۱۰', '007', '12,345', '1,234,567.8'].map(parsePounds),
    ).toEqual([...[1001, 1010, 1000, 100_050, 1001, 100_000, 1000, 700, 12_345_00, 1_234_567_80]])
  })

  it('is refused when it is not an amount', () => {
    for (const text of ['', '.', '10.', '.5', '-1', '1e3', '10.001', '1,00', '1,0000', 'عشرة', '9'.repeat(20)])
      expect(parsePounds(text), text).toBeNull()
  })
})

describe('a share', () => {
  it('is rounded down', () => {
    expect(shareOf(15_000, 15, 60)).toBe(3750)
    expect(shareOf(99, 1, 100)).toBe(0)
    expect(shareOf(101, 1, 100)).toBe(1)
  })

  it('is exact', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: FULL_PERCENT }), (amount, percent) => {
        const exact = (BigInt(amount) * BigInt(FULL_PERCENT - percent)) / BigInt(FULL_PERCENT)
        expect(lessPercent(amount, percent)).toBe(Number(exact))
      }),
    )
  })

  it('of the whole is the whole, and of zero is zero', () => {
    expect(lessPercent(12_345, 0)).toBe(12_345)
    expect(lessPercent(12_345, FULL_PERCENT)).toBe(0)
    expect(lessPercent(12_345, FULL_PERCENT - 1)).toBe(1)
  })
})
