import { latinDigits } from '#domain/digits'
import type { ErrorCode } from '#domain/errors'
import { withoutMarks } from '#domain/text'
import { normalPhone, whyNotPhone } from '#domain/users/phone'

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

/**
 * The form in which a receiver is stored: Latin digits, without the blanks, dashes and marks that people paste. A mobile number
 * takes the form of all numbers.
 */
export function normalizeReceiver(receiver: string): string {
  const phone = normalPhone(receiver)
  if (whyNotPhone(phone) === null) return phone
  return latinDigits(withoutMarks(receiver)).replace(/(?<=\d)[\s\p{Pd}]+(?=\d)/gu, '')
}

const whyNotInstapayReceiver = (receiver: string): ErrorCode | null =>
  receiver.length <= MAX_RECEIVER && /^\w+@instapay$/.test(receiver) ? null : 'instapay-username-invalid'

const RULES: Readonly<Record<WithdrawMethod, (receiver: string) => ErrorCode | null>> = {
  [WithdrawMethod.Wallet]: whyNotPhone,
  [WithdrawMethod.Bank]: whyNotBankReceiver,
  [WithdrawMethod.Instapay]: whyNotInstapayReceiver,
}

const isMethod = (method: number): method is WithdrawMethod => Object.values<number>(WithdrawMethod).includes(method)

/**
 * A receiver is a mobile number, `name@instapay` or `BANK:number`, according to the method; one that another method has
 * is `invoice-not-valid` (docs/rules/money.md 9.3). The caller must have normalized it.
 */
export function whyNotReceiver(method: number, receiver: string): ErrorCode | null {
  if (!isMethod(method)) return 'invalid-withdraw-method'
  const refusal = RULES[method](receiver)
  const isOfAnother = refusal !== null && Object.values(RULES).some((whyNot) => whyNot(receiver) === null)
  return isOfAnother ? 'invoice-not-valid' : refusal
}

/** The method of a request (docs/rules/money.md 9.3). */
export const whyNotWithdrawMethod = (method: number): ErrorCode | null =>
  isMethod(method) ? null : 'invalid-invoice-method'

/** The method filter of a list (docs/rules/money.md 9.3). */
export const whyNotListedMethod = (method: number): ErrorCode | null =>
  isMethod(method) ? null : 'invalid-withdraw-method'
