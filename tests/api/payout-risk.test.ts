/** The cooling-off of withdrawals: a new receiver, and changed credentials (docs/rules/money.md 9.10, 9.11). */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Invoice, ListedInvoice } from '#contract/invoices'
import type { PaymentFile } from '#contract/payment-files'
import { fromIso, hours } from '#domain/cairo'
import { COOLING_OFF } from '#domain/withdrawals/cooling-off'
import {
  callApi,
  expectOk,
  newAdmin,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  row,
  run,
  setNow,
} from '#tests/people'
import { insertTaughtLessons, request } from './earning-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

const [APPROVED, REJECTED] = [3, 4]
const BANK = { method: 1, receiver: 'CIB:1001' }
const REASON = 'The tutor has confirmed it in a call'
/** Changed by the tutor; staff do not change it. */
const NEW_PASSWORD = { password: { current: PASSWORD, new: 'Changed-2026!' } }
const reason = { 'X-Reason': encodeURIComponent(REASON) }

let adel: Person
let dina: Person

beforeAll(async () => {
  ;[adel, dina] = await Promise.all([newSuperAdmin(), newAdmin()])
})
beforeEach(() => {
  setNow('2026-02-11T10:00:00Z')
})
afterEach(() => {
  vi.useRealTimers()
})

const ask = async (tutor: Person, more: object = {}) => (await expectOk<Invoice>(request(tutor, 10_000, more))).id
const decide = (as: Person, id: number, status: number, headers: Record<string, string> = {}) =>
  callApi('PUT', `/invoice/${id}/with/asset`, { as, body: { status }, headers })
const pay = (as: Person, id: number, headers: Record<string, string> = {}) => outcome(decide(as, id, APPROVED, headers))
const listed = async (as: Person, id: number) => {
  const { list } = await expectOk<{ list: ListedInvoice[] }>(callApi('GET', `/invoice?ids=${id}`, { as }))
  return list.find((one) => one.id === id)
}

/** A tutor with earnings of 600 EGP, of which 100 were paid to a wallet. */
async function paidTutor() {
  const tutor = await onboardedTutor()
  await insertTaughtLessons(tutor, 8)
  expect(await pay(dina, await ask(tutor))).toBe('ok')
  return tutor
}

describe('a receiver that is new to the tutor', () => {
  it('is a flag whatever the method, and waits for three days', async () => {
    const tutor = await paidTutor()
    const id = await ask(tutor, { method: 2, receiver: 'omar@instapay' })
    const asked = await row<{ created_at: number }>('SELECT created_at FROM withdrawals WHERE id = ?', id)
    const until = (asked?.created_at ?? 0) + COOLING_OFF
    const flags = await expectOk<object>(callApi('GET', `/invoice/${id}/flags`, { as: dina }))
    expect(flags).toMatchObject({
      isFirst: false,
      previousReceiver: '01012345678',
      coolingOff: { until: new Date(until).toISOString(), causes: ['receiver'] },
    })
    for (const person of [tutor, dina]) expect((await listed(person, id))?.coolingOff?.causes).toEqual(['receiver'])
    for (const [as, headers] of [
      [dina, {}],
      [dina, reason],
      [adel, {}],
    ] as const)
      expect(await pay(as, id, headers)).toBe('invoice-cooling-off')
    setNow(until - 1)
    expect(await pay(dina, id)).toBe('invoice-cooling-off')
    setNow(until)
    expect(await pay(dina, id)).toBe('ok')
    expect(await listed(dina, id)).toMatchObject({ coolingOff: null, status: APPROVED })
    // Known from now on.
    expect(await pay(dina, await ask(tutor, { method: 2, receiver: 'omar@instapay' }))).toBe('ok')
  })

  it('is not the first one, nor is it flagged when the tutor goes back to one that was paid', async () => {
    const tutor = await onboardedTutor()
    await insertTaughtLessons(tutor, 8)
    const [wallet, insta] = [await ask(tutor), await ask(tutor, { method: 2, receiver: 'omar@instapay' })]
    expect((await listed(dina, insta))?.coolingOff).toBeNull()
    expect(await pay(dina, wallet)).toBe('ok')
    expect((await listed(dina, insta))?.coolingOff?.causes).toEqual(['receiver'])
    expect(await outcome(decide(dina, insta, REJECTED))).toBe('ok')
    const again = await ask(tutor)
    expect(await listed(dina, again)).toMatchObject({ coolingOff: null })
  })

  it('is paid earlier by a super admin who says why, which the audit log keeps', async () => {
    const id = await ask(await paidTutor(), { method: 2, receiver: 'omar@instapay' })
    expect(await pay(adel, id, reason)).toBe('ok')
    expect(await lastAuditEntry('invoice.update')).toMatchObject({ actor_id: adel.id, reason: REASON })
    expect(await row('SELECT cooling_off_waived_by AS by FROM withdrawals WHERE id = ?', id)).toEqual({ by: adel.id })
  })

  it('comes into no payment file before, unless a super admin says why', async () => {
    const id = await ask(await paidTutor(), BANK)
    const make = (as: Person, headers: Record<string, string> = {}) =>
      outcome(callApi('POST', '/invoice/payment-file', { as, body: { ids: [id] }, headers }))
    expect(await make(dina, reason)).toBe('invoice-cooling-off')
    expect(await make(adel)).toBe('invoice-cooling-off')
    expect(await make(adel, reason)).toBe('ok')
  })
})

describe('a changed credential', () => {
  it.each([
    ['password', NEW_PASSWORD],
    ['phone', { phone: '01155556666' }],
    ['email', { email: `changed-${crypto.randomUUID()}@example.com` }],
  ] as const)('holds every request back for three days: %s', async (credential, change) => {
    const tutor = await paidTutor()
    await run('UPDATE users SET phone = ?, verified_email = 0 WHERE id = ?', '01012345678', tutor.id)
    const id = await ask(tutor)
    expect((await listed(dina, id))?.coolingOff).toBeNull()
    const as = 'password' in change ? tutor : adel
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as, body: change }))
    const { coolingOff } = (await listed(dina, id)) ?? {}
    expect(coolingOff?.causes).toEqual([credential])
    expect(await pay(dina, id)).toBe('invoice-cooling-off')
    const { history } = await expectOk<{ history: { changes: { credential: string }[] } }>(
      callApi('GET', `/invoice/stats/${tutor.id}`, { as: dina }),
    )
    expect(history.changes.map((one) => one.credential)).toEqual([credential])
    setNow(fromIso(coolingOff?.until ?? ''))
    expect(await pay(dina, id)).toBe('ok')
  })

  it('after a file was made holds the file back, and a super admin records with a reason what was sent', async () => {
    const tutor = await paidTutor()
    const id = await ask(tutor)
    const { list } = await expectOk<{ list: PaymentFile[] }>(
      callApi('POST', '/invoice/payment-file', { as: dina, body: { ids: [id] } }),
    )
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: NEW_PASSWORD }))
    const payFile = (as: Person, headers: Record<string, string> = {}) =>
      outcome(callApi('PUT', `/invoice/payment-file/${list[0]?.id}/paid`, { as, body: {}, headers }))
    expect(await payFile(dina, reason)).toBe('invoice-cooling-off')
    expect(await payFile(adel, reason)).toBe('ok')
  })

  it('is not a first phone number, nor the hash of the same password by newer parameters', async () => {
    const tutor = await paidTutor()
    await run('UPDATE users SET phone = NULL WHERE id = ?', tutor.id)
    await run('DELETE FROM credential_changes WHERE user_id = ?', tutor.id)
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: adel, body: { phone: '01155556666' } }))
    await run(`UPDATE users SET password_hash = 'made anew' WHERE id = ?`, tutor.id)
    expect((await listed(dina, await ask(tutor)))?.coolingOff).toBeNull()
  })
})

describe('the database', () => {
  it('refuses an approval within the three days that no super admin has waived', async () => {
    const tutor = await paidTutor()
    const id = await ask(tutor, { method: 2, receiver: 'omar@instapay' })
    const approve = (at: number, waivedBy: number | null = null) =>
      run('UPDATE withdrawals SET status = 3, cooling_off_waived_by = ?, updated_at = ? WHERE id = ?', waivedBy, at, id)
    const later = Date.now() + hours(1)
    await expect(approve(later)).rejects.toThrow('invoice-cooling-off')
    await expect(approve(later, dina.id)).rejects.toThrow('invoice-cooling-off')
    await approve(later, adel.id)
  })
})
