import { nextNumber, type StandInHost, sortableKey } from '../stand-in-host.ts'

/** The channels by which the provider pays, as its documentation lists them, but for Aman, which pays in cash. */
export const ISSUERS = ['vodafone', 'etisalat', 'orange', 'bank_wallet', 'bank_card', 'instant_bank'] as const
export type Issuer = (typeof ISSUERS)[number]

/** What becomes of the payouts that the provider accepts from now on. */
export const OUTCOMES = ['succeed', 'stay-pending', 'fail'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A payout as the provider stores it; the amount in piastres. */
export type Transaction = {
  number: number
  id: string
  issuer: Issuer
  account: string
  bankCode: string | null
  fullName: string
  amount: number
  /** The merchant's references; null where it gave none. */
  clientReferenceId: string | null
  clientReference: string | null
  outcome: Outcome
  createdAt: number
  /** Set where somebody has decided it in the console. */
  decided: 'succeed' | 'fail' | null
}

export type Status = { status: 'successful' | 'failed' | 'pending'; code: string; description: string }

const TRANSACTION = 'payouts:transaction:'
const BUDGET = 'payouts:budget'
const OUTCOME = 'payouts:outcome'
/** 100,000 EGP in piastres. */
const INITIAL_BUDGET = 100_000_00
const MINUTE = 60_000

const byBank = (issuer: Issuer): boolean => issuer === 'bank_card' || issuer === 'instant_bank'
/** Issuers whose payouts are settled while the request waits. */
const isInstant = (issuer: Issuer): boolean => issuer === 'vodafone' || issuer === 'etisalat'

const RECEIVED = 'Transaction received and validated successfully. Dispatched for being processed by the'

const failureOf = (issuer: Issuer): Status => {
  if (issuer === 'vodafone') return { status: 'failed', code: '618', description: 'Recipient Is Unregistered' }
  if (issuer === 'etisalat')
    return { status: 'failed', code: '90040', description: 'عزيزي العميل أنت غير مشترك في خدمة اتصالات كاش' }
  return { status: 'failed', code: '000100', description: 'Incorrect Account Number' }
}

/** The steps of a transfer to a bank: received, being processed, accepted with a warning, settled; a minute each. */
function bankStep(minutes: number): Status {
  if (minutes < 1) return { status: 'pending', code: '8000', description: `${RECEIVED} bank` }
  if (minutes < 2)
    return { status: 'pending', code: '8111', description: 'Transaction received by the bank and being processed now' }
  if (minutes < 3)
    return {
      status: 'successful',
      code: '8222',
      description: 'Successful with warning, A transfer will take place once authorized by the receiver bank',
    }
  return { status: 'successful', code: '8333', description: 'Successful, transaction is settled by the receiver bank' }
}

const paidAt = ({ amount, account }: Transaction): Status => ({
  status: 'successful',
  code: '200',
  description: `تم إيداع ${(amount / 100).toFixed(2)} جنيه إلى رقم ${account} بنجاح`,
})

/** What the provider would answer about it at this instant. */
export function statusAt(one: Transaction, now: number): Status {
  const { issuer, outcome, decided } = one
  const minutes = (now - one.createdAt) / MINUTE
  if (decided === 'fail') return failureOf(issuer)
  if (decided === 'succeed') return byBank(issuer) ? bankStep(3) : paidAt(one)
  const isSettled = isInstant(issuer) || minutes >= 3
  if (outcome === 'stay-pending') return { status: 'pending', code: '8000', description: `${RECEIVED} carrier` }
  if (outcome === 'fail' && isSettled) return failureOf(issuer)
  if (byBank(issuer)) return bankStep(outcome === 'fail' ? Math.min(minutes, 1.5) : minutes)
  if (isSettled) return paidAt(one)
  return { status: 'pending', code: '8000', description: `${RECEIVED} carrier` }
}

/** The provider's payouts and the budget that they are paid from. */
export class Transactions {
  readonly #host: StandInHost

  constructor(host: StandInHost) {
    this.#host = host
  }

  all = (): Transaction[] => this.#host.list<Transaction>(TRANSACTION)
  find = (reference: string): Transaction | undefined =>
    this.all().find((one) => [one.id, one.clientReferenceId, one.clientReference].includes(reference))

  create(transaction: Omit<Transaction, 'number' | 'id' | 'outcome' | 'decided'>): Transaction {
    const number = nextNumber(this.#host, 'payouts:transaction')
    const created = { ...transaction, number, id: crypto.randomUUID(), outcome: this.outcome(), decided: null }
    this.#put(created)
    return created
  }

  decide(transaction: Transaction, decided: 'succeed' | 'fail'): Transaction {
    const changed = { ...transaction, decided }
    this.#put(changed)
    return changed
  }

  #put(transaction: Transaction): void {
    this.#host.put(sortableKey(TRANSACTION, transaction.number), transaction)
  }

  outcome = (): Outcome => this.#host.get<Outcome>(OUTCOME) ?? 'succeed'
  setOutcome = (outcome: Outcome): void => this.#host.put(OUTCOME, outcome)
  setBudget = (piastres: number): void => this.#host.put(BUDGET, piastres + this.#taken(null))

  /** Every sum that has left or may leave the account; a payout that failed gives its sum back. */
  #taken(now: number | null): number {
    const counts = (one: Transaction) => statusAt(one, now ?? one.createdAt + 60 * MINUTE).status !== 'failed'
    return this.all()
      .filter(counts)
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  /** In piastres. */
  budget = (now: number): number => (this.#host.get<number>(BUDGET) ?? INITIAL_BUDGET) - this.#taken(now)
}
