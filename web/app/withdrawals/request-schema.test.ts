import { describe, expect, it } from 'vitest'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { everything, mistakesIn, openedWith, requestOf, type TypedRequest } from './request-schema.ts'

const typed = (more: Partial<TypedRequest> = {}): TypedRequest => ({
  ...openedWith(null, '01012345678'),
  amount: '500',
  ...more,
})
const { Wallet, Bank, Instapay } = WithdrawMethod

describe('a request as it is typed', () => {
  it('takes amounts in either digits, with fractions and thousands', () => {
    const amounts = ['500', '٥٠٠', '500.5', '٥٠٠٫٥٠', '1,250', '١٬٢٥٠'].map(
      (amount) => requestOf(typed({ amount }))?.amount,
    )
    expect(amounts).toEqual([50_000, 50_000, 50_050, 50_050, 125_000, 125_000])
    expect(requestOf(typed({ amount: 'خمسمية' }))).toBeNull()
  })

  it('takes numbers in groups and either digits, and the name alone of an InstaPay address', () => {
    expect(requestOf(typed({ phone: '٠١٠ ١٢٣٤ ٥٦٧٨' }))?.receiver).toBe('01012345678')
    expect(requestOf(typed({ method: Bank, bank: 'CIB', account: '1000 2000-3000' }))?.receiver).toBe(
      'CIB:100020003000',
    )
    for (const username of ['omar', 'Omar@instapay', ' omar '])
      expect(requestOf(typed({ method: Instapay, username }))?.receiver).toBe('omar@instapay')
  })

  it('is in order from 100 pounds up to the balance and to 50,000', () => {
    const why = (amount: string, spendable = 10_000_000) => mistakesIn(typed({ amount }), spendable).amount
    expect([why('100'), why('50000'), why('120', 12_000)]).toEqual([undefined, undefined, undefined])
    expect([why('99.99'), why('50000.01')]).toEqual(['invoice-min-amount-subceeded', 'invoice-max-amount-exceeded'])
    expect([why('120.01', 12_000), why('60000', 12_000), why(''), why('x'), why('1.234')]).toEqual([
      ...['above-balance', 'above-balance', 'required-field', 'unreadable', 'unreadable'],
    ])
  })

  it('follows the limits that staff have set', () => {
    const why = (amount: string) => mistakesIn(typed({ amount }), 90_000, { min: 20_000, max: 30_000 }).amount
    expect([why('200'), why('300')]).toEqual([undefined, undefined])
    expect([why('199'), why('301')]).toEqual(['invoice-min-amount-subceeded', 'invoice-max-amount-exceeded'])
    expect(everything(90_000, { min: 20_000, max: 30_000 })).toBe('300')
  })

  it('names every box that is wrong, and only those of the chosen way', () => {
    const spendable = 100_000
    expect(mistakesIn(typed({ method: Wallet, phone: '123' }), spendable)).toEqual({ phone: 'invalid-phone' })
    expect(mistakesIn(typed({ method: Bank, phone: '123' }), spendable)).toEqual({ bank: 'empty-bank-name' })
    expect(mistakesIn(typed({ method: Bank, bank: 'CIB', account: '12a' }), spendable)).toEqual({
      account: 'invalid-bank-account-number',
    })
    expect(mistakesIn(typed({ method: Instapay, username: 'a b', note: '<x>' }), spendable)).toEqual({
      username: 'instapay-username-invalid',
      note: 'invoice-note-invalid-html',
    })
  })

  it('opens with where the money went last time, and without an amount', () => {
    expect(openedWith({ method: Bank, receiver: 'NBE:123' }, '010')).toMatchObject({
      method: Bank,
      bank: 'NBE',
      account: '123',
      amount: '',
      phone: '010',
    })
    expect(openedWith({ method: Instapay, receiver: 'omar@instapay' }, null)).toMatchObject({ username: 'omar' })
    expect(openedWith({ method: Wallet, receiver: '01112345678' }, '010')).toMatchObject({ phone: '01112345678' })
  })

  it('offers the whole balance, within the limit', () => {
    expect([everything(50_000), everything(50_050), everything(9_000_000)]).toEqual(['500', '500.50', '50000'])
  })
})
