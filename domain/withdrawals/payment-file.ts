import { BOM, csvLine } from '#domain/csv'
import { formatPiastres, type Piastres } from '#domain/money'
import { type Bank, banks, parseBankReceiver, WithdrawMethod } from './receiver.ts'

/** The maximum number of withdrawals in a file, because paying a file is one database batch. */
export const MAX_IN_PAYMENT_FILE = 100

/** A withdrawal as listed in a file. */
export type Transfer = {
  id: number
  name: string | null
  method: WithdrawMethod
  receiver: string
  amount: Piastres
}

/** One file: the transfers of one method, and for bank transfers of one bank, which accepts only its own format. */
export type PaymentFileDraft = {
  method: WithdrawMethod
  bank: Bank | null
  count: number
  total: Piastres
  content: string
  ids: number[]
}

const bankOf = ({ method, receiver }: Transfer): Bank | null =>
  method === WithdrawMethod.Bank ? (banks.find((bank) => bank === parseBankReceiver(receiver).bank) ?? null) : null

const HEADERS = {
  [WithdrawMethod.Wallet]: ['reference', 'beneficiary', 'mobile', 'amount', 'currency'],
  [WithdrawMethod.Bank]: ['reference', 'beneficiary', 'bank', 'account', 'amount', 'currency'],
  [WithdrawMethod.Instapay]: ['reference', 'beneficiary', 'ipa', 'amount', 'currency'],
} as const

function cellsOf({ id, name, method, receiver, amount }: Transfer): string[] {
  const { bank, account } = parseBankReceiver(receiver)
  const to = method === WithdrawMethod.Bank ? [bank, account] : [receiver]
  return [`HESSA-${id}`, name ?? '', ...to, formatPiastres(amount), 'EGP']
}

/** CSV with a byte order mark, without which spreadsheets misread Arabic names. */
const csvOf = (rows: readonly (readonly string[])[]): string => BOM + rows.map(csvLine).join('')

function draftOf(transfers: readonly [Transfer, ...Transfer[]]): PaymentFileDraft {
  const [first] = transfers
  const sorted = transfers.toSorted((one, other) => one.id - other.id)
  return {
    method: first.method,
    bank: bankOf(first),
    count: transfers.length,
    total: transfers.reduce((sum, { amount }) => sum + amount, 0),
    content: csvOf([HEADERS[first.method], ...sorted.map(cellsOf)]),
    ids: sorted.map(({ id }) => id),
  }
}

/** The files that pay these withdrawals, one for each method and each bank (docs/rules/staff.md 8.3). */
export function paymentFilesOf(transfers: readonly Transfer[]): PaymentFileDraft[] {
  const groups = new Map<string, [Transfer, ...Transfer[]]>()
  for (const one of transfers) {
    const key = `${one.method} ${bankOf(one) ?? ''}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()].map(draftOf)
}
