import { describe, expect, it } from 'vitest'
import {
  isStuckPayout,
  needsSecondAdmin,
  PAYOUT_ANSWER_TIMEOUT,
  PAYOUT_STUCK_AFTER,
  payoutBatchStateOf,
  payoutRouteOf,
  payoutStates,
  payoutSteps,
} from './payout.ts'
import { banks, WithdrawMethod } from './receiver.ts'

const { Wallet, Bank, Instapay } = WithdrawMethod

describe('the issuer of a payout', () => {
  it.each([
    ['01012345678', 'vodafone'],
    ['01112345678', 'etisalat'],
    ['01212345678', 'orange'],
    ['01512345678', 'bank_wallet'],
  ] as const)('of the wallet %s is %s', (phone, issuer) => {
    expect(payoutRouteOf(Wallet, phone)).toEqual({ issuer, account: phone, bankCode: null })
  })

  it('of a bank account is bank_card with the provider’s code of the bank', () => {
    expect(payoutRouteOf(Bank, 'ALEX:100200300')).toEqual({
      issuer: 'bank_card',
      account: '100200300',
      bankCode: 'BOA',
    })
    expect(banks.map((bank) => payoutRouteOf(Bank, `${bank}:1`)?.bankCode)).toEqual([
      'CIB',
      'BOA',
      'NBE',
      'MISR',
      'QNB',
      'MASH',
      'AAIB',
    ])
  })

  it('does not exist for an Instapay address, nor for what is no receiver', () => {
    expect(payoutRouteOf(Instapay, 'omar@instapay')).toBeNull()
    expect(payoutRouteOf(Wallet, '01312345678')).toBeNull()
    expect(payoutRouteOf(Bank, 'HSBC:100')).toBeNull()
  })
})

describe('the states of a payout', () => {
  it('end: what is final has no next state, and nothing leads back', () => {
    expect(payoutStates.filter((state) => payoutSteps[state].length === 0)).toEqual(['successful', 'failed', 'dropped'])
    for (const state of payoutStates)
      expect(payoutSteps[state].every((next) => payoutStates.indexOf(next) > payoutStates.indexOf(state))).toBe(true)
  })
})

it.each([
  [null, null, 0, 0, 'waiting'],
  [null, 1, 0, 0, 'dropped'],
  [1, null, 2, 1, 'moving'],
  [1, null, 0, 1, 'failed'],
  [1, null, 0, 0, 'done'],
] as const)(
  'a batch confirmed at %s, given up at %s, with %d on their way and %d failed is %s',
  (confirmedAt, droppedAt, moving, failed, state) => {
    expect(payoutBatchStateOf({ confirmedAt, droppedAt, moving, failed })).toBe(state)
  },
)

describe('a second admin', () => {
  it('is needed above the limit, not at it', () => {
    expect(needsSecondAdmin(500_000, 500_000)).toBe(false)
    expect(needsSecondAdmin(500_001, 500_000)).toBe(true)
  })
})

describe('a payout that Paymob does not end', () => {
  const NOW = 1_770_000_000_000
  const sent = { state: 'sending', confirmedAt: NOW - PAYOUT_STUCK_AFTER, sentAt: NOW - PAYOUT_ANSWER_TIMEOUT } as const

  it('is stuck after a day, where it was sent and has not ended', () => {
    expect(payoutStates.filter((state) => isStuckPayout({ ...sent, state }, NOW))).toEqual(['sending', 'pending'])
    expect(isStuckPayout({ ...sent, confirmedAt: sent.confirmedAt + 1 }, NOW)).toBe(false)
    expect(isStuckPayout({ ...sent, confirmedAt: null }, NOW)).toBe(false)
  })

  it('is not while it may be on its way again', () => {
    expect(isStuckPayout({ ...sent, sentAt: sent.sentAt + 1 }, NOW)).toBe(false)
    expect(isStuckPayout({ ...sent, sentAt: null }, NOW)).toBe(false)
  })
})
