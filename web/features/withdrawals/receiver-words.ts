import { type Bank, banks, parseBankReceiver, WithdrawMethod } from '#domain/withdrawals/receiver'
import { enums } from '../../i18n/ar/enums.ts'

const GROUP = /\d{1,4}/g
/** Long numbers in groups of four, as people read them aloud. */
const grouped = (number: string): string => number.match(GROUP)?.join(' ') ?? number

const bankName = (bank: string): string => {
  const known = banks.find((one): one is Bank => one === bank)
  return known ? enums.bank[known] : bank
}

/** Where the money goes: the place in words, and the number in it, which reads left to right. */
export function receiverWords(method: WithdrawMethod, receiver: string): { place: string; number: string } {
  if (method !== WithdrawMethod.Bank) return { place: enums.withdrawMethod[method], number: receiver }
  const { bank, account } = parseBankReceiver(receiver)
  return { place: bankName(bank), number: grouped(account) }
}
