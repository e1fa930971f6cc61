import { latinDigits } from '#domain/digits'
import type { ErrorCode } from '#domain/errors'
import { whyNotPhone } from '#domain/users/phone'

export const WithdrawMethod = { Wallet: 0, Bank: 1, Instapay: 2 } as const
export type WithdrawMethod = (typeof WithdrawMethod)[keyof typeof WithdrawMethod]

export const banks = ['CIB', 'ALEX', 'NBE', 'MISR', 'QNB', 'MASHREQ', 'AAIB'] as const
export type Bank = (typeof banks)[number]

/** Maximum characters of a receiver, including the bank's name. */
export const MAX_RECEIVER = 24

/** Splits `BANK:number`; `bank` is empty for a text without a colon. */
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

/** The form in which a receiver is stored: trimmed, with Latin digits. */
export const normalizeReceiver = (receiver: string): string => latinDigits(receiver.trim())

/**
 * A receiver is a mobile number, `name@instapay` or `BANK:number`, according to the method (docs/rules/money.md 9.3).
 * The caller must have normalized it.
 */
export function whyNotReceiver(method: number, receiver: string): ErrorCode | null {
  if (method === WithdrawMethod.Wallet) return whyNotPhone(receiver)
  if (method === WithdrawMethod.Bank) return whyNotBankReceiver(receiver)
  if (method !== WithdrawMethod.Instapay) return 'invalid-withdraw-method'
  return receiver.length <= MAX_RECEIVER && /^\w+@instapay$/.test(receiver) ? null : 'instapay-username-invalid'
}

export const whyNotWithdrawMethod = (method: number): ErrorCode | null =>
  Object.values(WithdrawMethod).some((known) => known === method) ? null : 'invalid-invoice-method'
