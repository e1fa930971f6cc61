import { type Bank, banks, parseBankReceiver, WithdrawMethod } from '#domain/withdrawals/receiver'
import { enums } from '#messages/enums'

const GROUP = /\d{1,4}/g
/** In groups of four digits. */
const grouped = (number: string): string => number.match(GROUP)?.join(' ') ?? number

const bankName = (bank: string): string => {
  const known = banks.find((one): one is Bank => one === bank)
  return known ? enums.bank[known] : bank
}

/** The receiver for display: the bank or wallet by name, and the number, which runs left to right. */
export function receiverWords(method: WithdrawMethod, receiver: string): { place: string; number: string } {
  if (method !== WithdrawMethod.Bank) return { place: enums.withdrawMethod[method], number: receiver }
  const { bank, account } = parseBankReceiver(receiver)
  return { place: bankName(bank), number: grouped(account) }
}
