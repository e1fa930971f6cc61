import { hours, type Instant, minutes } from '#domain/cairo'
import type { Piastres } from '#domain/money'
import { type Bank, banks, parseBankReceiver, WithdrawMethod } from './receiver.ts'

/** The maximum number of withdrawals in a batch, because preparing a batch is one database batch. */
export const MAX_IN_PAYOUT_BATCH = 100

/** Piastres: a batch above it is confirmed by a second admin, until the settings say otherwise (docs/rules/money.md 10.4). */
export const INITIAL_PAYOUT_LIMIT = 5_000_00
/** The largest limit that the settings take: the most that one batch can be. */
export const MAX_PAYOUT_LIMIT = 5_000_000_00

/** The channels through which Paymob pays a receiver of ours (docs/rules/money.md 10.2). */
export const payoutIssuers = ['vodafone', 'etisalat', 'orange', 'bank_wallet', 'bank_card'] as const
export type PayoutIssuer = (typeof payoutIssuers)[number]

/** By the operator's prefix. A number that was moved to another operator is refused by the provider, in its own words. */
const WALLET_ISSUERS: Readonly<Record<string, PayoutIssuer>> = {
  '010': 'vodafone',
  '011': 'etisalat',
  '012': 'orange',
  '015': 'bank_wallet',
}

/** Paymob's codes of the banks that a receiver can have. */
const BANK_CODES: Readonly<Record<Bank, string>> = {
  CIB: 'CIB',
  ALEX: 'BOA',
  NBE: 'NBE',
  MISR: 'MISR',
  QNB: 'QNB',
  MASHREQ: 'MASH',
  AAIB: 'AAIB',
}

/** How Paymob reaches a receiver; `bankCode` for bank accounts only. */
export type PayoutRoute = { issuer: PayoutIssuer; account: string; bankCode: string | null }

/**
 * How Paymob reaches a receiver that is normalized and valid; null for one that no issuer fits: an Instapay address, since
 * `instant_bank` takes an account number with its bank (docs/rules/money.md 10.2).
 */
export function payoutRouteOf(method: WithdrawMethod, receiver: string): PayoutRoute | null {
  if (method === WithdrawMethod.Wallet) {
    const issuer = WALLET_ISSUERS[receiver.slice(0, 3)]
    return issuer ? { issuer, account: receiver, bankCode: null } : null
  }
  if (method !== WithdrawMethod.Bank) return null
  const { bank, account } = parseBankReceiver(receiver)
  const known = banks.find((one) => one === bank)
  return known ? { issuer: 'bank_card', account, bankCode: BANK_CODES[known] } : null
}

/**
 * `prepared`: waits for the second admin. `ready`: confirmed and not sent. `sending`: sent, and no answer stored: Paymob is
 * asked by the reference before it is sent again. `pending`: accepted by Paymob and not final. The others are final;
 * `dropped` was never sent (docs/rules/money.md 10.3).
 */
export const payoutStates = ['prepared', 'ready', 'sending', 'pending', 'successful', 'failed', 'dropped'] as const
export type PayoutState = (typeof payoutStates)[number]

/** The states in which a payout keeps its withdrawal out of every other payout and payment file. */
export const OPEN_PAYOUT_STATES = ['prepared', 'ready', 'sending', 'pending'] as const satisfies readonly PayoutState[]

/** The states in which money is on its way: nobody decides the withdrawal meanwhile. */
export const MOVING_PAYOUT_STATES = ['ready', 'sending', 'pending'] as const satisfies readonly PayoutState[]

/** The next states of each state; the trigger `payouts_steps` refuses every other change. */
export const payoutSteps: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  prepared: ['ready', 'dropped'],
  ready: ['sending'],
  sending: ['pending', 'successful', 'failed'],
  pending: ['successful', 'failed'],
  successful: [],
  failed: [],
  dropped: [],
}

/** How far a batch of payouts is. */
export const payoutBatchStates = ['waiting', 'moving', 'failed', 'done', 'dropped'] as const
export type PayoutBatchState = (typeof payoutBatchStates)[number]

/** `confirmedAt` and `droppedAt`: null until it is; `moving` and `failed`: how many of its payouts are on their way, and have failed. */
export function payoutBatchStateOf(batch: {
  confirmedAt: unknown
  droppedAt: unknown
  moving: number
  failed: number
}): PayoutBatchState {
  if (batch.droppedAt !== null) return 'dropped'
  if (batch.confirmedAt === null) return 'waiting'
  if (batch.moving > 0) return 'moving'
  return batch.failed > 0 ? 'failed' : 'done'
}

/** How long Paymob has to end a payout, before the nightly proof shows it and staff may write down what has become of it. */
export const PAYOUT_STUCK_AFTER = hours(24)

/**
 * A payout without an answer is asked for after this time: longer than a run sends and a request waits together, so that none
 * is asked for, sent again or ended by staff while it is on its way.
 */
export const PAYOUT_ANSWER_TIMEOUT = minutes(5)

type SentPayout = { state: PayoutState; confirmedAt: Instant | null; sentAt: Instant | null }

/** Whether a payout has not ended for a day since its batch was confirmed, and is not just being sent (docs/rules/money.md 10.8). */
export function isStuckPayout({ state, confirmedAt, sentAt }: SentPayout, now: Instant): boolean {
  if ((state !== 'sending' && state !== 'pending') || confirmedAt === null || sentAt === null) return false
  return confirmedAt + PAYOUT_STUCK_AFTER <= now && sentAt + PAYOUT_ANSWER_TIMEOUT <= now
}

/** Whether a batch of this sum, in piastres, is confirmed by somebody other than who prepared it. */
export const needsSecondAdmin = (total: Piastres, limit: Piastres): boolean => total > limit
