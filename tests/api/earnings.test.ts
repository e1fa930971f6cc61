import { describe, expect, it } from 'vitest'
import type { Invoice } from '#contract/invoices'
import {
  callApi,
  expectOk,
  newAdmin,
  newSuperAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  run,
  setNow,
  triggerJob,
  tutorManager,
} from '#tests/people'
import { openBroadcastRoom, openUserSocket } from '../party/socket.ts'
import { decide, insertTaughtLessons, request } from './earning-fixtures.ts'
import { withGateways } from './order-fixtures.ts'
import { accountBalance, countRows, payingStudent, postingsOf } from './payment-fixtures.ts'
import { fetchFile } from './uploads.ts'

const NOW = '2026-02-11T10:00:00Z'
const HOUR = 3_600_000
const at = (hours: number) => Date.parse(NOW) + hours * HOUR

withGateways(NOW)

type Stats = { income: { total: number; past: number; future: number }; invoices: object; spendable: number }
const statsOf = (tutor: Person, as = tutor) => expectOk<Stats>(callApi('GET', `/invoice/stats/${tutor.id}`, { as }))
const statusOf = async (id: number) =>
  (await row<{ status: number }>('SELECT status FROM withdrawals WHERE id = ?', id))?.status

describe('what a tutor has earned', () => {
  it('is credited once per ended lesson, by the job or by a read', async () => {
    const tutor = await onboardedTutor()
    await insertTaughtLessons(tutor, 2)
    const results = await Promise.all([
      statsOf(tutor),
      triggerJob('settle-lessons'),
      statsOf(tutor),
      triggerJob('settle-lessons'),
    ])
    expect(results[0]).toMatchObject({ income: { past: 15_000 }, spendable: 15_000 })
    await triggerJob('settle-lessons')
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(15_000)
  })

  it('is credited also long after the lesson', async () => {
    const [readTutor, unreadTutor] = await Promise.all([onboardedTutor(), onboardedTutor()])
    await insertTaughtLessons(readTutor, 2)
    await insertTaughtLessons(unreadTutor, 2)
    setNow(at(24 * 400))
    expect(await statsOf(readTutor, await newSuperAdmin())).toMatchObject({
      income: { past: 15_000 },
      spendable: 15_000,
    })
    await triggerJob('prove-ledger')
    expect(await accountBalance(`tutor:${unreadTutor.id}`)).toBe(15_000)
  })

  it('excludes upcoming and cancelled lessons and those of tutor managers', async () => {
    const [tutor, manager] = await Promise.all([onboardedTutor(), tutorManager()])
    await insertTaughtLessons(tutor, 2)
    await insertTaughtLessons(manager, 1)
    await run(
      'UPDATE lessons SET canceled_at = ?, canceled_by = ? WHERE id = (SELECT MAX(lesson_id) FROM lesson_members WHERE user_id = ?)',
      Date.now() - 5 * HOUR,
      tutor.id,
      tutor.id,
    )
    const slot = await openSlot(tutor, at(24), 1)
    const student = await payingStudent()
    const body = { tutorId: tutor.id, slotId: slot.id, start: slot.start, duration: 30 }
    await expectOk(callApi('POST', '/lesson/', { as: student, body }))
    expect(await statsOf(tutor)).toMatchObject({
      income: { total: 15_000, past: 7_500, future: 7_500 },
      spendable: 7_500,
    })
    expect((await statsOf(manager, await newAdmin())).income.past).toBe(0)
  })

  it('is shown to the tutor and to admins', async () => {
    const [tutor, other, adel] = await Promise.all([onboardedTutor(), onboardedTutor(), newAdmin()])
    expect(await outcome(callApi('GET', `/invoice/stats/${tutor.id}`, { as: other }))).toBe('forbidden')
    expect((await statsOf(tutor, adel)).spendable).toBe(0)
    expect(await outcome(callApi('GET', `/invoice/stats/${adel.id}`, { as: adel }))).toBe('tutor-not-found')
  })
})

describe('a withdrawal', () => {
  it('is of 100 to 50000 EGP and at most the balance', async () => {
    const tutor = await onboardedTutor()
    await insertTaughtLessons(tutor, 2)
    expect(await outcome(request(tutor, 9_000))).toBe('invoice-min-amount-subceeded')
    expect(await outcome(request(tutor, 16_000))).toBe('invoice-max-amount-exceeded')
    expect(await outcome(request(tutor, 5_000_001))).toBe('invoice-max-amount-exceeded')
    expect(await outcome(request(tutor, 10_000, { receiver: 'sara' }))).toBe('invalid-phone')
    expect(await outcome(request(tutor, 10_000, { receiver: 'sara@instapay' }))).toBe('invoice-not-valid')
    const invoice = await expectOk<Invoice>(request(tutor, 15_000, { method: 2, receiver: 'omar@instapay' }))
    expect(invoice).toMatchObject({ status: 0, receipt: null })
    expect(await postingsOf('withdrawal', invoice.id)).toEqual({ [`tutor:${tutor.id}`]: -15_000, withdrawals: 15_000 })
    expect(await statsOf(tutor)).toMatchObject({ invoices: { total: 15_000, pending: 15_000 }, spendable: 0 })
    expect(await outcome(request(await tutorManager(), 10_000))).toBe('forbidden')
  })

  it('sends updates to the tutor and to admins in the room of withdrawals', async () => {
    const [tutor, adel] = await Promise.all([onboardedTutor(), newAdmin()])
    await insertTaughtLessons(tutor, 2)
    const [own, room] = await Promise.all([openUserSocket(tutor), openBroadcastRoom('AdminInvoices', adel)])
    const { id } = await expectOk<Invoice>(request(tutor, 15_000))
    await Promise.all([own.receive('InvoiceUpdated'), room.receive('InvoiceUpdated')])
    await decide(adel, id, { status: '3' })
    await Promise.all([own.receive('InvoiceUpdated', 2), room.receive('InvoiceUpdated', 2)])
    await Promise.all([own.close(), room.close()])
  })

  it('never overdraws, also for concurrent requests', async () => {
    const tutor = await onboardedTutor()
    await insertTaughtLessons(tutor, 5)
    const answers = await Promise.all(Array.from({ length: 12 }, () => outcome(request(tutor, 12_000))))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(3)
    expect(new Set(answers)).toEqual(new Set(['ok', 'invoice-max-amount-exceeded']))
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe(1_500)
    expect(await countRows('withdrawals WHERE user_id = ?', tutor.id)).toBe(3)
  })

  it('is cancelled by an admin at the tutor’s request, which returns the money to the balance', async () => {
    const [tutor, other, adel] = await Promise.all([onboardedTutor(), onboardedTutor(), newAdmin()])
    await insertTaughtLessons(tutor, 2)
    const { id } = await expectOk<Invoice>(request(tutor, 15_000))
    expect((await decide(other, id, { status: '1' })).code).toBe('forbidden')
    for (const status of ['0', '2', '3', '4'])
      expect((await decide(tutor, id, { status })).code).toBe('illegal-invoice-update')
    expect((await decide(tutor, id, { status: '1' })).status).toBe(200)
    expect((await decide(adel, id, { status: '0' })).status).toBe(200)
    expect((await decide(tutor, id, { status: '1' })).status).toBe(200)
    expect((await decide(adel, id, { status: '2', note: 'اتلغى' })).status).toBe(200)
    expect(await statusOf(id)).toBe(2)
    expect(await statsOf(tutor)).toMatchObject({ spendable: 15_000, invoices: { total: 0 } })
    for (const status of ['0', '1', '3', '4'])
      expect((await decide(adel, id, { status })).code).toBe('illegal-invoice-update')
  })

  it('shows whether its tutor requested the cancellation, also after a refused request', async () => {
    const [tutor, adel] = await Promise.all([onboardedTutor(), newAdmin()])
    await insertTaughtLessons(tutor, 3)
    const [requested, refused] = [
      await expectOk<Invoice>(request(tutor, 10_000)),
      await expectOk<Invoice>(request(tutor, 10_000)),
    ]
    const cancellationsAsked = async () => {
      const { list } = await expectOk<{ list: Invoice[] }>(callApi('GET', '/invoice', { as: tutor }))
      return [requested, refused].map(({ id }) => list.find((invoice) => invoice.id === id)?.cancellationAsked)
    }
    expect(await cancellationsAsked()).toEqual([false, false])
    for (const { id } of [requested, refused]) expect((await decide(tutor, id, { status: '1' })).status).toBe(200)
    expect(await cancellationsAsked()).toEqual([true, true])
    expect((await decide(adel, refused.id, { status: '0' })).status).toBe(200)
    for (const { id } of [requested, refused]) expect((await decide(adel, id, { status: '2' })).status).toBe(200)
    expect(await cancellationsAsked()).toEqual([true, false])
  })

  it('is also decided by JSON, where there is no receipt', async () => {
    const [tutor, adel] = await Promise.all([onboardedTutor(), newAdmin()])
    await insertTaughtLessons(tutor, 2)
    const { id } = await expectOk<Invoice>(request(tutor, 10_000))
    const put = (as: Person, body: unknown) => callApi('PUT', `/invoice/${id}/with/asset`, { as, body })
    await expectOk(put(tutor, { status: 1 }))
    expect(await statusOf(id)).toBe(1)
    expect(await outcome(put(tutor, { status: 2 }))).toBe('illegal-invoice-update')
    for (const body of [{ status: 9 }, { status: 3, note: 5 }, { status: null }, []])
      expect([body, await outcome(put(adel, body))]).toEqual([body, 'bad-request'])
    expect(await outcome(put(adel, {}))).toBe('empty-request')
    expect(await outcome(callApi('PUT', `/invoice/${id}/with/asset`, { as: adel, raw: '{"status":' }))).toBe(
      'bad-request',
    )
    expect(await statusOf(id)).toBe(1)
    await expectOk(put(adel, { status: 3, note: 'اتحوّلت على المحفظة' }))
    expect(await statusOf(id)).toBe(3)
  })

  it('is paid out or rejected once, also for concurrent decisions', async () => {
    const [tutor, adel, dina] = await Promise.all([onboardedTutor(), newAdmin(), newSuperAdmin()])
    await insertTaughtLessons(tutor, 2)
    const { id } = await expectOk<Invoice>(request(tutor, 15_000))
    const answers = await Promise.all([
      decide(adel, id, { status: '3' }),
      decide(dina, id, { status: '4' }),
      decide(adel, id, { status: '2' }),
      decide(dina, id, { status: '3' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await countRows(`journal_entries WHERE fact_kind IN ('payout', 'withdrawal-return') AND fact_id = ?`, id),
    ).toBe(1)
    expect(await accountBalance(`tutor:${tutor.id}`)).toBe((await statusOf(id)) === 3 ? 0 : 15_000)
    expect(await countRows(`audit_entries WHERE act = 'invoice.update' AND target_id = ?`, id)).toBe(1)
  })

  it('to a bank is approved with a receipt, which the tutor and admins can read', async () => {
    const [tutor, other, adel] = await Promise.all([onboardedTutor(), onboardedTutor(), newAdmin()])
    await insertTaughtLessons(tutor, 2)
    const { id } = await expectOk<Invoice>(request(tutor, 15_000, { method: 1, receiver: 'CIB:1234567' }))
    expect((await decide(adel, id, { status: '3' })).code).toBe('bad-request')
    const png = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
      (c) => c.charCodeAt(0),
    )
    expect((await decide(tutor, id, { status: '1', receipt: png })).code).toBe('forbidden')
    expect((await decide(adel, id, { status: '3', receipt: png, note: '<p>اتحوّل</p>' })).status).toBe(200)
    const { list } = await expectOk<{ list: Invoice[] }>(callApi('GET', '/invoice', { as: tutor }))
    expect(list).toMatchObject([{ id, status: 3, adminNote: '<p>اتحوّل</p>' }])
    const receipt = list[0]?.receipt?.replace('/api/v1', '') ?? ''
    const see = async (as: Person) => (await fetchFile(`/api/v1${receipt}`, as)).status
    expect(await Promise.all([see(tutor), see(adel), see(other)])).toEqual([200, 200, 403])
    expect(await postingsOf('payout', id)).toEqual({ withdrawals: -15_000, bank: 15_000 })
  })

  it('has a note that an admin can change and remove', async () => {
    const [tutor, adel] = await Promise.all([onboardedTutor(), newAdmin()])
    await insertTaughtLessons(tutor, 2)
    const own = { note: 'ياريت بسرعة', tutorNote: 'ياريت بسرعة', adminNote: null }
    const requested = await expectOk<Invoice>(request(tutor, 15_000, { note: own.note }))
    expect(requested).toMatchObject(own)
    const { id } = requested
    const listed = async (as: Person) =>
      (await expectOk<{ list: Invoice[] }>(callApi('GET', `/invoice?users[]=${tutor.id}`, { as }))).list
    expect((await decide(adel, id, {})).code).toBe('empty-request')
    expect((await decide(adel, id, { note: 'استنى يومين' })).status).toBe(200)
    const answered = { ...own, note: 'استنى يومين', adminNote: 'استنى يومين' }
    for (const as of [adel, tutor]) expect(await listed(as)).toMatchObject([answered])
    expect((await decide(adel, id, { note: '' })).status).toBe(200)
    expect(await listed(tutor)).toMatchObject([own])
    expect(await statusOf(id)).toBe(0)
  })

  it('is listed to its tutor and to admins', async () => {
    const [tutor, other, adel] = await Promise.all([onboardedTutor(), onboardedTutor(), newAdmin()])
    await Promise.all([insertTaughtLessons(tutor, 4), insertTaughtLessons(other, 2)])
    await expectOk(request(tutor, 10_000))
    await expectOk(request(tutor, 20_000))
    await expectOk(request(other, 15_000))
    const list = async (as: Person, query: string) =>
      (await expectOk<{ list: { amount: number }[] }>(callApi('GET', `/invoice?${query}`, { as }))).list.map(
        ({ amount }) => amount,
      )
    expect(await list(tutor, `users[]=${other.id}&orderBy=amount&direction=asc`)).toEqual([10_000, 20_000])
    expect(await list(adel, `users[]=${other.id}&users[]=${tutor.id}&minAmount=12000&orderBy=amount`)).toEqual([
      20_000, 15_000,
    ])
    expect(await outcome(callApi('GET', '/invoice?minAmount=5&maxAmount=1', { as: adel }))).toBe(
      'withdraw-min-amount-above-max-amount',
    )
  })
})
