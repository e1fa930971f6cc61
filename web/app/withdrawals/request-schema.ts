import * as z from 'zod/mini'
import { oneOf } from '#contract/fields'
import { latinDigits } from '#domain/digits'
import { formatPiastres, type Piastres, parsePounds } from '#domain/money'
import { normalPhone } from '#domain/users/phone'
import { normalizeReceiver, parseBankReceiver, WithdrawMethod, whyNotReceiver } from '#domain/withdrawals/receiver'
import {
  WIDEST_LIMITS,
  type WithdrawalLimits,
  whyNotWithdrawalAmount,
  whyNotWithdrawalNote,
} from '#domain/withdrawals/request'
import { refusedField } from '../../platform/refused-field.ts'

const fields = z.object({
  amount: z.string(),
  method: oneOf(WithdrawMethod),
  phone: z.string(),
  username: z.string(),
  bank: z.string(),
  account: z.string(),
  note: z.string(),
})

/** The values of the form's fields. */
export type TypedRequest = z.output<typeof fields>
type TypedField = keyof TypedRequest

/** A withdrawal request as sent; the amount in piastres. */
export type WithdrawalRequest = { amount: Piastres; method: WithdrawMethod; receiver: string; note?: string }

const INSTAPAY = '@instapay'
const close = (text: string): string => latinDigits(text).replace(/[\s\u200e\u200f-]/g, '')

/** Numbers may be typed in either digits and in groups; `@instapay` may be left out. */
function receiverOf({ method, phone, username, bank, account }: TypedRequest): string {
  if (method === WithdrawMethod.Wallet) return normalPhone(phone)
  if (method === WithdrawMethod.Bank) return `${bank}:${close(account)}`
  const name = normalizeReceiver(username).toLowerCase()
  return name.endsWith(INSTAPAY) ? name : `${name}${INSTAPAY}`
}

/** Null when the amount cannot be parsed. */
export function requestOf(typed: TypedRequest): WithdrawalRequest | null {
  const amount = parsePounds(typed.amount)
  const note = typed.note.trim()
  if (amount === null) return null
  return { amount, method: typed.method, receiver: receiverOf(typed), ...(note === '' ? {} : { note }) }
}

/** What is wrong with the amount: an error code, or `unreadable` or `above-balance`, which only this form has. */
function whyNotAmount(text: string, spendable: Piastres, limits: WithdrawalLimits): string | null {
  if (text.trim() === '') return 'required-field'
  const amount = parsePounds(text)
  if (amount === null) return 'unreadable'
  const why = whyNotWithdrawalAmount(amount, spendable, limits)
  return why === 'invoice-max-amount-exceeded' && spendable < limits.max ? 'above-balance' : why
}

/** The error code of every invalid field, by the server's rules. */
export function mistakesIn(
  typed: TypedRequest,
  spendable: Piastres,
  limits: WithdrawalLimits = WIDEST_LIMITS,
): Partial<Record<TypedField, string>> {
  const mistakes: Partial<Record<TypedField, string>> = {}
  const amount = whyNotAmount(typed.amount, spendable, limits)
  if (amount) mistakes.amount = amount
  const receiver = whyNotReceiver(typed.method, receiverOf(typed))
  if (receiver) mistakes[(refusedField(receiver) as TypedField | undefined) ?? 'method'] = receiver
  const note = typed.note.trim() === '' ? null : whyNotWithdrawalNote(typed.note.trim())
  if (note) mistakes.note = note
  return mistakes
}

/** The contract's rules by the form's fields: the contract has one receiver where the form has four fields. */
export const requestSchema = (spendable: Piastres, limits: WithdrawalLimits) =>
  fields.check((context) => {
    for (const [field, code] of Object.entries(mistakesIn(context.value, spendable, limits)))
      context.issues.push({ code: 'custom', message: code, path: [field], input: context.value })
  })

/** The form's defaults: method and receiver of the last request. */
export function openedWith(
  last: { method: WithdrawMethod; receiver: string } | null,
  phone: string | null,
): TypedRequest {
  const method = last?.method ?? WithdrawMethod.Wallet
  const { bank, account } = method === WithdrawMethod.Bank ? parseBankReceiver(last?.receiver ?? '') : BLANK
  return {
    amount: '',
    note: '',
    method,
    bank,
    account,
    phone: method === WithdrawMethod.Wallet && last ? last.receiver : (phone ?? ''),
    username: method === WithdrawMethod.Instapay ? (last?.receiver.replace(INSTAPAY, '') ?? '') : '',
  }
}
const BLANK = { bank: '', account: '' }

/** The largest amount that can be withdrawn, in the input's format: `500` or `500.50`. */
export const everything = (spendable: Piastres, { max }: WithdrawalLimits = WIDEST_LIMITS): string =>
  formatPiastres(Math.min(spendable, max)).replace(/\.00$/, '')
