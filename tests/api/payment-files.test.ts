/** The dashboard's work with money: payment files, flags, the palette's search, an order's timeline. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { PaymentFile } from '#contract/payment-files'
import { minutes } from '#domain/cairo'
import { png } from '#tests/files'
import {
  callApi,
  expectOk,
  fetchWorker,
  insertLesson,
  newAdmin,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  subscribe,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { attend } from './lesson-fixtures.ts'
import { accountBalance } from './payment-fixtures.ts'
import { lastAuditEntry } from './staff-fixtures.ts'
import { upload } from './uploads.ts'

const HOUR = 3_600_000

let adel: Person
let dina: Person
let sara: Person

beforeAll(async () => {
  ;[adel, dina, sara] = await Promise.all([newSuperAdmin(), newAdmin(), verifiedStudent()])
})

/** A tutor with earnings of 600 EGP. */
async function paidTutor(name = 'عمر حسن'): Promise<Person> {
  const tutor = await onboardedTutor(name)
  for (let index = 1; index <= 8; index++) {
    const start = Math.floor(Date.now() / HOUR) * HOUR - index * 24 * HOUR
    await insertLesson({ tutor, student: sara, start, attended: true })
  }
  await expectOk(callApi('GET', `/invoice/stats/${tutor.id}`, { as: tutor }))
  return tutor
}

const ask = async (tutor: Person, amount: number, more: object = { method: 2, receiver: 'omar@instapay' }) =>
  (await expectOk<{ id: number }>(callApi('POST', '/invoice', { as: tutor, body: { amount, ...more } }))).id

const makeFiles = (as: Person, ids: number[]) => callApi('POST', '/invoice/payment-file', { as, body: { ids } })
const filesOf = async (as: Person, ids: number[]) => (await expectOk<{ list: PaymentFile[] }>(makeFiles(as, ids))).list
const fileOf = async (as: Person, ids: number[]): Promise<PaymentFile> => {
  const [file] = await filesOf(as, ids)
  if (!file) throw new Error('No file was made')
  return file
}
const pay = (as: Person, id: number, files: Record<string, Uint8Array> = {}) =>
  upload('PUT', `/invoice/payment-file/${id}/paid`, as, files)
const drop = (as: Person, id: number) => callApi('PUT', `/invoice/payment-file/${id}/dropped`, { as })
const statusOf = async (id: number) =>
  (await row<{ status: number }>('SELECT status FROM withdrawals WHERE id = ?', id))?.status

describe('a payment file', () => {
  it('is made for each method and bank, and is downloaded as it was made', async () => {
    const tutor = await paidTutor()
    const insta = await ask(tutor, 10_000)
    const cib = await ask(tutor, 11_000, { method: 1, receiver: 'CIB:1001' })
    const nbe = await ask(tutor, 12_000, { method: 1, receiver: 'NBE:2002' })
    const files = await filesOf(dina, [insta, cib, nbe])
    expect(
      files.map(({ method, bank, count, total, openCount }) => ({ method, bank, count, total, openCount })),
    ).toEqual([
      { method: 2, bank: null, count: 1, total: 10_000, openCount: 1 },
      { method: 1, bank: 'CIB', count: 1, total: 11_000, openCount: 1 },
      { method: 1, bank: 'NBE', count: 1, total: 12_000, openCount: 1 },
    ])
    const address = `/api/v1/invoice/payment-file/${files[1]?.id}/csv`
    const answer = await fetchWorker(address, { headers: { authorization: `Bearer ${dina.token}` } })
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(await answer.text()).toContain(`HESSA-${cib},عمر حسن,CIB,1001,110.00,EGP`)
    expect(await lastAuditEntry('paymentFile.create')).toMatchObject({
      actor_id: dina.id,
      after: { withdrawals: [nbe] },
    })
  })

  it('takes a withdrawal once, also when two admins choose it at the same moment', async () => {
    const tutor = await paidTutor()
    const ids = [await ask(tutor, 10_000), await ask(tutor, 10_000), await ask(tutor, 10_000)]
    const answers = await Promise.all(
      [adel, dina, adel, dina].map((as, index) => makeFiles(as, index % 2 === 0 ? ids.slice(0, 2) : ids.slice(1))),
    )
    const outcomes = answers.map(({ status, code }) => (status === 200 ? 'ok' : code))
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'invoice-in-payment-file')).toHaveLength(3)
    const items = await rows<{ file_id: number; count: number }>(
      `SELECT file_id, COUNT(*) AS count FROM payment_file_items WHERE withdrawal_id IN (${ids.join()}) GROUP BY file_id`,
    )
    expect(items.map(({ count }) => count)).toEqual([2])
  })

  it('takes only withdrawals that wait for approval', async () => {
    const tutor = await paidTutor()
    const id = await ask(tutor, 10_000)
    expect(await outcome(makeFiles(adel, [id, 999_999]))).toBe('invoice-not-found')
    await expectOk(upload('PUT', `/invoice/${id}/with/asset`, tutor, { status: '1' }))
    expect(await outcome(makeFiles(adel, [id]))).toBe('illegal-invoice-update')
    expect(await outcome(makeFiles(adel, []))).toBe('bad-request')
  })

  it('is paid once, with its payouts, and tells the withdrawals that were decided before apart', async () => {
    const tutor = await paidTutor()
    const [first, second] = [await ask(tutor, 10_000), await ask(tutor, 20_000)]
    const file = await fileOf(adel, [first, second])
    await expectOk(upload('PUT', `/invoice/${first}/with/asset`, dina, { status: '4' }))
    const bank = await accountBalance('bank')
    const answers = await Promise.all([pay(adel, file.id), pay(dina, file.id), pay(adel, file.id)])
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
      { count: 1, total: 20_000 },
    ])
    expect(answers.filter(({ code }) => code === 'illegal-invoice-update')).toHaveLength(2)
    expect([await statusOf(first), await statusOf(second)]).toEqual([4, 3])
    expect((await accountBalance('bank')) - bank).toBe(20_000)
    expect(await outcome(drop(adel, file.id))).toBe('illegal-invoice-update')
    await triggerJob('prove-ledger')
  })

  it('of a bank needs the receipt, which admins see and tutors do not', async () => {
    const tutor = await paidTutor()
    const file = await fileOf(adel, [await ask(tutor, 10_000, { method: 1, receiver: 'CIB:1001' })])
    expect(await outcome(pay(adel, file.id))).toBe('bad-request')
    await expectOk(pay(adel, file.id, { receipt: png(600, 600) }))
    const { file: paid } = await expectOk<{ file: PaymentFile }>(
      callApi('GET', `/invoice/payment-file/${file.id}`, { as: dina }),
    )
    expect(paid).toMatchObject({ openCount: 0, openTotal: 0, closedBy: adel.id })
    const see = async (as: Person) =>
      (await fetchWorker(paid.receipt ?? '', { headers: { authorization: `Bearer ${as.token}` } })).status
    expect([await see(dina), await see(tutor)]).toEqual([200, 404])
  })

  it('that is given up frees its withdrawals for another', async () => {
    const tutor = await paidTutor()
    const id = await ask(tutor, 10_000)
    const file = await fileOf(adel, [id])
    expect(await expectOk(drop(dina, file.id))).toMatchObject({ openCount: 0, closedBy: dina.id })
    const next = await fileOf(adel, [id])
    expect(next.id).not.toBe(file.id)
    expect(await outcome(pay(adel, file.id))).toBe('illegal-invoice-update')
    expect(await statusOf(id)).toBe(0)
    expect(await outcome(pay(adel, 999_999))).toBe('payment-file-not-found')
  })
})

type Flags = {
  since: string | null
  lessons: { count: number; earned: number }
  nobodyJoined: number
  tutorMissed: number
  disputed: number
  unattended: { id: number; missing: string | null; isDisputed: boolean }[]
  isFirst: boolean
  previousReceiver: string | null
  sharedWith: { id: number }[]
  paymentFile: { id: number } | null
}
const flagsOf = (id: number) => expectOk<Flags>(callApi('GET', `/invoice/${id}/flags`, { as: dina }))

describe('the flags of a withdrawal', () => {
  it('tell who was absent from the lessons credited since the request before, and what is disputed', async () => {
    const tutor = await paidTutor()
    const lessons = await rows<{ id: number; session_id: string; start: number }>(
      `SELECT l.id, l.session_id, l.start FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id WHERE m.user_id = ? ORDER BY l.start`,
      tutor.id,
    )
    // The records as they are when the request is made: what was written late, or again, is judged by its outcome.
    const [held, ofStudent, ofTutor, glimpsed] = lessons
    if (!(held && ofStudent && ofTutor && glimpsed)) throw new Error('Too few lessons')
    for (const { session_id } of [ofStudent, ofTutor, glimpsed])
      await run('DELETE FROM session_events WHERE session_id = ?', session_id)
    await attend(sara, ofStudent, ofStudent.start, ofStudent.start + minutes(30))
    await attend(tutor, ofStudent, ofStudent.start, ofStudent.start + 1_000)
    await attend(tutor, ofTutor, ofTutor.start, ofTutor.start + minutes(30))
    // Half a second, 14 minutes before the start.
    const early = glimpsed.start - minutes(14)
    for (const person of [tutor, sara]) await attend(person, glimpsed, early, early + 500)
    const id = await ask(tutor, 10_000)
    const flags = await flagsOf(id)
    expect(flags).toMatchObject({ since: null, lessons: { count: 8, earned: 60_000 }, isFirst: true })
    expect([flags.nobodyJoined, flags.tutorMissed]).toEqual([1, 1])
    expect(flags.unattended.map((one) => [one.id, one.missing])).toEqual([
      [glimpsed.id, 'both'],
      [ofTutor.id, 'student'],
      [ofStudent.id, 'tutor'],
    ])
    const decision = { outcome: 4, reason: 'غاب' }
    expect(await outcome(callApi('POST', `/lesson/${ofStudent.id}/decision`, { as: adel, body: decision }))).toBe('ok')
    await run(
      `INSERT INTO reports (user_id, lesson_id, title, description, created_at, updated_at) VALUES (?, ?, 'اعتراض', 'مشي بدري', 1, 1)`,
      sara.id,
      held.id,
    )
    const later = await flagsOf(id)
    expect([later.nobodyJoined, later.tutorMissed, later.disputed, later.unattended.length]).toEqual([1, 0, 1, 3])
    expect(later.unattended.find((one) => one.id === held.id)).toMatchObject({ missing: null, isDisputed: true })
    await run('UPDATE reports SET resolved = 1, state = 3 WHERE lesson_id = ?', held.id)
    expect(await flagsOf(id)).toMatchObject({ disputed: 0 })
  })

  it('count a lesson for the request after its pay was credited, whenever it began', async () => {
    const tutor = await paidTutor()
    const start = Math.floor(Date.now() / HOUR) * HOUR - 9 * 24 * HOUR
    const late = await insertLesson({ tutor, student: sara, start })
    await ask(tutor, 10_000)
    const later = setNow(Date.now() + 1_000)
    const decision = { outcome: 1, reason: 'بعت تسجيل الحصة' }
    expect(await outcome(callApi('POST', `/lesson/${late}/decision`, { as: adel, body: decision }))).toBe('ok')
    const second = await ask(tutor, 10_000)
    setNow(later + 1)
    expect(await flagsOf(second)).toMatchObject({ lessons: { count: 1, earned: 7_500 } })
    expect(await flagsOf(await ask(tutor, 10_000))).toMatchObject({ lessons: { count: 0, earned: 0 }, unattended: [] })
    vi.useRealTimers()
  })

  it('tell another receiver than before, and one that others have too', async () => {
    const [omar, mona] = await Promise.all([paidTutor(), paidTutor('منى سعيد')])
    const receiver = `same${omar.id}@instapay`
    const paid = await ask(omar, 10_000, { method: 2, receiver: `old${omar.id}@instapay` })
    await expectOk(upload('PUT', `/invoice/${paid}/with/asset`, adel, { status: '3' }))
    const changed = await ask(omar, 10_000, { method: 2, receiver })
    const shared = await ask(mona, 10_000, { method: 2, receiver })
    const file = await fileOf(adel, [shared])
    expect(await flagsOf(changed)).toMatchObject({
      isFirst: false,
      previousReceiver: `old${omar.id}@instapay`,
      sharedWith: [{ id: mona.id }],
      paymentFile: null,
    })
    expect(await flagsOf(shared)).toMatchObject({ isFirst: true, previousReceiver: null, paymentFile: { id: file.id } })
  })

  it('are of a withdrawal: any other number has none', async () => {
    const unknown = (await ask(await paidTutor(), 10_000)) + 1_000_000
    expect(await outcome(callApi('GET', `/invoice/${unknown}/flags`, { as: dina }))).toBe('invoice-not-found')
  })

  it('come with the totals of what waits', async () => {
    const queue = await expectOk<{ method: number; count: number; inFiles: number }[]>(
      callApi('GET', '/invoice/queue', { as: dina }),
    )
    const waiting = await row<{ count: number }>('SELECT COUNT(*) AS count FROM withdrawals WHERE status IN (0, 1)')
    expect(queue.reduce((sum, { count }) => sum + count, 0)).toBe(waiting?.count)
    const open = await rows(
      `SELECT method, COUNT(i.withdrawal_id) AS inFiles FROM withdrawals w
       LEFT JOIN payment_file_items i ON i.withdrawal_id = w.id AND i.open = 1 WHERE status IN (0, 1) GROUP BY method`,
    )
    expect(queue.map(({ method, inFiles }) => ({ method, inFiles }))).toEqual(open)
    expect(open).toContainEqual({ method: 2, inFiles: expect.toSatisfy((inFiles: number) => inFiles > 0) })
  })
})

type Found = {
  people: { id: number }[]
  lessons: { id: number }[]
  orders: { id: number }[]
  withdrawals: { id: number }[]
}
const search = (q: string, as = dina) =>
  expectOk<Found>(callApi('GET', `/staff/search?q=${encodeURIComponent(q)}`, { as }))

describe('the palette’s search', () => {
  it('finds people by name, mail, phone and id, and orders by each number', async () => {
    const tutor = await onboardedTutor('شوقي البحيري')
    await run("UPDATE users SET phone = '01177700011' WHERE id = ?", tutor.id)
    for (const words of ['شوقى البحيرى', tutor.email, '7770001', '٠١١٧٧٧٠٠٠١١', `#${tutor.id}`])
      expect(
        (await search(words)).people.map(({ id }) => id),
        words,
      ).toContain(tutor.id)
    const subscription = await subscribe(await verifiedStudent(), Date.now(), Date.now() + HOUR)
    const order = await row<{ id: number }>('SELECT tx_id AS id FROM subscriptions WHERE id = ?', subscription)
    await run(
      `UPDATE transactions SET provider_ref_num = '9981234', merchant_ref_num = 'hessa-77' WHERE id = ?`,
      order?.id,
    )
    for (const words of ['9981234', 'hessa-77', `#${order?.id}`])
      expect(
        (await search(words)).orders.map(({ id }) => id),
        words,
      ).toContain(order?.id)
    expect((await search('شو')).people.map(({ id }) => id)).toContain(tutor.id)
  })

  it('finds lessons and withdrawals by id, and at most eight of a kind', async () => {
    const tutor = await paidTutor()
    const id = await ask(tutor, 10_000)
    const lesson = await row<{ id: number }>('SELECT MAX(id) AS id FROM lessons')
    expect((await search(String(id).padStart(2, '0'))).withdrawals).toMatchObject([{ id }])
    expect((await search(`#${lesson?.id}`)).lessons).toMatchObject([{ id: lesson?.id }])
    expect((await search('outlook.com')).people).toHaveLength(8)
    expect(await search('"*%_')).toEqual({ people: [], lessons: [], orders: [], withdrawals: [] })
  })

  it('is for admins, and needs two letters', async () => {
    for (const as of [sara, await tutorManager(), await newStudio()])
      expect(await outcome(callApi('GET', '/staff/search?q=omar', { as }))).toBe('forbidden')
    expect(await outcome(callApi('GET', '/staff/search?q=o', { as: dina }))).toBe('bad-request')
  })
})

describe('what staff see before they give money back', () => {
  it('is the refund that cancelling a subscription makes', async () => {
    const id = await subscribe(await verifiedStudent(), Date.now() - HOUR, Date.now() + 24 * HOUR)
    expect(await expectOk(callApi('GET', `/sub/${id}/refund`, { as: dina }))).toMatchObject({ refundAmount: 100_000 })
    expect(await outcome(callApi('GET', '/sub/999999/refund', { as: dina }))).toBe('subscription-not-found')
  })

  it('is what happened to the order', async () => {
    const id = await subscribe(await verifiedStudent(), Date.now() - HOUR, Date.now() + 24 * HOUR)
    const order = await row<{ id: number }>('SELECT tx_id AS id FROM subscriptions WHERE id = ?', id)
    await run(
      `INSERT INTO payment_inbox (provider, dedupe_key, tx_id, body, received_at, processed_at)
       VALUES ('fawry', ?, ?, '{"report":{"event":"pay"}}', 5, 6)`,
      `key${order?.id}`,
      order?.id,
    )
    const timeline = await expectOk(callApi('GET', `/tx/${order?.id}/timeline`, { as: dina }))
    expect(timeline).toMatchObject({ subscriptionId: id, notifications: [{ event: 'pay' }], refunds: [], staff: [] })
    expect(await outcome(callApi('GET', '/tx/999999/timeline', { as: dina }))).toBe('transaction-not-found')
  })
})
