/** Withdrawals that are paid by Paymob Payouts (docs/rules/money.md 10.1). */
import { createExecutionContext } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { ListedInvoice } from '#contract/invoices'
import type { BatchPayout, PayoutBatch } from '#contract/payouts'
import { openDb } from '#db/client'
import { seeded } from '#db/demo/random'
import { hours, minutes } from '#domain/cairo'
import { INITIAL_PAYOUT_LIMIT, payoutStates, payoutSteps } from '#domain/withdrawals/payout'
import { eventually } from '#tests/eventually'
import {
  bindings,
  callApi,
  expectOk,
  newAdmin,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  triggerJob,
} from '#tests/people'
import { localPayoutKeys } from '../../dev/local-keys.ts'
import type { Transaction } from '../../dev/world/payouts/transactions.ts'
import { app } from '../../worker/app.ts'
import { proveLedger } from '../../worker/withdrawals/ledger-proof.ts'
import { settlePayouts } from '../../worker/withdrawals/send-payouts.ts'
import { dieWhen } from './crash.ts'
import { decide, insertTaughtLessons, request } from './earning-fixtures.ts'
import type { Gateways } from './gateways.ts'
import { withGateways } from './order-fixtures.ts'
import { accountBalance, countRows } from './payment-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

const BANK = { method: 1, receiver: 'ALEX:100200300' }
const INSTAPAY = { method: 2, receiver: 'omar@instapay' }

let gateways: Gateways
let adel: Person
let dina: Person
let tutor: Person
/** The product's clock, which goes on from test to test: the provider remembers the minute of its last inquiries. */
let present = Date.parse('2026-02-11T10:00:00Z')

const wait = (duration: number) => {
  present = setNow(present + duration)
}

withGateways('2026-02-11T10:00:00Z', async (opened) => {
  gateways = opened
  // On the hour, as slots begin.
  wait(hours(2) - (present % hours(1)))
  ;[adel, dina, tutor] = await Promise.all([newAdmin(), newAdmin(), earner()])
  await world('faults', { fault: 'none' })
  await world('outcome', { outcome: 'succeed' })
  await world('budget', { budget: 100_000_00 })
})

/** A tutor with earnings of 20,000 EGP. */
async function earner(): Promise<Person> {
  const made = await onboardedTutor('عمر حسن')
  await insertTaughtLessons(made, 2)
  const ofTutor = 'slot_id IN (SELECT id FROM availability_slots WHERE user_id = ?)'
  await run(`UPDATE lessons SET price = 1000000 WHERE ${ofTutor}`, made.id)
  await triggerJob('settle-lessons')
  return made
}

const world = (path: string, body: object) => gateways.callConsole('POST', `/payouts/${path}`, body)
const atPaymob = () => gateways.callConsole<(Transaction & { status: string })[]>('GET', '/payouts/transactions')
const ask = async (amount: number, more: object = {}) =>
  (await expectOk<{ id: number }>(request(tutor, amount, more))).id
const pay = (as: Person, ids: number[]) => callApi('POST', '/invoice/payout-batch', { as, body: { ids } })
const confirm = (as: Person, id: number) => callApi('PUT', `/invoice/payout-batch/${id}/confirmed`, { as })
const drop = (as: Person, id: number) => callApi('PUT', `/invoice/payout-batch/${id}/dropped`, { as })
const file = (as: Person, ids: number[]) => callApi('POST', '/invoice/payment-file', { as, body: { ids } })
const read = (id: number, as = adel) =>
  expectOk<{ batch: PayoutBatch; payouts: BatchPayout[] }>(callApi('GET', `/invoice/payout-batch/${id}`, { as }))
const statusOf = async (id: number) =>
  (await row<{ status: number }>('SELECT status FROM withdrawals WHERE id = ?', id))?.status
const statesOf = async (batch: number) =>
  (await rows<{ state: string }>('SELECT state FROM payouts WHERE batch_id = ? ORDER BY id', batch)).map(
    ({ state }) => state,
  )
const listed = async (id: number, as = adel) => {
  const { list } = await expectOk<{ list: ListedInvoice[] }>(callApi('GET', `/invoice?ids[]=${id}`, { as }))
  return list[0]
}

/** Pays these and waits until everything was sent. */
async function paid(ids: number[], as = adel): Promise<PayoutBatch> {
  const batch = await expectOk<PayoutBatch>(pay(as, ids))
  await eventually(async () => expect(await statesOf(batch.id)).not.toContain('ready'))
  await eventually(async () =>
    expect(await countRows(`payouts WHERE batch_id = ? AND state = 'sending'`, batch.id)).toBe(0),
  )
  return (await read(batch.id)).batch
}

const disbursements = () =>
  gateways
    .requestsTo('/api/secure/disburse/')
    .map(({ body }) => JSON.parse(body) as { client_reference_id: string; client_reference: string; amount: number })

async function expectProven(): Promise<void> {
  expect(await proveLedger(openDb(bindings.DB), Date.now())).toEqual([])
}

describe('a batch of payouts', () => {
  it('pays a wallet at once, and posts it as paid by Paymob', async () => {
    const [byPaymob, byBank] = [await accountBalance('payouts'), await accountBalance('bank')]
    const id = await ask(20_050)
    const batch = await paid([id])
    expect(batch).toMatchObject({ count: 1, total: 20_050, needsSecond: false, successful: 1, successfulTotal: 20_050 })
    expect(batch.confirmedBy).toMatchObject({ id: adel.id })
    expect(await statusOf(id)).toBe(3)
    expect([await accountBalance('payouts'), await accountBalance('bank')]).toEqual([byPaymob + 20_050, byBank])
    expect(await listed(id)).toMatchObject({ addressedBy: adel.id, payout: { state: 'successful', batchId: batch.id } })
    const [sent] = disbursements()
    expect(sent).toMatchObject({ issuer: 'vodafone', msisdn: '01012345678', amount: 200.5, full_name: 'عمر حسن' })
    expect(sent?.client_reference_id).toBe(sent?.client_reference)
    expect(await lastAuditEntry('payoutBatch.create')).toMatchObject({
      actor_id: adel.id,
      after: { total: 20_050, withdrawals: [id] },
    })
    await expectProven()
  })

  it('pays a bank account in steps: what is successful with a warning is not paid yet', async () => {
    const id = await ask(30_000, BANK)
    const { id: batchId } = await paid([id])
    const steps = async () => {
      const [payout] = (await read(batchId)).payouts
      return [payout?.state, payout?.statusCode, await statusOf(id)]
    }
    expect(disbursements()[0]).toMatchObject({
      issuer: 'bank_card',
      bank_card_number: '100200300',
      bank_code: 'BOA',
      bank_transaction_type: 'cash_transfer',
    })
    expect(await steps()).toEqual(['pending', '8000', 0])
    wait(150_000)
    await run('UPDATE payouts SET asked_at = NULL WHERE batch_id = ?', batchId)
    await triggerJob('settle-payouts')
    expect(await steps()).toEqual(['pending', '8222', 0])
    wait(minutes(5))
    await triggerJob('settle-payouts')
    expect(await steps()).toEqual(['successful', '8333', 3])
    expect(disbursements()).toHaveLength(1)
    await expectProven()
  })

  it('leaves what failed to wait, with Paymob’s words, for another batch or a file', async () => {
    await world('outcome', { outcome: 'fail' })
    const id = await ask(15_000)
    const batch = await paid([id])
    expect(batch).toMatchObject({ failed: 1, successful: 0 })
    expect(await statusOf(id)).toBe(0)
    expect(await listed(id)).toMatchObject({
      payout: { state: 'failed', statusCode: '618', reason: 'Recipient Is Unregistered' },
    })
    // The tutor is not told what Paymob says.
    expect(await listed(id, tutor)).toMatchObject({ status: 0, payout: null })
    await world('outcome', { outcome: 'succeed' })
    wait(minutes(1))
    expect(await paid([id])).toMatchObject({ successful: 1 })
    const [first, second] = disbursements()
    expect(first?.client_reference_id).not.toBe(second?.client_reference_id)
    const other = await ask(15_000)
    await world('outcome', { outcome: 'fail' })
    wait(minutes(1))
    await paid([other])
    await expectOk(file(dina, [other]))
    await expectProven()
  })

  it('takes no receiver that no issuer pays: Instapay stays in the file', async () => {
    const id = await ask(10_000, INSTAPAY)
    expect(await outcome(pay(adel, [id]))).toBe('payout-receiver-not-payable')
    await expectOk(file(adel, [id]))
  })

  it('takes only withdrawals that wait, each once', async () => {
    const id = await ask(10_000)
    expect(await outcome(pay(adel, [id, 999_999]))).toBe('invoice-not-found')
    expect(await outcome(pay(adel, []))).toBe('bad-request')
    await expectOk(decide(tutor, id, { status: '1' }))
    expect(await outcome(pay(adel, [id]))).toBe('illegal-invoice-update')
    const filed = await ask(10_000)
    await expectOk(file(adel, [filed]))
    expect(await outcome(pay(adel, [filed]))).toBe('invoice-in-payment-file')
  })

  it('is refused where the budget does not hold it together with what is on its way', async () => {
    await world('budget', { budget: 30_000 })
    const [first, second] = [await ask(20_000), await ask(10_001)]
    expect(await outcome(pay(adel, [first, second]))).toBe('payout-budget-exceeded')
    const answer = await pay(adel, [first, second])
    expect(answer.body).toMatchObject({ details: { budget: 30_000, needed: 30_001 } })
    expect(await countRows('payouts WHERE withdrawal_id IN (?, ?)', first, second)).toBe(0)
    // Not sent yet, so that Paymob's budget does not know of it.
    gateways.loseRequests((path) => path.endsWith('/disburse/'))
    await expectOk(pay(adel, [first]))
    expect(await outcome(pay(adel, [second]))).toBe('payout-budget-exceeded')
    const account = await expectOk(callApi('GET', '/invoice/payout-account?budget=true', { as: dina }))
    expect(account).toEqual({ isOn: true, limit: INITIAL_PAYOUT_LIMIT, budget: 30_000, onItsWay: 20_000 })
    gateways.loseRequests(() => false)
    wait(minutes(6))
    await triggerJob('settle-payouts')
    expect(await statusOf(first)).toBe(3)
  })

  it('is refused while Paymob does not say what the account holds', async () => {
    const id = await ask(10_000)
    for (const fault of ['429', '500', '503', 'lost-answer']) {
      await world('faults', { fault })
      expect([fault, await outcome(pay(adel, [id]))]).toEqual([fault, 'service-unavailable'])
      wait(minutes(1))
    }
    expect(await countRows('payouts WHERE withdrawal_id = ?', id)).toBe(0)
  })
})

it('without an account at Paymob nothing is paid by it, and screens are told so', async () => {
  const none = Object.fromEntries(Object.keys(localPayoutKeys).map((name) => [name, undefined]))
  const without = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${adel.token}`, 'content-type': 'application/json' }
    const sent = new Request(`http://localhost:8787/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    const answer = await app.fetch(sent, { ...bindings, ...none } as typeof bindings, createExecutionContext())
    return (await answer.json()) as { code?: string }
  }
  const id = await ask(10_000)
  const off = { isOn: false, limit: INITIAL_PAYOUT_LIMIT, budget: null, onItsWay: null }
  expect(await without('GET', '/invoice/payout-account?budget=true')).toEqual(off)
  expect(await without('POST', '/invoice/payout-batch', { ids: [id] })).toMatchObject({ code: 'service-unavailable' })
  expect(await without('GET', '/invoice/payout-batch/list')).toHaveProperty('list')
  await settlePayouts({ ...bindings, ...none } as typeof bindings, openDb(bindings.DB), present)
  expect(gateways.requests.filter(({ url }) => url.includes('payouts'))).toEqual([])
  await expectOk(file(adel, [id]))
})

describe('a batch above the limit', () => {
  const large = async () => [await ask(300_000), await ask(200_001)]

  it('is paid when another admin confirms it; at the limit it is paid at once', async () => {
    const ids = await large()
    const prepared = await expectOk<PayoutBatch>(pay(adel, ids))
    expect(prepared).toMatchObject({ needsSecond: true, confirmedBy: null, prepared: 2, preparedTotal: 500_001 })
    expect(disbursements()).toEqual([])
    expect(await outcome(confirm(adel, prepared.id))).toBe('payout-needs-second-admin')
    const confirmed = await expectOk<PayoutBatch>(confirm(dina, prepared.id))
    expect(confirmed).toMatchObject({ confirmedBy: { id: dina.id }, createdBy: { id: adel.id } })
    await eventually(async () => expect(await statesOf(prepared.id)).toEqual(['successful', 'successful']))
    expect(await listed(ids[0] ?? 0)).toMatchObject({ status: 3, addressedBy: dina.id })
    expect(await lastAuditEntry('payoutBatch.confirm')).toMatchObject({ actor_id: dina.id, after: { total: 500_001 } })
    expect(await outcome(confirm(dina, prepared.id))).toBe('illegal-invoice-update')
    wait(minutes(1))
    expect(await paid([await ask(INITIAL_PAYOUT_LIMIT)])).toMatchObject({ needsSecond: false, successful: 1 })
    await expectProven()
  })

  it('follows the limit of the settings, which super admins change', async () => {
    const boss = await newSuperAdmin()
    const change = (as: Person, value: number) => callApi('PUT', '/settings/payoutLimit', { as, body: { value } })
    expect(await outcome(change(adel, 10_000))).toBe('forbidden')
    await expectOk(change(boss, 10_000))
    const id = await ask(10_001)
    const { id: batchId } = await expectOk<PayoutBatch>(pay(boss, [id]))
    expect(await outcome(confirm(boss, batchId))).toBe('payout-needs-second-admin')
    await expectOk(change(boss, INITIAL_PAYOUT_LIMIT))
    // What was prepared above the limit needs the second admin all the same.
    expect(await outcome(confirm(boss, batchId))).toBe('payout-needs-second-admin')
    await expectOk(drop(boss, batchId))
  })

  it('loses what is decided before it is confirmed, and is not confirmed when nothing is left', async () => {
    const ids = await large()
    const { id } = await expectOk<PayoutBatch>(pay(adel, ids))
    await expectOk(decide(tutor, ids[0] ?? 0, { status: '1' }))
    expect(await read(id)).toMatchObject({ batch: { prepared: 1, dropped: 1, preparedTotal: 200_001 } })
    await expectOk(decide(dina, ids[1] ?? 0, { status: '4' }))
    expect(await outcome(confirm(dina, id))).toBe('illegal-invoice-update')
    await expectProven()
  })

  it('is given up, which frees its withdrawals, and then not confirmed', async () => {
    const ids = await large()
    const { id } = await expectOk<PayoutBatch>(pay(adel, ids))
    expect(await outcome(file(dina, ids))).toBe('invoice-in-payout')
    expect(await outcome(pay(dina, ids))).toBe('invoice-in-payout')
    expect(await expectOk(drop(adel, id))).toMatchObject({ droppedBy: { id: adel.id }, dropped: 2, prepared: 0 })
    expect(await lastAuditEntry('payoutBatch.drop')).toMatchObject({ actor_id: adel.id })
    expect(await outcome(confirm(dina, id))).toBe('illegal-invoice-update')
    await expectOk(file(dina, ids))
    expect(await outcome(confirm(dina, 999_999))).toBe('payout-batch-not-found')
  })

  it('is not confirmed by who prepared it, nor prepared without a second, even in the database itself', async () => {
    const ids = await large()
    const { id } = await expectOk<PayoutBatch>(pay(adel, ids))
    const byItself = 'UPDATE payout_batches SET confirmed_by = created_by, confirmed_at = 1 WHERE id = ?'
    await expect(run(byItself, id)).rejects.toThrow('payout_batches_second_admin')
    await expect(run('UPDATE payout_batches SET needs_second = 0 WHERE id = ?', id)).rejects.toThrow('illegal')
    await expect(
      run(
        'INSERT INTO payout_batches (count, total, needs_second, created_by, created_at, updated_at) VALUES (1, ?, 0, ?, 1, 1)',
        INITIAL_PAYOUT_LIMIT + 1,
        adel.id,
      ),
    ).rejects.toThrow('payout-needs-second-admin')
    await expect(run(`UPDATE payouts SET state = 'ready' WHERE batch_id = ?`, id)).rejects.toThrow('illegal')
    await expectOk(drop(adel, id))
  })
})

describe('the list of batches and what waits', () => {
  it('has the batches of a state or of several', async () => {
    const waiting = await expectOk<PayoutBatch>(pay(adel, [await ask(INITIAL_PAYOUT_LIMIT + 100)]))
    const dropped = await expectOk<PayoutBatch>(pay(adel, [await ask(INITIAL_PAYOUT_LIMIT + 200)]))
    await expectOk(drop(dina, dropped.id))
    const done = await paid([await ask(10_000)])
    await world('outcome', { outcome: 'fail' })
    const failed = await paid([await ask(10_100)])
    await world('outcome', { outcome: 'stay-pending' })
    const moving = await paid([await ask(10_200)])
    const made = { waiting, moving, failed, done, dropped }
    for (const [state, { id }] of Object.entries(made)) {
      const { list } = await expectOk<{ list: PayoutBatch[] }>(
        callApi('GET', `/invoice/payout-batch/list?states=${state}&size=100`, { as: adel }),
      )
      const found = list.map((one) => one.id)
      expect(Object.values(made).flatMap((one) => (found.includes(one.id) ? [one.id] : []))).toEqual([id])
    }
    const two = callApi('GET', '/invoice/payout-batch/list?states[]=waiting&states[]=dropped&size=100', { as: adel })
    const both = (await expectOk<{ list: PayoutBatch[] }>(two)).list.map(({ id }) => id)
    expect(both).toEqual(expect.arrayContaining([waiting.id, dropped.id]))
    expect(both).not.toContain(done.id)
    const often = `/invoice/payout-batch/list?${'states[]=done&'.repeat(200)}size=100`
    const repeated = await expectOk<{ list: PayoutBatch[] }>(callApi('GET', often, { as: adel }))
    expect(repeated.list.map(({ id }) => id)).toContain(done.id)
    await expectOk(drop(dina, waiting.id))
    await world(`transactions/${(await read(moving.id)).payouts[0]?.reference}/fail`, {})
    wait(minutes(6))
    await triggerJob('settle-payouts')
  })
})

describe('while money is on its way', () => {
  it('nobody decides the withdrawal, puts it into a file or pays it again', async () => {
    await world('outcome', { outcome: 'stay-pending' })
    const id = await ask(12_000)
    const batch = await paid([id])
    expect(batch).toMatchObject({ moving: 1 })
    for (const status of ['3', '4', '2']) expect(await outcome(decide(dina, id, { status }))).toBe('invoice-in-payout')
    expect(await outcome(decide(tutor, id, { status: '1' }))).toBe('invoice-in-payout')
    expect(await outcome(decide(dina, id, { note: 'في السكة' }))).toBe('ok')
    expect(await outcome(file(dina, [id]))).toBe('invoice-in-payout')
    wait(minutes(1))
    expect(await outcome(pay(dina, [id]))).toBe('invoice-in-payout')
    await expect(run('UPDATE withdrawals SET status = 4 WHERE id = ?', id)).rejects.toThrow('invoice-in-payout')
    await expect(
      run(
        `INSERT INTO journal_entries (fact_kind, fact_id, lines, created_at) VALUES ('payout', ?, ?, 1)`,
        id,
        JSON.stringify([
          { account: 'withdrawals', amount: -12_000 },
          { account: 'bank', amount: 12_000 },
        ]),
      ),
    ).rejects.toThrow('invoice-in-payout')
    const [payout] = await rows<{ reference: string }>('SELECT reference FROM payouts WHERE withdrawal_id = ?', id)
    await world(`transactions/${payout?.reference}/succeed`, {})
    wait(minutes(5))
    await triggerJob('settle-payouts')
    expect(await statusOf(id)).toBe(3)
    await expectProven()
  })

  it('a payout that is pending fails later, and its withdrawal waits again', async () => {
    await world('outcome', { outcome: 'fail' })
    const id = await ask(12_000, BANK)
    const { id: batchId } = await paid([id])
    expect(await statesOf(batchId)).toEqual(['pending'])
    wait(minutes(10))
    await triggerJob('settle-payouts')
    expect(await listed(id)).toMatchObject({
      status: 0,
      payout: { state: 'failed', statusCode: '000100', reason: 'Incorrect Account Number' },
    })
    await expectProven()
  })
})

describe('a withdrawal that cools off', () => {
  /** Later than the account was made, by which a change is known. */
  const changePassword = () =>
    run('UPDATE users SET password_hash = ?, updated_at = ? WHERE id = ?', 'another', present + 1, tutor.id)

  it('is put into no batch, by no admin', async () => {
    const id = await ask(10_000)
    await changePassword()
    for (const as of [adel, await newSuperAdmin()]) expect(await outcome(pay(as, [id]))).toBe('invoice-cooling-off')
    wait(hours(73))
    const later = await newAdmin()
    expect(await outcome(pay(later, [id]))).toBe('ok')
    await eventually(async () => expect(await statusOf(id)).toBe(3))
  })

  it('is not confirmed where the tutor has changed a credential since, and is given up', async () => {
    const ids = [await ask(300_000), await ask(200_001)]
    const { id } = await expectOk<PayoutBatch>(pay(adel, ids))
    await changePassword()
    expect(await outcome(confirm(dina, id))).toBe('invoice-cooling-off')
    await run('UPDATE payout_batches SET confirmed_by = ?, confirmed_at = ? WHERE id = ?', dina.id, present, id)
    await expect(
      run(`UPDATE payouts SET state = 'ready', updated_at = ? WHERE batch_id = ?`, present, id),
    ).rejects.toThrow('invoice-cooling-off')
    for (const one of ids) await expectOk(decide(dina, one, { status: '4' }))
    expect(disbursements()).toEqual([])
  })

  it('is paid all the same where the credential changes while money is on its way', async () => {
    await world('outcome', { outcome: 'stay-pending' })
    const id = await ask(12_000)
    await paid([id])
    await changePassword()
    const [payout] = await rows<{ reference: string }>('SELECT reference FROM payouts WHERE withdrawal_id = ?', id)
    await world(`transactions/${payout?.reference}/succeed`, {})
    wait(minutes(5))
    await triggerJob('settle-payouts')
    expect(await statusOf(id)).toBe(3)
    await expectProven()
  })
})

describe('two at once', () => {
  it('of two admins who pay the same withdrawals one is refused', async () => {
    const ids = [await ask(10_000), await ask(11_000), await ask(12_000)]
    const answers = await Promise.all([
      pay(adel, ids.slice(0, 2)),
      pay(dina, ids.slice(1)),
      pay(adel, ids.slice(0, 2)),
      pay(dina, ids.slice(1)),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'invoice-in-payout')).toHaveLength(3)
    await eventually(async () => expect(await countRows(`payouts WHERE state IN ('ready', 'sending')`)).toBe(0))
    expect(disbursements()).toHaveLength(2)
    await expectProven()
  })

  it('of a batch and a file one takes the withdrawal', async () => {
    for (let round = 0; round < 4; round++) {
      wait(minutes(1))
      const id = await ask(10_000)
      const answers = await Promise.all(
        round % 2 === 0 ? [pay(adel, [id]), file(dina, [id])] : [file(dina, [id]), pay(adel, [id])],
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const inFile = await countRows('payment_file_items WHERE withdrawal_id = ? AND open = 1', id)
      expect(inFile + (await countRows('payouts WHERE withdrawal_id = ?', id))).toBe(1)
    }
    await eventually(async () => expect(await countRows(`payouts WHERE state IN ('ready', 'sending')`)).toBe(0))
    await expectProven()
  })

  it('the job and the request send a payout once', async () => {
    const ids = [await ask(10_000), await ask(11_000), await ask(12_000)]
    await Promise.all([pay(adel, ids), triggerJob('settle-payouts'), triggerJob('settle-payouts')])
    await Promise.all([triggerJob('settle-payouts'), triggerJob('settle-payouts')])
    await eventually(async () => expect(await countRows(`payouts WHERE state IN ('ready', 'sending')`)).toBe(0))
    expect(disbursements()).toHaveLength(3)
    await expectProven()
  })
})

describe('an answer that does not tell', () => {
  const sentOnce = async () => {
    const references = disbursements().map((one) => one.client_reference_id)
    const known = (await atPaymob()).map((one) => one.clientReferenceId)
    return { requests: references.length, made: references.filter((one) => known.includes(one)).length }
  }

  it.each(['500', '503', 'lost-answer'])(
    '%s to what Paymob may have: it is asked by the reference first',
    async (fault) => {
      const id = await ask(10_000)
      gateways.changeAnswers(async (path, answer) => {
        if (!path.endsWith('/disburse/')) return answer
        gateways.changeAnswers((_path, other) => other)
        return new Response('<html>error</html>', { status: fault === '500' ? 500 : 502 })
      })
      const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
      await eventually(async () => expect(await statesOf(batchId)).toEqual(['sending']))
      await eventually(async () =>
        expect(await atPaymob()).toEqual(expect.arrayContaining([expect.objectContaining({ amount: 10_000 })])),
      )
      // Too early: it may still be on its way.
      wait(minutes(4))
      await triggerJob('settle-payouts')
      expect(await statesOf(batchId)).toEqual(['sending'])
      wait(minutes(6))
      await triggerJob('settle-payouts')
      expect(await statesOf(batchId)).toEqual(['successful'])
      expect(await sentOnce()).toEqual({ requests: 1, made: 1 })
      expect(await statusOf(id)).toBe(3)
      await expectProven()
    },
  )

  it('to what Paymob has not got: it is sent again under the same reference', async () => {
    const id = await ask(10_000)
    gateways.loseRequests((path) => path.endsWith('/disburse/'))
    const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
    await eventually(async () => expect(await statesOf(batchId)).toEqual(['sending']))
    gateways.loseRequests(() => false)
    wait(minutes(6))
    await triggerJob('settle-payouts')
    expect(await statesOf(batchId)).toEqual(['successful'])
    const references = disbursements().map((one) => one.client_reference_id)
    expect(references).toHaveLength(2)
    expect(new Set(references).size).toBe(1)
    expect((await atPaymob()).filter((one) => one.clientReferenceId === references[0])).toHaveLength(1)
    await expectProven()
  })

  it('while the inquiry does not answer either, nothing is sent again', async () => {
    const id = await ask(10_000)
    gateways.changeAnswers((path, answer) => (path.endsWith('/disburse/') ? new Response('', { status: 502 }) : answer))
    const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
    await eventually(async () => expect(await statesOf(batchId)).toEqual(['sending']))
    gateways.changeAnswers((_path, answer) => answer)
    for (const broken of ['unreadable', 'of another', 'throttled'] as const) {
      gateways.answerInstead((path) => {
        if (!path.includes('/inquire')) return null
        if (broken === 'unreadable') return Response.json({ detail: 'x' })
        if (broken === 'throttled') return Response.json({ status_code: '429' }, { status: 429 })
        return Response.json({ count: 1, next: null, results: [{ disbursement_status: 'failed', reference: 'other' }] })
      })
      wait(minutes(6))
      await triggerJob('settle-payouts')
      expect([broken, await statesOf(batchId), disbursements().length]).toEqual([broken, ['sending'], 1])
    }
    gateways.answerInstead(() => null)
    wait(minutes(6))
    await triggerJob('settle-payouts')
    expect([await statesOf(batchId), disbursements().length]).toEqual([['successful'], 1])
  })

  it('of a reference that Paymob has had before is no failure', async () => {
    const id = await ask(10_000)
    gateways.changeAnswers((path, answer) => (path.endsWith('/disburse/') ? new Response('', { status: 502 }) : answer))
    const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
    await eventually(async () => expect(await statesOf(batchId)).toEqual(['sending']))
    gateways.changeAnswers((_path, answer) => answer)
    // Its inquiry lags behind: it does not find what it has.
    const nothing = { count: 0, next: null, previous: null, results: [] }
    gateways.answerInstead((path) => (path.includes('/inquire') ? Response.json(nothing) : null))
    wait(minutes(6))
    await triggerJob('settle-payouts')
    expect([await statesOf(batchId), disbursements().length]).toEqual([['sending'], 2])
    gateways.answerInstead(() => null)
    wait(minutes(6))
    await triggerJob('settle-payouts')
    expect([await statesOf(batchId), disbursements().length]).toEqual([['successful'], 2])
    expect(
      (await atPaymob()).filter(({ amount, createdAt }) => amount === 10_000 && createdAt > present - minutes(30)),
    ).toHaveLength(1)
    await expectProven()
  })
})

describe('a worker that dies', () => {
  it('between the request to Paymob and the write leads to an inquiry, and to no second payout', async () => {
    const ids = [await ask(10_000), await ask(11_000)]
    let isDead = false
    gateways.changeAnswers((path, answer) => {
      if (path.endsWith('/disburse/')) isDead = true
      return answer
    })
    await dieWhen(
      () => isDead,
      async () => {
        await pay(adel, ids)
        await eventually(async () => expect(isDead).toBe(true))
      },
    )
    gateways.changeAnswers((_path, answer) => answer)
    const states = await rows<{ state: string }>(
      'SELECT state FROM payouts WHERE withdrawal_id IN (?, ?) ORDER BY id',
      ...ids,
    )
    expect(states.map(({ state }) => state)).toEqual(['sending', 'ready'])
    wait(minutes(6))
    await triggerJob('settle-payouts')
    expect([await statusOf(ids[0] ?? 0), await statusOf(ids[1] ?? 0)]).toEqual([3, 3])
    const references = disbursements().map((one) => one.client_reference_id)
    expect(references).toHaveLength(2)
    expect(new Set(references).size).toBe(2)
    await expectProven()
  })
})

describe('the token of payouts', () => {
  it('is renewed once where it is refused, and what was refused is sent once', async () => {
    await paid([await ask(10_000)])
    const before = gateways.requestsTo('/api/secure/o/token/').length
    // The provider forgets its tokens after an hour of this clock; the worker has not noticed.
    wait(minutes(61))
    await paid([await ask(10_000)])
    expect(gateways.requestsTo('/api/secure/o/token/').length - before).toBe(1)
    const [issued] = gateways.requestsTo('/api/secure/o/token/').slice(-1)
    expect(issued?.body).toBe(
      'grant_type=password&username=hessa-local-payouts-user&password=hessa-local-payouts-password',
    )
  })

  it('that is refused again leaves the payout to the job', async () => {
    const id = await ask(10_000)
    gateways.changeAnswers((path, answer) =>
      path.endsWith('/disburse/')
        ? Response.json({ disbursement_status: 'failed', status_code: '401' }, { status: 401 })
        : answer,
    )
    const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
    await eventually(async () => expect(await statesOf(batchId)).toEqual(['sending']))
    gateways.changeAnswers((_path, answer) => answer)
    wait(minutes(6))
    await triggerJob('settle-payouts')
    expect(await statesOf(batchId)).toEqual(['successful'])
    expect(await statusOf(id)).toBe(3)
  })
})

it('the steps of a payout are those of the rules, also in the database', async () => {
  const id = await ask(10_000)
  gateways.loseRequests((path) => path.endsWith('/disburse/'))
  const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
  await eventually(async () => expect(await statesOf(batchId)).toEqual(['sending']))
  for (const next of payoutStates.filter((one) => one !== 'sending' && !payoutSteps.sending.includes(one)))
    await expect(run('UPDATE payouts SET state = ? WHERE batch_id = ?', next, batchId), next).rejects.toThrow('illegal')
  for (const field of ['amount = 1', "reference = 'other'", "account = '0'", 'withdrawal_id = 1'])
    await expect(run(`UPDATE payouts SET ${field} WHERE batch_id = ?`, batchId), field).rejects.toThrow('illegal')
  await expect(run('DELETE FROM payouts WHERE batch_id = ?', batchId)).rejects.toThrow('illegal')
  gateways.loseRequests(() => false)
  wait(minutes(6))
  await triggerJob('settle-payouts')
  for (const next of payoutStates.filter((one) => one !== 'successful'))
    await expect(run('UPDATE payouts SET state = ? WHERE batch_id = ?', next, batchId), next).rejects.toThrow('illegal')
})

it('whatever happens, the ledger ends with what Paymob has paid, and every withdrawal with one end', async () => {
  const HISTORIES = 6
  const ACTS = 14
  const isDisburse = (path: string) => path.endsWith('/disburse/')
  const isInquiry = (path: string) => path.includes('/inquire')
  const never = () => false
  // One receiver each: another one would cool off.
  const people = [
    [tutor, {}],
    [await earner(), { receiver: '01212345678' }],
    [await earner(), BANK],
  ] as const
  for (let history = 0; history < HISTORIES; history++) {
    const random = seeded(`payouts-${history}`)
    const byPaymob = await accountBalance('payouts')
    const known = new Set((await atPaymob()).map(({ id }) => id))
    const ids: number[] = []
    for (let act = 0; act < ACTS; act++) {
      wait(minutes(random.pick([1, 2, 6])))
      await world('faults', { fault: random.pick(['none', 'none', 'none', '401', '429', '500']) })
      await world('outcome', { outcome: random.pick(['succeed', 'succeed', 'fail', 'stay-pending']) })
      gateways.loseRequests(random.pick([never, never, isDisburse, isInquiry]))
      gateways.loseAnswers(random.pick([never, never, isDisburse]))
      const [who, receiver] = random.pick(people)
      const asked = request(who, random.pick([10_000, 12_345, 20_001]), receiver)
      const { id } = await expectOk<{ id: number }>(asked)
      ids.push(id)
      const others = [
        () => outcome(file(dina, [id])),
        () => triggerJob('settle-payouts'),
        () => outcome(decide(dina, random.pick(ids), { status: '4' })),
        () => outcome(decide(who, id, { status: '1' })),
      ]
      await Promise.all([
        outcome(pay(random.pick([adel, dina]), random.pick([[id], ids.slice(-2)]))),
        random.pick(others)(),
        random.pick(others)(),
      ])
    }
    gateways.loseRequests(never)
    gateways.loseAnswers(never)
    await world('faults', { fault: 'none' })
    for (let round = 0; round < 4; round++) {
      for (const one of await atPaymob())
        if (one.status === 'pending') await world(`transactions/${one.id}/${random.pick(['succeed', 'fail'])}`, {})
      wait(minutes(6))
      await triggerJob('settle-payouts')
    }
    expect(await countRows(`payouts WHERE state IN ('ready', 'sending', 'pending')`)).toBe(0)
    const made = (await atPaymob()).filter(({ id, status }) => status === 'successful' && !known.has(id))
    const sum = made.reduce((total, { amount }) => total + amount, 0)
    expect((await accountBalance('payouts')) - byPaymob, `history ${history}`).toBe(sum)
    const successes = await rows<{ reference: string }>(`SELECT reference FROM payouts WHERE state = 'successful'`)
    const references = new Set(successes.map(({ reference }) => reference))
    expect(made.filter(({ clientReferenceId }) => !references.has(clientReferenceId ?? ''))).toEqual([])
    await expectProven()
  }
})

describe('a payout that Paymob does not end', () => {
  const end = (batchId: number, payoutId: number, found: string, more: object = {}) =>
    callApi('PUT', `/invoice/payout-batch/${batchId}/ended`, {
      as: dina,
      body: { payoutId, found },
      headers: { 'x-reason': encodeURIComponent('كشف حساب باي موب') },
      ...more,
    })

  /** A payout that was sent a day ago and got no answer; Paymob is not reached meanwhile. */
  async function stuck(amount: number) {
    const id = await ask(amount)
    gateways.loseRequests((path) => path.includes('/disburse/') || path.includes('inquiry'))
    const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
    await eventually(async () => expect(await statesOf(batchId)).toEqual(['sending']))
    const { payouts } = await read(batchId)
    const payoutId = payouts[0]?.id ?? 0
    return { id, batchId, payoutId }
  }

  it('is written down as paid or not by an admin, with a reason, and posted once', async () => {
    const before = await accountBalance('payouts')
    for (const [found, state, status] of [
      ['paid', 'successful', 3],
      ['not-paid', 'failed', 0],
    ] as const) {
      const { id, batchId, payoutId } = await stuck(10_000)
      expect((await read(batchId)).payouts).toMatchObject([{ isStuck: false }])
      expect(await outcome(end(batchId, payoutId, found))).toBe('illegal-invoice-update')
      wait(hours(24))
      dina = await newAdmin()
      expect((await read(batchId, dina)).payouts).toMatchObject([{ isStuck: true }])
      expect(await outcome(end(batchId, payoutId, found, { headers: {} }))).toBe('bad-request')
      expect(await outcome(end(batchId, payoutId + 1000, found))).toBe('payout-batch-not-found')
      expect(await outcome(end(batchId + 1000, payoutId, found))).toBe('payout-batch-not-found')
      await expectOk(end(batchId, payoutId, found))
      expect(await statesOf(batchId)).toEqual([state])
      expect(await statusOf(id)).toBe(status)
      expect(await outcome(end(batchId, payoutId, 'paid'))).toBe('illegal-invoice-update')
      expect(await lastAuditEntry('payoutBatch.end')).toMatchObject({
        actor_id: dina.id,
        reason: 'كشف حساب باي موب',
        before: { payout: payoutId, state: 'sending' },
        after: { payout: payoutId, state, toldByPaymob: false },
      })
      wait(minutes(6))
      await triggerJob('settle-payouts')
      expect(await statesOf(batchId)).toEqual([state])
      adel = await newAdmin()
    }
    expect(await accountBalance('payouts')).toBe(before + 10_000)
    await expectProven()
  })

  it('is written as Paymob says, where it says what has become of it', async () => {
    const id = await ask(10_000)
    gateways.changeAnswers((path, answer) => (path.endsWith('/disburse/') ? new Response('', { status: 502 }) : answer))
    const { id: batchId } = await expectOk<PayoutBatch>(pay(adel, [id]))
    await eventually(async () => expect(await statesOf(batchId)).toEqual(['sending']))
    gateways.changeAnswers((_path, answer) => answer)
    wait(hours(25))
    ;[adel, dina] = await Promise.all([newAdmin(), newAdmin()])
    const [payout] = (await read(batchId)).payouts
    expect(await outcome(end(batchId, payout?.id ?? 0, 'not-paid'))).toBe('illegal-invoice-update')
    expect(await statesOf(batchId)).toEqual(['successful'])
    expect(await statusOf(id)).toBe(3)
    expect(await lastAuditEntry('payoutBatch.end')).toMatchObject({
      after: { state: 'successful', toldByPaymob: true },
    })
    await expectProven()
  })
})
