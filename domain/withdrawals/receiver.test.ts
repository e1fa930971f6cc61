import { describe, expect, it } from 'vitest'
import {
  normalizeReceiver,
  parseBankReceiver,
  WithdrawMethod,
  whyNotListedMethod,
  whyNotReceiver,
  whyNotWithdrawMethod,
} from './receiver.ts'

const { Wallet, Bank, Instapay } = WithdrawMethod

describe('the receiver of a withdrawal', () => {
  it('is a mobile number for a wallet', () => {
    expect(whyNotReceiver(Wallet, '01012345678')).toBeNull()
    for (const receiver of ['', '0101234567', 'omar@insta', 'HSBC:1'])
      expect(whyNotReceiver(Wallet, receiver), receiver).toBe('invalid-phone')
  })

  it('belongs to the method', () => {
    const receivers = { [Wallet]: '01012345678', [Bank]: 'CIB:1', [Instapay]: 'omar_1@instapay' }
    for (const method of [Wallet, Bank, Instapay])
      for (const other of [Wallet, Bank, Instapay])
        expect(whyNotReceiver(method, receivers[other])).toBe(method === other ? null : 'invoice-not-valid')
  })

  it('is an address of word characters for instapay', () => {
    expect(whyNotReceiver(Instapay, 'omar_1@instapay')).toBeNull()
    expect(whyNotReceiver(Instapay, `${'a'.repeat(15)}@instapay`)).toBeNull()
    for (const receiver of [
      '',
      '@instapay',
      'omar',
      'o mar@instapay',
      'omar@instapay.com',
      `${'a'.repeat(16)}@instapay`,
    ])
      expect(whyNotReceiver(Instapay, receiver), receiver).toBe('instapay-username-invalid')
  })

  it('is one of seven banks with an account number', () => {
    for (const bank of ['CIB', 'ALEX', 'NBE', 'MISR', 'QNB', 'MASHREQ', 'AAIB'])
      expect(whyNotReceiver(Bank, `${bank}:${'1'.repeat(23 - bank.length)}`)).toBeNull()
    for (const receiver of ['', '123', ':123']) expect(whyNotReceiver(Bank, receiver), receiver).toBe('empty-bank-name')
    for (const receiver of ['cib:123', 'HSBC:123']) expect(whyNotReceiver(Bank, receiver)).toBe('invalid-bank-name')
    for (const receiver of ['CIB:', 'CIB:12a', 'CIB:1:2', 'CIB:123456789012345678901'])
      expect(whyNotReceiver(Bank, receiver), receiver).toBe('invalid-bank-account-number')
  })

  it('requires a known method', () => {
    expect(whyNotReceiver(3, '01012345678')).toBe('invalid-withdraw-method')
    expect([0, 1, 2].map(whyNotWithdrawMethod)).toEqual([null, null, null])
    expect([-1, 3, 0.5].map(whyNotWithdrawMethod)).toEqual(Array(3).fill('invalid-invoice-method'))
    expect([0, 2, 3].map(whyNotListedMethod)).toEqual([null, null, 'invalid-withdraw-method'])
  })

  it('may be typed with Arabic digits', () => {
    expect(normalizeReceiver(' CIB:١٢٣ ')).toBe('CIB:123')
  })

  it('may be pasted: a number as every number is, an account without what stands between its digits', () => {
    expect(normalizeReceiver('+20 101 234 5678')).toBe('01012345678')
    expect(normalizeReceiver('CIB:1234 - 5678-90')).toBe('CIB:1234567890')
    expect(normalizeReceiver('CIB: 12')).toBe('CIB: 12')
    expect(normalizeReceiver('omar -1@instapay')).toBe('omar -1@instapay')
  })

  it('is a bank before the first colon and a number after it', () => {
    expect(parseBankReceiver('CIB:123')).toEqual({ bank: 'CIB', account: '123' })
    expect(parseBankReceiver(':123')).toEqual({ bank: '', account: '123' })
    expect(parseBankReceiver('123')).toEqual({ bank: '', account: '123' })
  })
})
