import { describe, expect, it } from 'vitest'
import type { Invoice } from '#contract/invoices'
import { expectOk, newAdmin, onboardedTutor, outcome, row } from '#tests/people'
import { decide, insertTaughtLessons, request } from './earning-fixtures.ts'
import { withGateways } from './order-fixtures.ts'
import { accountBalance, countRows } from './payment-fixtures.ts'
import { race } from './race.ts'

withGateways('2026-02-11T10:00:00Z')

const [APPROVED, REJECTED] = ['3', '4']
const statusOf = (id: number) =>
  row<{ status: number }>('SELECT status FROM withdrawals WHERE id = ?', id).then((found) => found?.status)
const payoutsOf = (id: number) =>
  countRows(`journal_entries WHERE fact_id = ? AND fact_kind IN ('payout', 'withdrawal-return')`, id)

/** A tutor with 150 EGP, of which `amount` piastres are requested. */
async function requestedWithdrawal(amount = 15_000) {
  const tutor = await onboardedTutor()
  await insertTaughtLessons(tutor, 2)
  const { id } = await expectOk<Invoice>(request(tutor, amount))
  return { tutor, id }
}

describe('two admins decide one withdrawal', () => {
  it('that both approve: it is paid out once', async () => {
    const [{ id }, adel, dina] = await Promise.all([requestedWithdrawal(), newAdmin(), newAdmin()])
    const answer = await race({
      write: 'withdrawals/update:update',
      refusedBy: 'withdrawal-changed',
      slow: () => outcome(decide(adel, id, { status: APPROVED })),
      fast: () => expectOk(decide(dina, id, { status: APPROVED })),
    })
    expect(answer).toBe('illegal-invoice-update')
    expect(await payoutsOf(id)).toBe(1)
    expect(await statusOf(id)).toBe(3)
  })

  it('one approves what the other rejects: the money goes one way', async () => {
    const [{ tutor, id }, adel, dina] = await Promise.all([requestedWithdrawal(), newAdmin(), newAdmin()])
    const answer = await race({
      write: 'withdrawals/update:update',
      refusedBy: 'withdrawal-changed',
      slow: () => outcome(decide(adel, id, { status: APPROVED })),
      fast: () => expectOk(decide(dina, id, { status: REJECTED })),
    })
    expect(answer).toBe('illegal-invoice-update')
    expect(await payoutsOf(id)).toBe(1)
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(15_000)
  })
})
