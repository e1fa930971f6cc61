import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InboxOutcome } from '#contract/inbox'
import {
  callApi,
  expectOk,
  newAdmin,
  newStudent,
  newSuperAdmin,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
} from '#tests/people'
import { lastAuditEntry } from './staff-fixtures.ts'
import { upload } from './uploads.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const STATE = { New: 0, InProgress: 1, Answered: 2, Closed: 3 }

type Entry = { id: number; kind: number; text: string; author: { id: number }; delivery: string | null }
type Thread = {
  id: number
  state: number
  resolved: boolean
  owner: { id: number } | null
  person: { id: number; email: string } | null
  entries: Entry[]
}

let mona: Person
let adel: Person
let sara: Person

beforeAll(async () => {
  mona = await newAdmin()
  adel = await newSuperAdmin()
  sara = await newStudent()
})
beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

async function newReport(title = 'الصوت بيقطع'): Promise<number> {
  await expectOk(
    upload('POST', '/report/with/asset', sara, { title, description: 'الصوت بيقطع كل دقيقة تقريبًا في الحصة' }),
  )
  return (await row<{ id: number }>('SELECT MAX(id) id FROM reports'))?.id ?? 0
}

let requestCount = 0
/** From an address of its own: one address sends one request in six hours. */
async function newRequest(phone?: string): Promise<number> {
  requestCount += 1
  const body = {
    name: 'هدى سامي',
    phone: phone ?? `0101000${1000 + requestCount}`,
    title: 'سؤال عن الباقات',
    message: 'عايزة أعرف الفرق بين الباقات',
  }
  await expectOk(
    callApi('POST', '/contact-request', { body, headers: { 'cf-connecting-ip': `10.9.${requestCount}.1` } }),
  )
  return (await row<{ id: number }>('SELECT MAX(id) id FROM contact_requests'))?.id ?? 0
}

const send = (method: string, path: string, as: Person, body?: object, headers = {}) =>
  callApi(method, path, { as, headers, ...(body ? { body } : {}) })
const thread = (path: string) => expectOk<Thread>(send('GET', path, mona))
const mailsTo = (email: string) =>
  rows<{ params: string; status: string }>(
    `SELECT params, status FROM outbox WHERE template = 'inbox_answer' AND "to" = ? ORDER BY id`,
    email,
  )

describe('several records at once', () => {
  const changeMany = (changes: object[], path = '/report/changes') => send('POST', path, mona, { changes })
  const changed = async (changes: object[], path?: string) => expectOk<InboxOutcome>(changeMany(changes, path))

  it('are taken and given back again, each with an entry of its own in the audit log', async () => {
    const ids = [await newReport(), await newReport()]
    const taken = await changed(ids.map((id) => ({ id, ownerId: mona.id })))
    expect(taken).toMatchObject({
      changed: ids.map((id) => ({ id, state: STATE.InProgress, ownerId: mona.id })),
      refused: [],
    })
    const entries = await rows<{ id: number }>(
      `SELECT target_id AS id FROM audit_entries WHERE act = 'report.changeMany' AND target_kind = 'report' ORDER BY id`,
    )
    expect(entries.map(({ id }) => id)).toEqual(ids)
    const back = taken.changed.map(({ id, updatedAt }) => ({
      id,
      ownerId: null,
      previousOwnerId: mona.id,
      state: STATE.New,
      version: updatedAt,
    }))
    expect((await changed(back)).changed.map(({ state, ownerId }) => [state, ownerId])).toEqual([
      [STATE.New, null],
      [STATE.New, null],
    ])
    for (const id of ids) expect(await thread(`/report/${id}`)).toMatchObject({ state: STATE.New, owner: null })
  })

  it('are decided each as if it were alone: those that are refused do not keep the others', async () => {
    const [fine, theirs, unanswered, old] = [await newReport(), await newReport(), await newReport(), await newReport()]
    const { updatedAt } = await expectOk<{ updatedAt: string }>(send('GET', `/report/${old}`, mona))
    await expectOk(send('PATCH', `/report/${theirs}`, adel, { ownerId: adel.id }))
    await expectOk(send('PATCH', `/report/${old}`, adel, { state: STATE.InProgress }))
    const answer = await changed([
      { id: fine, state: STATE.Closed },
      { id: theirs, ownerId: mona.id },
      { id: unanswered, state: STATE.Answered },
      { id: old, state: STATE.Closed, version: updatedAt },
      { id: 999_999, state: STATE.Closed },
      { id: await newReport(), ownerId: sara.id },
    ])
    expect(answer.changed).toMatchObject([{ id: fine, state: STATE.Closed }])
    expect(answer.refused.map(({ code }) => code)).toEqual([
      'taken-by-another',
      'illegal',
      'version-conflict',
      'report-not-found',
      'user-not-found',
    ])
    expect(await thread(`/report/${fine}`)).toMatchObject({ resolved: true })
    expect(await thread(`/report/${theirs}`)).toMatchObject({ owner: { id: adel.id } })
    expect(await thread(`/report/${old}`)).toMatchObject({ state: STATE.InProgress })
  })

  it('are closed and opened again as contact requests too', async () => {
    const ids = [await newRequest(), await newRequest()]
    const path = '/contact-request/changes'
    for (const state of [STATE.Closed, STATE.New]) {
      expect(
        (
          await changed(
            ids.map((id) => ({ id, state })),
            path,
          )
        ).changed,
      ).toMatchObject(ids.map((id) => ({ id, state })))
      for (const id of ids) expect(await thread(`/contact-request/${id}`)).toMatchObject({ state })
    }
    expect((await changed([{ id: 999_999, state: STATE.Closed }], path)).refused).toEqual([
      { id: 999_999, code: 'contact-request-not-found' },
    ])
  })

  it('are one to a hundred different ones, each with a change', async () => {
    const id = await newReport()
    const close = (count: number) => Array.from({ length: count }, (_, nth) => ({ id: id + nth, state: STATE.Closed }))
    expect(await outcome(changeMany(close(101)))).toBe('bad-request')
    expect(await outcome(changeMany([]))).toBe('bad-request')
    expect(await outcome(changeMany([...close(1), ...close(1)]))).toBe('bad-request')
    expect(await outcome(changeMany([{ id }]))).toBe('empty-request')
    expect((await changed(close(100))).changed).toMatchObject([{ id, state: STATE.Closed }])
  })
})

describe('a report', () => {
  it('is taken thirty times an hour from an account; refused ones do not count', async () => {
    const nour = await newStudent()
    const report = (title = 'الصورة بتقف', as = nour) =>
      upload('POST', '/report/with/asset', as, { title, description: 'الصورة بتقف كل شوية' })
    const countReports = async () => (await row<{ n: number }>('SELECT COUNT(*) n FROM reports'))?.n
    const before = (await countReports()) ?? 0
    expect((await report('')).status).toBe(400)
    for (let sent = 0; sent < 30; sent++) expect((await report()).status).toBe(200)
    const refused = await report()
    expect(refused).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect((await report('الصوت بيقطع', sara)).status).toBe(200)
    expect(await countReports()).toBe(before + 31)
    setNow(NOW + 3_600_000 - 1)
    const atTheEnd = await report()
    expect([atTheEnd.status, atTheEnd.headers.get('retry-after')]).toEqual([429, '1'])
    setNow(NOW + 3_600_000)
    expect((await report()).status).toBe(200)
  })

  it('is new, taken, answered by mail, closed and opened again, each time audited', async () => {
    const id = await newReport()
    const path = `/report/${id}`
    expect(await thread(path)).toMatchObject({ state: STATE.New, owner: null, person: { id: sara.id }, entries: [] })

    const taken = await expectOk<Thread>(send('PATCH', path, mona, { ownerId: mona.id }))
    expect(taken).toMatchObject({ state: STATE.InProgress, owner: { id: mona.id }, resolved: false })
    expect(await lastAuditEntry('report.change')).toMatchObject({
      actor_id: mona.id,
      target_id: id,
      before: { state: STATE.New, ownerId: null },
      after: { state: STATE.InProgress, ownerId: mona.id },
    })

    await expectOk(send('POST', `${path}/note`, adel, { text: 'السماعة عنده قديمة' }))
    const answered = await expectOk<Thread>(send('POST', `${path}/answer`, mona, { text: 'صلّحناها، جرّب تاني' }))
    expect(answered.state).toBe(STATE.Answered)
    expect(answered.entries.map(({ kind, text, author }) => [kind, text, author.id])).toEqual([
      [0, 'السماعة عنده قديمة', adel.id],
      [1, 'صلّحناها، جرّب تاني', mona.id],
    ])
    const [mail] = await mailsTo(sara.email)
    expect(JSON.parse(mail?.params ?? '{}')).toEqual({ name: '', title: 'الصوت بيقطع', answer: 'صلّحناها، جرّب تاني' })
    expect(await lastAuditEntry('report.answer')).toMatchObject({ target_id: id, after: { state: STATE.Answered } })

    expect(await expectOk<Thread>(send('PATCH', path, mona, { state: STATE.Closed }))).toMatchObject({
      state: STATE.Closed,
      resolved: true,
    })
    expect(await outcome(send('POST', `${path}/answer`, mona, { text: 'رد تاني' }))).toBe('illegal')
    expect(await expectOk<Thread>(send('PATCH', path, mona, { state: STATE.Answered }))).toMatchObject({
      state: STATE.Answered,
      resolved: false,
    })
  })

  it('has one owner: of two who take it at once one gets it', async () => {
    const path = `/report/${await newReport()}`
    const outcomes = await Promise.all(
      [mona, adel].map((person) => outcome(send('PATCH', path, person, { ownerId: person.id }))),
    )
    expect(outcomes.toSorted()).toEqual(['ok', 'taken-by-another'])
    const owner = (await thread(path)).owner?.id ?? 0
    const other = owner === mona.id ? adel : mona
    expect(await outcome(send('PATCH', path, other, { ownerId: other.id, previousOwnerId: owner }))).toBe('ok')
    expect(
      await expectOk<Thread>(send('PATCH', path, other, { ownerId: null, previousOwnerId: other.id })),
    ).toMatchObject({ state: STATE.New, owner: null })
  })

  it('is not changed over a newer version', async () => {
    const path = `/report/${await newReport()}`
    const { updatedAt } = await expectOk<{ updatedAt: string }>(send('GET', path, mona))
    const opened = { 'if-match': `"${updatedAt}"` }
    await expectOk(send('PATCH', path, adel, { ownerId: adel.id }))
    expect(await outcome(send('PATCH', path, mona, { state: STATE.Closed }, opened))).toBe('version-conflict')
    expect((await thread(path)).state).toBe(STATE.InProgress)
  })

  it('is owned by admins only, and is not answered before it has an answer', async () => {
    const path = `/report/${await newReport()}`
    expect(await outcome(send('PATCH', path, mona, { ownerId: sara.id }))).toBe('user-not-found')
    expect(await outcome(send('PATCH', path, mona, { state: STATE.Answered }))).toBe('illegal')
    expect(await outcome(send('PATCH', path, mona, {}))).toBe('empty-request')
    expect(await outcome(send('PATCH', '/report/999999', mona, { state: STATE.Closed }))).toBe('report-not-found')
    expect(await outcome(send('POST', '/report/999999/note', mona, { text: 'x' }))).toBe('report-not-found')
    expect(await thread(path)).toMatchObject({ state: STATE.New, owner: null })
  })

  it('is answered once under one Idempotency-Key', async () => {
    const path = `/report/${await newReport('الصورة واقفة')}/answer`
    const key = { 'idempotency-key': crypto.randomUUID() }
    const before = (await mailsTo(sara.email)).length
    const both = await Promise.all([1, 2].map(() => send('POST', path, mona, { text: 'بنبص عليها' }, key)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await mailsTo(sara.email)).length).toBe(before + 1)
  })

  it('stays consistent with the older call that resolves it', async () => {
    const id = await newReport()
    const path = `/report/${id}`
    await expectOk(send('PUT', '/report', mona, { id, resolved: true }))
    expect(await thread(path)).toMatchObject({ state: STATE.Closed, resolved: true })
    await expectOk(send('PUT', '/report', mona, { id, resolved: false }))
    expect(await thread(path)).toMatchObject({ state: STATE.New, resolved: false })
    await expectOk(send('PATCH', path, mona, { ownerId: mona.id }))
    await expectOk(send('PUT', '/report', mona, { id, resolved: false }))
    expect((await thread(path)).state).toBe(STATE.InProgress)
  })

  it('is found by state, owner and words', async () => {
    const id = await newReport('زرار الحجز مش شغال')
    await expectOk(send('PATCH', `/report/${id}`, adel, { ownerId: adel.id }))
    const find = async (query: string) =>
      (await expectOk<{ list: Thread[] }>(send('GET', `/report/list?size=100&${query}`, mona))).list.map(
        (one) => one.id,
      )
    expect(await find(`owners[]=${adel.id}&states[]=1`)).toContain(id)
    expect(await find('states[]=0&states[]=3')).not.toContain(id)
    expect(await find('owned=false')).not.toContain(id)
    expect(await find(`search=${encodeURIComponent('الحجز')}`)).toEqual([id])
    expect(await find('resolved=true')).not.toContain(id)
  })
})

describe('a contact request', () => {
  it('is listed, taken, answered by phone with a record of it, and closed', async () => {
    const id = await newRequest()
    const path = `/contact-request/${id}`
    const { list } = await expectOk<{ list: Thread[] }>(send('GET', '/contact-request/list?states[]=0', mona))
    expect(list[0]).toMatchObject({ id, state: STATE.New, owner: null, person: null })
    await expectOk(send('PATCH', path, mona, { ownerId: mona.id }))
    expect(await outcome(send('POST', `${path}/answer`, mona, { channel: 1, text: 'بالإيميل' }))).toBe('illegal')
    expect(await outcome(send('POST', `${path}/answer`, mona, { channel: 0, text: 'ملاحظة' }))).toBe('bad-request')
    const answered = await expectOk<Thread>(
      send('POST', `${path}/answer`, mona, { channel: 2, text: 'كلمناها وشرحنا الباقات' }),
    )
    expect(answered).toMatchObject({ state: STATE.Answered, entries: [{ kind: 2, delivery: null }] })
    await expectOk(send('PATCH', path, mona, { state: STATE.Closed }))
    expect(await lastAuditEntry('contact.change')).toMatchObject({ target_id: id, after: { state: STATE.Closed } })
    expect(await outcome(send('PATCH', path, adel, { ownerId: adel.id }))).toBe('taken-by-another')
  })

  it('is mailed to the one account that has verified the number', async () => {
    const huda = await newStudent('huda')
    await run('UPDATE users SET phone = ?, verified_phone = 1 WHERE id = ?', '01155500011', huda.id)
    const path = `/contact-request/${await newRequest('01155500011')}`
    expect((await thread(path)).person).toMatchObject({ id: huda.id })
    const answered = await expectOk<Thread>(
      send('POST', `${path}/answer`, mona, { channel: 1, text: 'تفاصيل الباقات' }),
    )
    expect(answered.entries).toMatchObject([{ kind: 1 }])
    expect(await mailsTo(huda.email)).toHaveLength(1)

    const other = await newStudent('other')
    await run('UPDATE users SET phone = ?, verified_phone = 1 WHERE id = ?', '01155500011', other.id)
    expect((await thread(path)).person).toBeNull()
    expect(await outcome(send('POST', `${path}/answer`, mona, { channel: 1, text: 'تاني' }))).toBe('illegal')
  })

  it('is not found under an unknown id', async () => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { state: 3 }],
      ['POST', '/answer', { channel: 2, text: 'x' }],
      ['POST', '/note', { text: 'x' }],
    ] as const)
      expect(await outcome(send(method, `/contact-request/999999${path}`, mona, body))).toBe(
        'contact-request-not-found',
      )
  })
})

describe('undelivered messages', () => {
  const park = async (channel: 'email' | 'whatsapp', template: string, to: string, error = 'answered 500') => {
    const parked = await row<{ id: number }>(
      `INSERT INTO outbox (channel, template, "to", params, status, attempts, next_attempt_at, last_error, created_at)
       VALUES (?, ?, ?, '{"url":"https://hessa.example/secret","code":"12345"}', 'parked', 6, ?, ?, ?) RETURNING id`,
      channel,
      template,
      to,
      NOW,
      error,
      NOW,
    )
    return parked?.id ?? 0
  }
  const statusOf = async (id: number) =>
    await row<{ status: string; attempts: number }>('SELECT status, attempts FROM outbox WHERE id = ?', id)

  it('are listed without their content, with masked recipients', async () => {
    const id = await park('whatsapp', 'lesson_reminder', '01012345678', 'failed for 201012345678: code 12345')
    const mail = await park('email', 'verify_email', 'sara@hessa.test')
    const { body } = await send('GET', '/message/undelivered?size=100', mona)
    const { list } = body as { list: { id: number }[] }
    expect(list.find((one) => one.id === id)).toEqual({
      id,
      channel: 'whatsapp',
      template: 'lesson_reminder',
      to: '••••••••678',
      attempts: 6,
      lastError: 'failed for •••: code •••',
      createdAt: new Date(NOW).toISOString(),
      state: 'parked',
      sentAt: null,
      deliveredAt: null,
      readAt: null,
      fallbackSent: false,
      retryable: true,
      mayHaveArrived: false,
    })
    expect(list.find((one) => one.id === mail)).toMatchObject({ to: 's•••@hessa.test', retryable: false })
    expect(JSON.stringify(body)).not.toMatch(/secret|12345/)
    const filtered = await expectOk<{ list: { id: number }[] }>(
      send('GET', '/message/undelivered?channel=email&templates[]=verify_email', mona),
    )
    expect(filtered.list.map((one) => one.id)).toEqual([mail])
  })

  it('are sent again with all attempts, except codes', async () => {
    const [first, second] = [
      await park('whatsapp', 'lesson_canceled', '01012345678'),
      await park('whatsapp', 'lesson_updated', '01012345678'),
    ]
    const code = await park('whatsapp', 'verify_phone_number', '01012345678')
    const retry = (ids: number[]) => send('POST', '/message/retry', mona, { ids })
    expect(await outcome(retry([first, code]))).toBe('illegal')
    expect((await statusOf(first))?.status).toBe('parked')
    expect(await expectOk(retry([first, second, 999_999]))).toEqual({ count: 2 })
    expect(['pending', 'sent']).toContain((await statusOf(first))?.status)
    expect(await lastAuditEntry('message.retry')).toMatchObject({ target_id: second, actor_id: mona.id })
    expect(await outcome(retry([]))).toBe('bad-request')
    expect(await outcome(retry(Array.from({ length: 101 }, (_, index) => index + 1)))).toBe('bad-request')
  })

  it('are discarded with a reason; of two decisions at once one counts', async () => {
    const id = await park('whatsapp', 'lesson_canceled', '01012345678')
    const why = { 'x-reason': encodeURIComponent('رقم قديم') }
    expect(await outcome(send('POST', '/message/discard', mona, { ids: [id] }))).toBe('bad-request')
    const counts = await Promise.all(
      [mona, adel].map((person) =>
        expectOk<{ count: number }>(send('POST', '/message/discard', person, { ids: [id] }, why)),
      ),
    )
    expect(counts.map(({ count }) => count).toSorted()).toEqual([0, 1])
    expect((await statusOf(id))?.status).toBe('failed')
    expect(await lastAuditEntry('message.discard')).toMatchObject({ target_id: id, reason: 'رقم قديم' })
  })
})
