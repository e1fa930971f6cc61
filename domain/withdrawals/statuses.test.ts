import { expect, it } from 'vitest'
import { type WithdrawalActor, WithdrawalStatus, whyNotWithdrawalStatus } from './statuses.ts'

const { PendingApproval, PendingCancellation, Canceled, Approved, Rejected } = WithdrawalStatus
const all = Object.values(WithdrawalStatus)
const reachable = (from: WithdrawalStatus, who: WithdrawalActor) =>
  all.filter((to) => whyNotWithdrawalStatus(from, to, who) === null)

it('the receiver may only request the cancellation of an open withdrawal', () => {
  expect(reachable(PendingApproval, 'receiver')).toEqual([PendingCancellation])
  expect(reachable(PendingCancellation, 'receiver')).toEqual([PendingCancellation])
})

it('an admin decides an open withdrawal, and may refuse its cancellation', () => {
  expect(reachable(PendingApproval, 'admin')).toEqual([Canceled, Approved, Rejected])
  expect(reachable(PendingCancellation, 'admin')).toEqual([PendingApproval, Canceled, Approved, Rejected])
})

it('a decided withdrawal is final', () => {
  for (const from of [Canceled, Approved, Rejected]) {
    expect([...reachable(from, 'receiver'), ...reachable(from, 'admin')]).toEqual([])
    expect(whyNotWithdrawalStatus(from, PendingCancellation, 'receiver')).toBe('illegal-invoice-update')
  }
})
