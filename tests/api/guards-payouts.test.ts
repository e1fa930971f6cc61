/** Writes about payouts that lose against another request between their decision and their write. */
import { expect, it } from 'vitest'
import type { Invoice } from '#contract/invoices'
import type { PayoutBatch } from '#contract/payouts'
import { hours, minutes } from '#domain/cairo'
import { eventually } from '#tests/eventually'
import {
  callApi,
  expectOk,
  newAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { insertTaughtLessons, request } from './earning-fixtures.ts'
import type { Gateways } from './gateways.ts'
import { withGateways } from './order-fixtures.ts'
import { countRows } from './payment-fixtures.ts'
import { race } from './race.ts'

const NOW = '2026-02-11T10:00:00Z'

let gateways: Gateways
let adel: Person
let dina: Person

withGateways(NOW, async (opened) => {
  gateways = opened
  ;[adel, dina] = await Promise.all([newAdmin(), newAdmin()])
  await gateways.callConsole('POST', '/payouts/outcome', { outcome: 'stay-pending' })
})

const pay = (as: Person, ids: readonly number[]) => callApi('POST', '/invoice/payout-batch', { as, body: { ids } })
const confirm = (as: Person, id: number) => callApi('PUT', `/invoice/payout-batch/${id}/confirmed`, { as })
const drop = (as: Person, id: number) => callApi('PUT', `/invoice/payout-batch/${id}/dropped`, { as })

/** Two withdrawals of these piastres, which both wait. */
async function twoWithdrawals(amount: number): Promise<[number, number]> {
  const tutor = await onboardedTutor()
  await insertTaughtLessons(tutor, 2)
  const ofTutor = 'slot_id IN (SELECT id FROM availability_slots WHERE user_id = ?)'
  await run(`UPDATE lessons SET price = 500000 WHERE ${ofTutor}`, tutor.id)
  await triggerJob('settle-lessons')
  const ask = async () => (await expectOk<Invoice>(request(tutor, amount))).id
  return [await ask(), await ask()]
}

/** A batch above the limit, which waits for a second admin. */
async function preparedBatch(): Promise<number> {
  return (await expectOk<PayoutBatch>(pay(adel, await twoWithdrawals(300_000)))).id
}

it('a batch takes no withdrawal that another batch has just taken', async () => {
  const ids = await twoWithdrawals(10_000)
  const answer = await race({
    write: 'withdrawals/create-payout-batch:create',
    refusedBy: 'payouts.withdrawal_id',
    slow: () => outcome(pay(adel, ids)),
    fast: () => expectOk(pay(dina, [ids[1]])),
  })
  expect(answer).toBe('invoice-in-payout')
  expect(await countRows('payouts WHERE withdrawal_id IN (?, ?)', ...ids)).toBe(1)
})

it('a batch is not confirmed that was given up just now', async () => {
  const id = await preparedBatch()
  const answer = await race({
    write: 'withdrawals/close-payout-batch:confirm',
    refusedBy: 'illegal-invoice-update',
    slow: () => outcome(confirm(dina, id)),
    fast: () => expectOk(drop(adel, id)),
  })
  expect(answer).toBe('illegal-invoice-update')
  expect(await countRows(`payouts WHERE batch_id = ? AND state = 'dropped'`, id)).toBe(2)
})

it('a batch is not given up that was confirmed just now', async () => {
  const id = await preparedBatch()
  const answer = await race({
    write: 'withdrawals/close-payout-batch:drop',
    refusedBy: 'illegal-invoice-update',
    slow: () => outcome(drop(adel, id)),
    fast: () => expectOk(confirm(dina, id)),
  })
  expect(answer).toBe('illegal-invoice-update')
  expect(await countRows(`payouts WHERE batch_id = ? AND state <> 'dropped'`, id)).toBe(2)
})

it('what Paymob has paid is posted once by two runs of the job', async () => {
  const [id] = await twoWithdrawals(10_000)
  const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
  const stateOf = () => row<{ state: string; reference: string }>('SELECT * FROM payouts WHERE batch_id = ?', batchId)
  await eventually(async () => expect(await stateOf()).toMatchObject({ state: 'pending' }))
  await gateways.callConsole('POST', `/payouts/transactions/${(await stateOf())?.reference}/succeed`, {})
  setNow(Date.parse(NOW) + minutes(5))
  await race({
    write: 'withdrawals/send-payouts:storeOutcome',
    refusedBy: 'payout-ended',
    slow: () => triggerJob('settle-payouts'),
    fast: async () => {
      await run('UPDATE payouts SET asked_at = NULL WHERE batch_id = ?', batchId)
      await triggerJob('settle-payouts')
    },
  })
  expect(await stateOf()).toMatchObject({ state: 'successful' })
  expect(await countRows(`journal_entries WHERE fact_kind = 'payout' AND fact_id = ?`, id)).toBe(1)
})

it('a payout is not written down as not paid that Paymob has just paid', async () => {
  const [id] = await twoWithdrawals(10_000)
  const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
  const found = () =>
    row<{ id: number; state: string; reference: string }>('SELECT * FROM payouts WHERE batch_id = ?', batchId)
  await eventually(async () => expect(await found()).toMatchObject({ state: 'pending' }))
  setNow(Date.parse(NOW) + hours(25))
  dina = await newAdmin()
  const body = { payoutId: (await found())?.id, found: 'not-paid' }
  const answer = await race({
    write: 'withdrawals/end-payout:end',
    statement: /update "payouts"/i,
    refusedBy: 'payout-ended',
    slow: () =>
      outcome(
        callApi('PUT', `/invoice/payout-batch/${batchId}/ended`, { as: dina, body, headers: { 'x-reason': 'bank' } }),
      ),
    fast: async () => {
      await gateways.callConsole('POST', `/payouts/transactions/${(await found())?.reference}/succeed`, {})
      await run('UPDATE payouts SET asked_at = NULL WHERE batch_id = ?', batchId)
      await triggerJob('settle-payouts')
    },
  })
  expect(answer).toBe('illegal-invoice-update')
  expect(await found()).toMatchObject({ state: 'successful' })
  expect(await countRows(`journal_entries WHERE fact_kind = 'payout' AND fact_id = ?`, id)).toBe(1)
})
