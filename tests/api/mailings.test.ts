/** Messages of staff to a list of people (docs/rules/staff.md 18.1). */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LeftOut, Mailing, MailingReader } from '#contract/mailings'
import { hours, minutes } from '#domain/cairo'
import { MAX_MAILING_PEOPLE } from '#domain/mailings/mailing'
import * as people from '#tests/people'
import {
  agreeingToMailings,
  bindings,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  newStudio,
  outcome,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
} from '#tests/people'
import { emailContentOf } from '../../worker/messages/email-texts.ts'
import type { MailingParams } from '../../worker/messages/message.ts'
import { stopToken } from '../../worker/messages/stop-token.ts'
import { dieWhen } from './crash.ts'
import { lastAuditEntry } from './staff-fixtures.ts'

/** Wednesday noon in Cairo, in winter. */
const NOON = Date.parse('2026-02-11T10:00:00Z')
const WORDS = {
  ar: { title: 'إجازة العيد', text: 'مواعيد الحصص في العيد' },
  en: { title: 'Holiday', text: 'Lesson times' },
}

/** Everybody here has agreed to mailings, unless a test says otherwise. */
const verifiedStudents = async (count: number) => agreeingToMailings(await people.verifiedStudents(count))
const verifiedStudent = async () => agreeingToMailings(await people.verifiedStudent())
const newStudent = async () => agreeingToMailings(await people.newStudent())
const onboardedTutor = async () => agreeingToMailings(await people.onboardedTutor())
const tutorManager = async () => agreeingToMailings(await people.tutorManager())

let now = NOON
const moveTo = (at: number) => {
  now = at
  setNow(at)
}

/** What reached the provider of mails. */
let sent: { to: string; text: string; headers?: Record<string, string> }[]
let answer: () => Response

beforeEach(async () => {
  moveTo(NOON)
  sent = []
  answer = () => Response.json({ id: `mail-${sent.length}` })
  await run('DELETE FROM outbox')
  await run('DELETE FROM mailing_recipients')
  await run('DELETE FROM mailings')
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { to, text, headers } = JSON.parse(String(init.body)) as {
      to: string[]
      text: string
      headers?: Record<string, string>
    }
    sent.push({ to: to.join(), text, ...(headers && { headers }) })
    return answer()
  })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

const by = async (person: Person): Promise<Person> => Object.assign({}, person, { token: await tokenFor(person.id) })
type Body = { ids: number[]; template?: string; words?: unknown }
const written = ({ ids, template = 'news', words = template === 'news' ? WORDS : null }: Body) => ({
  ids,
  template,
  words,
})
const send = async (as: Person, body: Body, headers: Record<string, string> = {}) =>
  callApi('POST', '/mailing', { as: await by(as), body: written(body), headers })
const preview = async (as: Person, ids: number[], template = 'news') =>
  expectOk<{ readers: MailingReader[]; leftOut: LeftOut[] }>(
    callApi('POST', '/mailing/people', { as: await by(as), body: { ids, template } }),
  )
const read = async (as: Person, id: number) =>
  expectOk<Mailing & { people: LeftOut[] }>(callApi('GET', `/mailing/${id}`, { as: await by(as) }))
const deliver = () => triggerJob('sweep-messages')
const idsOf = (people: readonly { id: number }[]) => people.map(({ id }) => id)
const mails = () =>
  rows<{ to: string; params: string; key: string }>(
    `SELECT "to", params, dedupe_key AS key FROM outbox WHERE template = 'mailing' AND channel = 'email' ORDER BY id`,
  )

describe('a message to a list', () => {
  it('goes to those who were chosen, in their language, with a link that stops it, and is audited', async () => {
    const [dina, sara, nour] = [await newAdmin(), await verifiedStudent(), await verifiedStudent()]
    const choice = { isWanted: true, language: 'en' }
    expect(await expectOk(callApi('PUT', '/user/current/mailings', { as: await by(nour), body: choice }))).toEqual(
      choice,
    )
    const mailing = await expectOk<Mailing>(send(dina, { ids: [sara.id, nour.id, sara.id] }))
    expect(mailing).toMatchObject({ template: 'news', words: WORDS, chosen: 2, leftOut: 0, waiting: 2, sent: 0 })
    expect(mailing.sender.id).toBe(dina.id)
    expect(await lastAuditEntry('mailing.send')).toMatchObject({ actor_id: dina.id, after: { people: 2, leftOut: {} } })
    await deliver()
    expect(sent.map(({ to }) => to)).toEqual([sara.email, nour.email])
    expect(sent[0]?.text).toContain('مواعيد الحصص في العيد')
    expect(sent[1]?.text).toContain('Lesson times')
    const token = await stopToken(bindings, 'mailing-stop', sara.id)
    expect(sent[0]?.text).toContain(`/stop-messages#${token}`)
    expect(sent[0]?.headers).toMatchObject({
      'List-Unsubscribe': expect.stringContaining(`/api/v1/mailing/stop/${token}>`),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const params = JSON.parse((await mails())[1]?.params ?? '') as MailingParams
    const content = emailContentOf({ channel: 'email', to: nour.email, template: 'mailing', params })
    expect(content).toMatchObject({ subject: 'Holiday', html: expect.stringContaining('<html lang="en" dir="ltr">') })
    expect(await read(dina, mailing.id)).toMatchObject({ waiting: 0, sent: 2, delivered: 0, failed: 0, people: [] })
  })

  it('finds all who match the filters of the accounts’ list by itself, as that list does, and says whose devices get it', async () => {
    const dina = await newAdmin()
    const [sara, nour, other] = await verifiedStudents(3)
    if (!sara || !nour || !other) throw new Error('Three students')
    const as = await by(dina)
    for (const { id } of [sara, nour])
      await expectOk(callApi('PATCH', `/user/${id}/file`, { as, body: { tags: ['إجازة'] } }))
    await run(
      `INSERT INTO push_subscriptions (user_id, auth_session_id, endpoint, p256dh, auth, created_at)
       SELECT ?, id, 'https://push.test/mailing', ?, ?, ? FROM auth_sessions WHERE user_id = ? LIMIT 1`,
      nour.id,
      'k'.repeat(87),
      'a'.repeat(22),
      NOON,
      nour.id,
    )
    const found = (matching: object, template = 'news') =>
      callApi('POST', '/mailing/people', { as, body: { matching, template } })
    type Preview = { readers: MailingReader[]; leftOut: LeftOut[] }
    const tagged = await expectOk<Preview>(found({ tag: 'اجازه' }))
    expect(tagged.readers.map(({ id, hasDevice }) => ({ id, hasDevice }))).toEqual([
      { id: sara.id, hasDevice: false },
      { id: nour.id, hasDevice: true },
    ])
    expect(tagged.leftOut).toEqual([])
    const none = await expectOk<Preview>(found({ tag: 'ولا حد' }))
    expect([none.readers, none.leftOut]).toEqual([[], []])
    for (const [matching, query] of [
      [{ role: 4, gender: 'female' }, 'role=4&gender=female'],
      [{ search: 'tutor', verified: true }, 'search=tutor&verified=true'],
      [{ createdAt: { gte: '2026-02-11T00:00:00.000Z' }, role: 2 }, 'createdAt[gte]=2026-02-11T00:00:00.000Z&role=2'],
    ] as const) {
      const { readers, leftOut } = await expectOk<Preview>(found(matching, 'come_back'))
      const { list, total } = await expectOk<{ list: { id: number }[]; total: number }>(
        callApi('GET', `/user/list?size=100&${query}`, { as }),
      )
      expect(total).toBe(list.length)
      expect(idsOf([...readers, ...leftOut]).toSorted((one, two) => one - two)).toEqual(
        idsOf(list).toSorted((one, two) => one - two),
      )
    }
    for (const body of [
      { template: 'news' },
      { template: 'news', ids: [sara.id], matching: {} },
      { template: 'news', matching: { rolle: 4 } },
      { template: 'news', matching: { page: 2 } },
    ])
      expect(await outcome(callApi('POST', '/mailing/people', { as, body })), JSON.stringify(body)).toBe('bad-request')
  })

  it('is for no more than 500 of those who match', async () => {
    const dina = await newAdmin()
    const as = await by(dina)
    await run(
      `INSERT INTO users (email, role, name, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT 'matching' || i || '@many.test', 4, 'كتير', ?, ? FROM n`,
      MAX_MAILING_PEOPLE,
      NOON,
      NOON,
    )
    const body = { template: 'news', matching: { search: '@many.test' } }
    const { leftOut } = await expectOk<{ leftOut: LeftOut[] }>(callApi('POST', '/mailing/people', { as, body }))
    expect(leftOut).toHaveLength(MAX_MAILING_PEOPLE)
    await run(`UPDATE users SET email = 'one-more@many.test' WHERE id = ?`, (await verifiedStudent()).id)
    expect(await outcome(callApi('POST', '/mailing/people', { as, body }))).toBe('illegal')
    await run(`UPDATE users SET email = 'gone-' || id || '@gone.test' WHERE email LIKE '%@many.test'`)
  })

  it('is previewed with who gets it and who not and why, as it is then sent', async () => {
    const [dina, other, studio, sara] = [await newAdmin(), await newAdmin(), await newStudio(), await verifiedStudent()]
    const [omar, gone, mona] = [await onboardedTutor(), await onboardedTutor(), await tutorManager()]
    const [stopped, unproven, busy] = [await verifiedStudent(), await newStudent(), await verifiedStudent()]
    await run('UPDATE tutors SET activated = 1 WHERE id IN (?, ?)', omar.id, gone.id)
    await run('UPDATE tutors SET activated = 0 WHERE id = ?', gone.id)
    await run('UPDATE users SET verified_email = 1 WHERE id IN (?, ?, ?)', omar.id, gone.id, mona.id)
    await insertLesson({ tutor: omar, student: busy, start: NOON + hours(24), attended: false })
    await run(
      'INSERT INTO busy_quarters (user_id, quarter, session_id) VALUES (?, ?, ?)',
      busy.id,
      Math.floor((NOON + hours(24)) / minutes(15)),
      'lesson:x',
    )
    await expectOk(
      callApi('PUT', '/user/current/mailings', { as: await by(stopped), body: { isWanted: false, language: 'ar' } }),
    )
    const ids = idsOf([other, studio, sara, omar, gone, mona, stopped, unproven, busy])
    const reasons = (found: { leftOut: LeftOut[] }) =>
      Object.fromEntries(found.leftOut.map(({ id, reason }) => [id, reason]))
    const always = {
      [other.id]: 'role',
      [studio.id]: 'role',
      [gone.id]: 'deactivated',
      [stopped.id]: 'opted-out',
      [unproven.id]: 'unproven',
    }
    await run('DELETE FROM outbox')
    const news = await preview(dina, ids)
    expect(reasons(news)).toEqual(always)
    expect(idsOf(news.readers)).toEqual(idsOf([sara, omar, mona, busy]))
    const back = await preview(dina, ids, 'come_back')
    expect(idsOf(back.readers)).toEqual([sara.id])
    expect(reasons(back)).toMatchObject({ [busy.id]: 'not-meant', [omar.id]: 'not-meant' })
    expect(idsOf((await preview(dina, ids, 'tutor_times_wanted')).readers)).toContain(omar.id)
    const mailing = await expectOk<Mailing>(send(dina, { ids }))
    expect(mailing).toMatchObject({ chosen: 9, leftOut: 5, waiting: 4 })
    const stored = await read(dina, mailing.id)
    expect(Object.fromEntries(stored.people.map(({ id, reason }) => [id, reason]))).toEqual(always)
    await deliver()
    expect(sent.map(({ to }) => to).toSorted()).toEqual([sara, omar, mona, busy].map(({ email }) => email).toSorted())
  })

  it('is refused with words that lead elsewhere, without words, with words of its own, of nobody and of strangers', async () => {
    const [dina, sara, studio] = [await newAdmin(), await verifiedStudent(), await newStudio()]
    const linked = { ar: { title: 'خبر', text: 'ادخل evil.example/x' } }
    expect(await outcome(send(dina, { ids: [sara.id], words: linked }))).toBe('mailing-with-link')
    expect(await outcome(send(dina, { ids: [sara.id], words: null }))).toBe('bad-request')
    expect(await outcome(send(dina, { ids: [sara.id], template: 'come_back', words: WORDS }))).toBe('bad-request')
    expect(await outcome(send(dina, { ids: [sara.id], words: { ar: { title: '\u200b', text: 'x' } } }))).toBe(
      'bad-request',
    )
    expect(await outcome(send(dina, { ids: [studio.id] }))).toBe('illegal')
    expect(await outcome(send(dina, { ids: [sara.id, 999_999] }))).toBe('user-not-found')
    const many = Array.from({ length: MAX_MAILING_PEOPLE + 1 }, (_, index) => index + 1)
    expect(await outcome(send(dina, { ids: many }))).toBe('bad-request')
    expect(await rows('SELECT id FROM mailings')).toEqual([])
    expect(await outcome(callApi('GET', '/mailing/999999', { as: await by(dina) }))).toBe('not-found')
  })
})

describe('the limits of messages to a list (docs/rules/staff.md 18.2)', () => {
  it('are five a day in Cairo of one admin', async () => {
    const [dina, adel] = [await newAdmin(), await newAdmin()]
    const people = await verifiedStudents(7)
    moveTo(Date.parse('2026-02-11T21:00:00Z'))
    for (const { id } of people.slice(0, 5)) await expectOk(send(dina, { ids: [id] }))
    const refused = await send(dina, { ids: idsOf(people.slice(5, 6)) })
    expect([refused.code, refused.headers.get('retry-after')]).toEqual(['too-many-requests', '3600'])
    await expectOk(send(adel, { ids: idsOf(people.slice(6)) }))
    moveTo(Date.parse('2026-02-11T22:00:00Z'))
    await expectOk(send(dina, { ids: idsOf(people.slice(5, 6)) }))
  })

  it('are two within seven days of one person, whoever sends them', async () => {
    const [dina, adel, sara, nour] = [
      await newAdmin(),
      await newAdmin(),
      await verifiedStudent(),
      await verifiedStudent(),
    ]
    await expectOk(send(dina, { ids: [sara.id] }))
    moveTo(NOON + hours(24))
    await expectOk(send(adel, { ids: [sara.id] }))
    expect((await preview(dina, [sara.id, nour.id])).leftOut).toMatchObject([{ id: sara.id, reason: 'limit' }])
    expect(await expectOk<Mailing>(send(dina, { ids: [sara.id, nour.id] }))).toMatchObject({ leftOut: 1, waiting: 1 })
    moveTo(NOON + hours(7 * 24))
    expect((await preview(dina, [sara.id])).leftOut).toEqual([])
  })
})

describe('a message to a list is sent once', () => {
  it('however often its request is repeated', async () => {
    const [dina, sara, nour] = [await newAdmin(), await verifiedStudent(), await verifiedStudent()]
    const key = crypto.randomUUID()
    const presses = Array.from({ length: 20 }, () =>
      send(dina, { ids: [sara.id, nour.id] }, { 'idempotency-key': key }),
    )
    const made = new Set(
      (await Promise.all(presses)).flatMap(({ status, body }) => (status === 200 ? [(body as Mailing).id] : [])),
    )
    const again = await expectOk<Mailing>(send(dina, { ids: [sara.id, nour.id] }, { 'idempotency-key': key }))
    expect([...made]).toEqual([again.id])
    expect(await rows('SELECT id FROM mailings')).toHaveLength(1)
    await Promise.all(Array.from({ length: 5 }, deliver))
    expect((await mails()).map(({ key: once }) => once)).toEqual(
      [sara, nour].map(({ id }) => `mailing:${again.id}:${id}`),
    )
    expect(sent).toHaveLength(2)
  })

  it('by twenty requests without a key of one admin, to nobody more often than the limits say', async () => {
    const [dina, sara] = [await newAdmin(), await verifiedStudent()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => outcome(send(dina, { ids: [sara.id] }))))
    expect(answers.filter((code) => code === 'ok')).toHaveLength(2)
    await deliver()
    expect(sent).toHaveLength(2)
  })

  it('to each of many, wherever a run is cut off', async () => {
    const dina = await newAdmin()
    const people = await verifiedStudents(95)
    const { id } = await expectOk<Mailing>(send(dina, { ids: idsOf(people) }))
    for (let batches = 0; batches < 12; batches++) {
      let left = batches
      await dieWhen(() => left-- <= 0, deliver).catch(() => undefined)
    }
    for (let run = 0; run < 8; run++) {
      moveTo(now + minutes(5))
      await deliver()
    }
    expect(new Set((await mails()).map(({ to }) => to)).size).toBe(95)
    expect(await mails()).toHaveLength(95)
    expect(await read(dina, id)).toMatchObject({ waiting: 0, sent: 95 })
  })
})

describe('the quiet hours (docs/rules/staff.md 18.6)', () => {
  it('keep a message until nine by Cairo’s clock, also in the nights in which the clocks change', async () => {
    const [dina, sara] = [await newAdmin(), await verifiedStudent()]
    for (const [evening, nine] of [
      ['2026-02-11T20:00:00Z', '2026-02-12T07:00:00Z'],
      ['2026-04-23T20:30:00Z', '2026-04-24T06:00:00Z'],
      ['2026-10-29T21:30:00Z', '2026-10-30T07:00:00Z'],
    ] as const) {
      moveTo(Date.parse(evening))
      sent = []
      await expectOk(send(dina, { ids: [sara.id] }))
      await deliver()
      moveTo(Date.parse(nine) - 1)
      await deliver()
      expect(sent, evening).toEqual([])
      moveTo(Date.parse(nine))
      await deliver()
      expect(sent.length, nine).toBe(1)
    }
  })
})

describe('stopping messages to a list (docs/rules/staff.md 18.8)', () => {
  const stop = (token: string) => outcome(callApi('POST', `/mailing/stop/${token}`))

  it('is done by the link in one, by its reader alone, without signing in, also for one that waits', async () => {
    const [dina, sara, nour] = [await newAdmin(), await verifiedStudent(), await verifiedStudent()]
    moveTo(Date.parse('2026-02-11T20:30:00Z'))
    const { id } = await expectOk<Mailing>(send(dina, { ids: [sara.id, nour.id] }))
    const token = await stopToken(bindings, 'mailing-stop', sara.id)
    const signature = token.slice(token.indexOf('.') + 1)
    for (const foreign of [
      ...[`${nour.id}.${signature}`, `${sara.id}.`, `${sara.id}`, `.${signature}`, `0${sara.id}.${signature}`],
      await stopToken(bindings, 'staff-digest-stop', sara.id),
      await stopToken(bindings, 'mailing-stop', 999_999),
    ])
      expect(await stop(foreign), foreign).toBe('invalid-verification-code')
    // A mail program posts a form.
    const oneClick = callApi('POST', `/mailing/stop/${token}`, {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(await outcome(oneClick)).toBe('ok')
    expect(await stop(token)).toBe('ok')
    expect(await expectOk(callApi('GET', '/user/current/mailings', { as: await by(sara) }))).toEqual({
      isWanted: false,
      language: 'ar',
    })
    moveTo(Date.parse('2026-02-12T07:00:00Z'))
    await deliver()
    expect(sent.map(({ to }) => to)).toEqual([nour.email])
    const after = await read(dina, id)
    expect(after).toMatchObject({ chosen: 2, leftOut: 1, sent: 1, waiting: 0 })
    expect(after.people).toMatchObject([{ id: sara.id, reason: 'opted-out' }])
    expect((await preview(dina, [sara.id])).leftOut).toMatchObject([{ reason: 'opted-out' }])
  })

  it('keeps the language, and is audited where a tutor manager does it', async () => {
    const mona = await tutorManager()
    await expectOk(
      callApi('PUT', '/user/current/mailings', { as: await by(mona), body: { isWanted: true, language: 'en' } }),
    )
    expect(await lastAuditEntry('mailingChoice.change')).toMatchObject({
      before: { isWanted: true, language: 'ar' },
      after: { isWanted: true, language: 'en' },
    })
    expect(await stop(await stopToken(bindings, 'mailing-stop', mona.id))).toBe('ok')
    expect(await lastAuditEntry('mailingChoice.stop')).toMatchObject({ actor_id: mona.id, after: { isWanted: false } })
    expect(await expectOk(callApi('GET', '/user/current/mailings', { as: await by(mona) }))).toEqual({
      isWanted: false,
      language: 'en',
    })
  })
})

describe('what became of a message to a list (docs/rules/staff.md 18.7)', () => {
  it('counts what the provider has accepted, delivered and refused, once, and outlives the messages', async () => {
    const [dina, sara, nour] = [await newAdmin(), await verifiedStudent(), await verifiedStudent()]
    const { id } = await expectOk<Mailing>(send(dina, { ids: [sara.id, nour.id] }))
    await deliver()
    const [first, second] = await rows<{ id: number }>('SELECT id FROM outbox ORDER BY id')
    for (const at of [1, 2])
      await run(`UPDATE outbox SET status = 'sent', delivered_at = ? WHERE id = ?`, at, first?.id)
    await run(`UPDATE outbox SET status = 'failed' WHERE id = ?`, second?.id)
    await run('DELETE FROM outbox')
    expect(await read(dina, id)).toMatchObject({ waiting: 0, sent: 1, delivered: 1, failed: 1 })
    const { list, total } = await expectOk<{ list: Mailing[]; total: number }>(
      callApi('GET', '/mailing/list', { as: await by(dina) }),
    )
    expect([total, list[0]?.sent, list[0]?.failed]).toEqual([1, 1, 1])
  })

  it('gives a mail up that its provider refuses, and shows it to staff nowhere else', async () => {
    const [dina, sara] = [await newAdmin(), await verifiedStudent()]
    answer = () => Response.json({ message: 'no' }, { status: 422 })
    const { id } = await expectOk<Mailing>(send(dina, { ids: [sara.id] }))
    for (let tries = 0; tries < 7; tries++) {
      await deliver()
      moveTo(now + hours(1))
    }
    expect(await row(`SELECT status FROM outbox WHERE template = 'mailing'`)).toEqual({ status: 'failed' })
    expect(await read(dina, id)).toMatchObject({ sent: 0, failed: 1, waiting: 0 })
  })
})
