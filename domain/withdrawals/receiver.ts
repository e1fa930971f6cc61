import { latinDigits } from '#domain/digits'
import type { ErrorCode } from '#domain/errors'
import { whyNotPhone } from '#domain/users/phone'

export const WithdrawMethod = { Wallet: 0, Bank: 1, Instapay: 2 } as const
export type WithdrawMethod = (typeof WithdrawMethod)[keyof typeof WithdrawMethod]

export const banks = ['CIB', 'ALEX', 'NBE', 'MISR', 'QNB', 'MASHREQ', 'AAIB'] as const
export type Bank = (typeof banks)[number]

/** Characters of a receiver, the bank's name included. */
export const MAX_RECEIVER = 24

/** `BANK:number` in its two parts. */
export function parseBankReceiver(receiver: string): { bank: string; account: string } {
  const colon = receiver.indexOf(':')
  return colon < 0
    ? { bank: '', account: receiver }
    : { bank: receiver.slice(0, colon), account: receiver.slice(colon + 1) }
}

function whyNotBankReceiver(receiver: string): ErrorCode | null {
  const { bank, account } = parseBankReceiver(receiver)
  if (bank === '') return 'empty-bank-name'
  if (!banks.some((known) => known === bank)) return 'invalid-bank-name'
  return /^\d+$/.test(account) && receiver.length <= MAX_RECEIVER ? null : 'invalid-bank-account-number'
}

/** The form a receiver is kept in: trimmed, with Latin digits. */
export const normalizeReceiver = (receiver: string): string => latinDigits(receiver.trim())

/**
 * A mobile number for a wallet, `name@instapay`, or `BANK:number` (docs/rules/money.md 9.3). Expects the normal form.
 */
export function whyNotReceiver(method: number, receiver: string): ErrorCode | null {
  if (method === WithdrawMethod.Wallet) return whyNotPhone(receiver)
  if (method === WithdrawMethod.Bank) return whyNotBankReceiver(receiver)
  if (method !== WithdrawMethod.Instapay) return 'invalid-withdraw-method'
  return receiver.length <= MAX_RECEIVER && /^\w+@instapay$/.test(receiver) ? null : 'instapay-username-invalid'
}

/** Whether we pay out in this way. */
export const whyNotWithdrawMethod = (method: number): ErrorCode | null =>
  Object.values(WithdrawMethod).some((known) => known === method) ? null : 'invalid-invoice-method'
