import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { schedule } from '#contract/jobs'
import { openDb } from '#db/client'
import {
  admin,
  bindings,
  call,
  expectOk,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  superAdmin,
  tutorManager,
} from '#tests/people'
import { runJob } from '../../worker/jobs/schedule.ts'
import { openRoom, openUser } from '../party/socket.ts'
import { type Gateways, openGateways } from './gateways.ts'
import {
  balance,
  count,
  lastTxOf,
  livingPlansOf,
  newPlan,
  PRICE,
  payingStudent,
  plansOf,
  posted,
  txOf,
} from './shop.ts'
import { fetchFile, upload } from './uploads.ts'

const NOW = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000
const at = (hours: number) => Date.parse(NOW) + hours * HOUR

let gateways: Gateways
beforeEach(() => {
  setNow(NOW)
  gateways = openGateways()
})
afterEach(async () => {
  await gateways.settled()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const job = (name: keyof typeof schedule) => runJob(schedule[name], bindings, openDb(bindings.DB), Date.now())

/** Lessons that were taught before now, 75 EGP each; the student is whoever. */
async function taught(tutor: Person, lessons: number, student?: Person): Promise<void> {
  const pupil = student ?? (await payingStudent())
  const first = Date.now() - lessons * HOUR - HOUR
  const slot = await row<{ id: number }>(
    `INSERT INTO availability_slots (user_id, purpose, start, "end", created_at, updated_at) VALUES (?, 2, ?, ?, ?, ?) RETURNING id`,
    ...[tutor.id, first, Date.now(), first, first],
  )
  for (let index = 0; index < lessons; index++) {
    const lesson = await row<{ id: number }>(
      'INSERT INTO lessons (start, duration, price, slot_id, session_id, created_at, updated_at) VALUES (?, 30, 7500, ?, ?, ?, ?) RETURNING id',
      ...[first + index * HOUR, slot?.id, `lesson:${crypto.randomUUID()}`, first, first],
    )
    for (const id of [tutor.id, pupil.id])
      await run('INSERT INTO lesson_members (lesson_id, user_id) VALUES (?, ?)', lesson?.id, id)
  }
}

type Stats = { income: { total: number; past: number; future: number }; invoices: object; spendable: number }
const statsOf = (tutor: Person, as = tutor) => expectOk<Stats>(call('GET', `/invoice/stats/${tutor.id}`, { as }))
type Invoice = { id: number; status: number; adminNote: string | null; receipt: string | null }
const request = (tutor: Person, amount: number, more: object = {}) =>
  call('POST', '/invoice', { as: tutor, body: { method: 0, receiver: '01012345678', amount, ...more } })
const decide = (as: Person, id: number, fields: Record<string, string | Uint8Array>) =>
  upload('PUT', `/invoice/${id}/with/asset`, as, fields)
const statusOf = async (id: number) =>
  (await row<{ status: number }>('SELECT status FROM withdrawals WHERE id = ?', id))?.status

describe('what a tutor has earned', () => {
  it('is credited once a lesson is over, by whoever looks first', async () => {
    const tutor = await onboardedTutor()
    await taught(tutor, 2)
    const looks = await Promise.all([statsOf(tutor), job('settle-lessons'), statsOf(tutor), job('settle-lessons')])
    expect(looks[0]).toMatchObject({ income: { past: 15_000 }, spendable: 15_000 })
    await job('settle-lessons')
    expect(await balance(`tutor:${tutor.id}`)).toBe(15_000)
  })

  it('counts neither what is to come, nor what was cancelled, nor lessons of tutor managers', async () => {
    const [tutor, manager] = await Promise.all([onboardedTutor(), tutorManager()])
    await taught(tutor, 2)
    await taught(manager, 1)
    await run(
      'UPDATE lessons SET canceled_at = ?, canceled_by = ? WHERE id = (SELECT MAX(lesson_id) FROM lesson_members WHERE user_id = ?)',
      ...[Date.now() - 5 * HOUR, tutor.id, tutor.id],
    )
    const slot = await openSlot(tutor, at(24), 1)
    const student = await payingStudent()
    const body = { tutorId: tutor.id, slotId: slot.id, start: slot.start, duration: 30 }
    await expectOk(call('POST', '/lesson/', { as: student, body }))
    expect(await statsOf(tutor)).toMatchObject({
      ...{ income: { total: 15_000, past: 7_500, future: 7_500 }, spendable: 7_500 },
    })
    expect((await statsOf(manager, await admin())).income.past).toBe(0)
  })

  it('is shown to the tutor and to admins', async () => {
    const [tutor, other, boss] = await Promise.all([onboardedTutor(), onboardedTutor(), admin()])
    expect(await outcome(call('GET', `/invoice/stats/${tutor.id}`, { as: other }))).toBe('forbidden')
    expect((await statsOf(tutor, boss)).spendable).toBe(0)
    expect(await outcome(call('GET', `/invoice/stats/${boss.id}`, { as: boss }))).toBe('tutor-not-found')
  })
})

describe('a withdrawal', () => {
  it('takes between 100 and 50000 EGP of what may be withdrawn', async () => {
    const tutor = await onboardedTutor()
    await taught(tutor, 2)
    expect(await outcome(request(tutor, 9_000))).toBe('invoice-min-amount-subceeded')
    expect(await outcome(request(tutor, 16_000))).toBe('invoice-max-amount-exceeded')
    expect(await outcome(request(tutor, 5_000_001))).toBe('invoice-max-amount-exceeded')
    expect(await outcome(request(tutor, 10_000, { receiver: 'sara@instapay' }))).toBe('invalid-phone')
    const invoice = await expectOk<Invoice>(request(tutor, 15_000, { method: 2, receiver: 'omar@instapay' }))
    expect(invoice).toMatchObject({ status: 0, receipt: null })
    expect(await posted('withdrawal', invoice.id)).toEqual({ [`tutor:${tutor.id}`]: -15_000, withdrawals: 15_000 })
    expect(await statsOf(tutor)).toMatchObject({ invoices: { total: 15_000, pending: 15_000 }, spendable: 0 })
    expect(await outcome(request(await tutorManager(), 10_000))).toBe('forbidden')
  })

  it('is news to the tutor and to the admins who watch', async () => {
    const [tutor, boss] = await Promise.all([onboardedTutor(), admin()])
    await taught(tutor, 2)
    const [own, room] = await Promise.all([openUser(tutor), openRoom('AdminInvoices', boss)])
    const { id } = await expectOk<Invoice>(request(tutor, 15_000))
    await Promise.all([own.hear('InvoiceUpdated'), room.hear('InvoiceUpdated')])
    await decide(boss, id, { status: '3' })
    await Promise.all([own.hear('InvoiceUpdated', 2), room.hear('InvoiceUpdated', 2)])
    await Promise.all([own.close(), room.close()])
  })

  it('never overdraws, however many are asked for at once', async () => {
    const tutor = await onboardedTutor()
    await taught(tutor, 5)
    const answers = await Promise.all(Array.from({ length: 12 }, () => outcome(request(tutor, 12_000))))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(3)
    expect(new Set(answers)).toEqual(new Set(['ok', 'invoice-max-amount-exceeded']))
    expect(await balance(`tutor:${tutor.id}`)).toBe(1_500)
    expect(await count('withdrawals WHERE user_id = ?', tutor.id)).toBe(3)
  })

  it('is cancelled by an admin on the tutor’s request, and the money may be withdrawn again', async () => {
    const [tutor, other, boss] = await Promise.all([onboardedTutor(), onboardedTutor(), admin()])
    await taught(tutor, 2)
    const { id } = await expectOk<Invoice>(request(tutor, 15_000))
    expect((await decide(other, id, { status: '1' })).code).toBe('forbidden')
    for (const status of ['0', '2', '3', '4'])
      expect((await decide(tutor, id, { status })).code).toBe('illegal-invoice-update')
    expect((await decide(tutor, id, { status: '1' })).status).toBe(200)
    expect((await decide(boss, id, { status: '0' })).status).toBe(200)
    expect((await decide(tutor, id, { status: '1' })).status).toBe(200)
    expect((await decide(boss, id, { status: '2', note: 'اتلغى' })).status).toBe(200)
    expect(await statusOf(id)).toBe(2)
    expect(await statsOf(tutor)).toMatchObject({ spendable: 15_000, invoices: { total: 0 } })
    for (const status of ['0', '1', '3', '4'])
      expect((await decide(boss, id, { status })).code).toBe('illegal-invoice-update')
  })

  it('is paid out or rejected once, whoever decides at the same moment', async () => {
    const [tutor, one, other] = await Promise.all([onboardedTutor(), admin(), superAdmin()])
    await taught(tutor, 2)
    const { id } = await expectOk<Invoice>(request(tutor, 15_000))
    const answers = await Promise.all([
      decide(one, id, { status: '3' }),
      decide(other, id, { status: '4' }),
      decide(one, id, { status: '2' }),
      decide(other, id, { status: '3' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await count(`journal_entries WHERE fact_kind IN ('payout', 'withdrawal-return') AND fact_id = ?`, id)).toBe(
      1,
    )
    expect(await balance(`tutor:${tutor.id}`)).toBe((await statusOf(id)) === 3 ? 0 : 15_000)
    expect(await count(`audit_entries WHERE act = 'invoice.update' AND target_id = ?`, id)).toBe(1)
  })

  it('to a bank is approved with a receipt, which the tutor and admins see', async () => {
    const [tutor, other, boss] = await Promise.all([onboardedTutor(), onboardedTutor(), admin()])
    await taught(tutor, 2)
    const { id } = await expectOk<Invoice>(request(tutor, 15_000, { method: 1, receiver: 'CIB:1234567' }))
    expect((await decide(boss, id, { status: '3' })).code).toBe('bad-request')
    const png = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
      (c) => c.charCodeAt(0),
    )
    expect((await decide(tutor, id, { status: '1', receipt: png })).code).toBe('forbidden')
    expect((await decide(boss, id, { status: '3', receipt: png, note: '<p>اتحوّل</p>' })).status).toBe(200)
    const { list } = await expectOk<{ list: Invoice[] }>(call('GET', '/invoice', { as: tutor }))
    expect(list).toMatchObject([{ id, status: 3, adminNote: '<p>اتحوّل</p>' }])
    const receipt = list[0]?.receipt?.replace('/api/v1', '') ?? ''
    const see = async (as: Person) => (await fetchFile(`/api/v1${receipt}`, as)).status
    expect(await Promise.all([see(tutor), see(boss), see(other)])).toEqual([200, 200, 403])
    expect(await posted('payout', id)).toEqual({ withdrawals: -15_000, bank: 15_000 })
  })

  it('bears a note that an admin changes and takes away', async () => {
    const [tutor, boss] = await Promise.all([onboardedTutor(), admin()])
    await taught(tutor, 2)
    const { id } = await expectOk<Invoice>(request(tutor, 15_000))
    const noteOf = async () =>
      (await row<{ admin_note: string | null }>('SELECT admin_note FROM withdrawals WHERE id = ?', id))?.admin_note
    expect((await decide(boss, id, {})).code).toBe('empty-request')
    expect((await decide(boss, id, { note: 'استنى يومين' })).status).toBe(200)
    expect(await noteOf()).toBe('استنى يومين')
    expect((await decide(boss, id, { note: '' })).status).toBe(200)
    expect(await noteOf()).toBeNull()
    expect(await statusOf(id)).toBe(0)
  })

  it('is listed to its tutor and to admins', async () => {
    const [tutor, other, boss] = await Promise.all([onboardedTutor(), onboardedTutor(), admin()])
    await Promise.all([taught(tutor, 4), taught(other, 2)])
    await expectOk(request(tutor, 10_000))
    await expectOk(request(tutor, 20_000))
    await expectOk(request(other, 15_000))
    const list = async (as: Person, query: string) =>
      (await expectOk<{ list: { amount: number }[] }>(call('GET', `/invoice?${query}`, { as }))).list.map(
        ({ amount }) => amount,
      )
    expect(await list(tutor, `users[]=${other.id}&orderBy=amount&direction=asc`)).toEqual([10_000, 20_000])
    expect(await list(boss, `users[]=${other.id}&users[]=${tutor.id}&minAmount=12000&orderBy=amount`)).toEqual([
      20_000, 15_000,
    ])
    expect(await outcome(call('GET', '/invoice?minAmount=5&maxAmount=1', { as: boss }))).toBe(
      'withdraw-min-amount-above-max-amount',
    )
  })
})

/** Pays a plan by a reference number. */
async function subscribed(student: Person, planId: number) {
  const { transactionId, referenceNumber } = await expectOk<{ transactionId: number; referenceNumber: number }>(
    call('POST', '/fawry/pay/ref-num', { as: student, body: { planId, period: 'month' } }),
  )
  await gateways.settled()
  await gateways.act('fawry', referenceNumber, 'pay')
  await gateways.settled()
  const [plan] = await livingPlansOf(student)
  return { transactionId, referenceNumber, subscriptionId: plan?.id ?? 0 }
}

describe('cancelling a plan', () => {
  it('gives back what the lessons did not use, ends it, and gives the coming lesson up', async () => {
    const [sara, tutor, planId] = await Promise.all([payingStudent(), onboardedTutor(), newPlan()])
    const { transactionId, subscriptionId } = await subscribed(sara, planId)
    const slots = [await openSlot(tutor, at(1), 4), await openSlot(tutor, at(29), 4)]
    const book = (slot: { id: number; start: string } | undefined) =>
      expectOk<{ id: number }>(
        call('POST', '/lesson/', {
          as: sara,
          body: { tutorId: tutor.id, slotId: slot?.id, start: slot?.start, duration: 30 },
        }),
      )
    await book(slots[0])
    setNow(at(4))
    const coming = await book(slots[1])
    const answer = await expectOk(call('PATCH', '/sub/cancel', { as: sara, body: {} }))
    expect(answer).toEqual({ refundAmount: PRICE - 7_500 })
    expect(await txOf(transactionId)).toMatchObject({ status: 5, refunded_amount: PRICE - 7_500 })
    expect(await plansOf(sara)).toMatchObject([{ terminated_at: at(4), terminated_by: sara.id }])
    const refund = await row<{ id: number; status: string }>(
      'SELECT id, status FROM refunds WHERE tx_id = ?',
      transactionId,
    )
    expect(refund?.status).toBe('done')
    expect(await posted('refund', refund?.id ?? 0)).toEqual({ sales: 7_500 - PRICE, fawry: PRICE - 7_500 })
    expect(await row('SELECT canceled_by FROM lessons WHERE id = ?', coming.id)).toEqual({ canceled_by: sara.id })
    const [week] = await rows<{ minutes: number }>(
      'SELECT SUM(minutes) AS minutes FROM minute_entries WHERE subscription_id = ?',
      subscriptionId,
    )
    expect(week?.minutes).toBe(30)
    expect(await outcome(call('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('subscription-not-found')
  })

  it('is asked for once, however often it is pressed', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const { transactionId } = await subscribed(sara, planId)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => outcome(call('PATCH', '/sub/cancel', { as: sara, body: {} }))),
    )
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(gateways.askedOf('/ECommerceWeb/Fawry/payments/refund')).toHaveLength(1)
    expect(await txOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
  })

  it('is refused when the lessons cost as much as was paid, and for a free trial', async () => {
    const [sara, tutor, planId] = await Promise.all([payingStudent(), onboardedTutor(), newPlan({ price: 7_500 })])
    expect(await outcome(call('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('transaction-not-found')
    await subscribed(sara, planId)
    setNow(at(10))
    await taught(tutor, 1, sara)
    expect(await outcome(call('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('subscription-uncancellable')
  })

  it('is for students without an id, and for the super admin with one', async () => {
    const [sara, planId, boss, clerk] = await Promise.all([payingStudent(), newPlan(), superAdmin(), admin()])
    const { subscriptionId: id } = await subscribed(sara, planId)
    const cancel = (as: Person, body: object) => call('PATCH', '/sub/cancel', { as, body })
    expect(await outcome(cancel(sara, { id }))).toBe('bad-request')
    expect(await outcome(cancel(boss, {}))).toBe('bad-request')
    expect(await outcome(cancel(clerk, { id }))).toBe('forbidden')
    expect(await outcome(cancel(boss, { id: 999_999 }))).toBe('subscription-not-found')
    expect(await expectOk(cancel(boss, { id }))).toEqual({ refundAmount: PRICE })
    expect(await expectOk(cancel(boss, { id }))).toBeUndefined()
    expect(await count(`audit_entries WHERE act = 'subscription.cancel' AND target_id = ?`, id)).toBe(1)
  })

  it('changes nothing when the gateway refuses, and is settled by the sweep when it did not answer', async () => {
    const [sara, nour, planId] = await Promise.all([payingStudent(), payingStudent(), newPlan()])
    const cancel = (as: Person) => outcome(call('PATCH', '/sub/cancel', { as, body: {} }))
    const first = await subscribed(sara, planId)
    await run(`UPDATE transactions SET provider_ref_num = 'unknown' WHERE id = ?`, first.transactionId)
    expect(await cancel(sara)).toBe('fawry-error')
    expect(await livingPlansOf(sara)).toHaveLength(1)
    expect(await row('SELECT status FROM refunds WHERE tx_id = ?', first.transactionId)).toEqual({ status: 'failed' })

    const second = await subscribed(nour, planId)
    gateways.loseRequests((path) => path.endsWith('/refund'))
    expect(await cancel(nour)).toBe('fawry-error')
    expect(await cancel(nour)).toBe('illegal')
    gateways.loseRequests(() => false)
    setNow(at(1))
    await job('sweep-payments')
    expect(await row('SELECT status FROM refunds WHERE tx_id = ?', second.transactionId)).toEqual({ status: 'failed' })
    expect(await cancel(nour)).toBe('ok')
    expect(await livingPlansOf(nour)).toEqual([])
  })

  it('ends when the gateway gave the money back and its answer got lost', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    const { transactionId } = await subscribed(sara, planId)
    gateways.loseAnswers((path) => path.endsWith('/refund'))
    expect(await outcome(call('PATCH', '/sub/cancel', { as: sara, body: {} }))).toBe('fawry-error')
    gateways.loseAnswers(() => false)
    expect(await livingPlansOf(sara)).toHaveLength(1)
    setNow(at(1))
    await job('sweep-payments')
    expect(await txOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await livingPlansOf(sara)).toEqual([])
    expect(gateways.askedOf('/ECommerceWeb/Fawry/payments/refund')).toHaveLength(1)
  })
})

describe('an admin’s refund', () => {
  it('gives back a part, or the rest with which the plan ends', async () => {
    const [sara, planId, boss] = await Promise.all([payingStudent(), newPlan(), admin()])
    const { transactionId, referenceNumber } = await subscribed(sara, planId)
    const refund = (as: Person, refundAmount: number, orderRefNum = String(referenceNumber)) =>
      outcome(call('POST', '/fawry/refund', { as, body: { orderRefNum, refundAmount, reason: 'goodwill' } }))
    expect(await refund(sara, 100)).toBe('forbidden')
    expect(await refund(boss, 100, 'nobody')).toBe('transaction-not-found')
    expect(await refund(boss, PRICE + 1)).toBe('bad-request')
    expect(await refund(boss, 10_055)).toBe('ok')
    expect(await txOf(transactionId)).toMatchObject({ status: 5, refunded_amount: 10_055 })
    expect(await livingPlansOf(sara)).toHaveLength(1)
    expect(await refund(boss, 50_001)).toBe('bad-request')
    expect(await refund(boss, 50_000)).toBe('ok')
    expect(await txOf(transactionId)).toMatchObject({ status: 3, refunded_amount: PRICE })
    expect(await livingPlansOf(sara)).toEqual([])
    expect(await count(`audit_entries WHERE act = 'fawry.refund' AND actor_id = ?`, boss.id)).toBe(2)
  })
})

describe('the sweep', () => {
  it('finds payments that no notice told of, and expires what nobody paid', async () => {
    const [sara, nour, planId] = await Promise.all([payingStudent(), payingStudent(), newPlan()])
    const order = async (as: Person) => {
      await expectOk(call('POST', '/fawry/pay/ref-num', { as, body: { planId, period: 'month' } }))
      return lastTxOf(as)
    }
    const [paid, left] = [await order(sara), await order(nour)]
    await gateways.act('fawry', paid.provider_ref_num ?? '', 'pay', { deliver: false })
    await job('sweep-payments')
    expect((await txOf(paid.id)).status).toBe(7)
    setNow(at(0.5))
    await job('sweep-payments')
    expect((await txOf(paid.id)).status).toBe(1)
    expect(await livingPlansOf(sara)).toHaveLength(1)
    expect((await txOf(left.id)).status).toBe(7)
    setNow(at(25))
    await job('sweep-payments')
    expect((await txOf(left.id)).status).toBe(4)
  })

  it('acts on a notice that was kept by a request which came to no end', async () => {
    const [sara, planId] = await Promise.all([payingStudent(), newPlan()])
    await expectOk(call('POST', '/fawry/pay/ref-num', { as: sara, body: { planId, period: 'month' } }))
    const tx = await lastTxOf(sara)
    const news = { report: { event: 'pay', refundedTotal: null }, reference: tx.provider_ref_num, fees: 0 }
    await run(
      `INSERT INTO payment_inbox (provider, dedupe_key, tx_id, body, received_at) VALUES ('fawry', 'kept', ?, ?, ?)`,
      ...[tx.id, JSON.stringify(news), Date.now()],
    )
    setNow(at(0.1))
    await job('sweep-payments')
    expect(await livingPlansOf(sara)).toHaveLength(1)
    expect(await count('payment_inbox WHERE processed_at IS NULL')).toBe(0)
  })
})
