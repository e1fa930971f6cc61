/** Erasing an account (docs/rules/privacy.md 4.1 to 4.9). */
import { getTableColumns, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Erasure } from '#contract/privacy'
import { openDb } from '#db/client'
import { type HeldData, personalData } from '#db/personal-data'
import { Role } from '#domain/roles'
import {
  type Answer,
  bindings,
  callApi,
  expectOk,
  insertLesson,
  newAdmin,
  newEmail,
  newStudent,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { emailContentOf } from '../../worker/messages/email-texts.ts'
import type { EmailMessage } from '../../worker/messages/message.ts'
import { openAccount } from '../../worker/users/store.ts'
import type { Gateways } from './gateways.ts'
import { addCard, withGateways } from './order-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const DAY = 24 * 60 * 60_000
const proof = { password: PASSWORD }

let gateways: Gateways
withGateways(new Date(NOW).toISOString(), async (opened) => {
  gateways = opened
})
beforeEach(() => setNow(NOW))

const ask = (as: Person): Promise<Answer> => callApi('POST', '/privacy/erasure', { as, body: proof })
const keep = (as: Person): Promise<Answer> => callApi('DELETE', '/privacy/erasure', { as })
const read = (as: Person) => expectOk<Erasure>(callApi('GET', '/privacy/erasure', { as }))
const signedInAgain = async (person: Person): Promise<Person> => ({ ...person, token: await tokenFor(person.id, true) })
const nightAt = async (now: number) => {
  setNow(now)
  await triggerJob('erase-accounts')
}
const erasureOf = ({ id }: Person) =>
  row<{ started_at: number | null; done_at: number | null }>(
    'SELECT * FROM erasures WHERE user_id = ? AND stopped_at IS NULL',
    id,
  )
const accountOf = ({ id }: Person) =>
  row<{ email: string; name: string | null; phone: string | null }>('SELECT * FROM users WHERE id = ?', id)

/** The mails about an erasure that were put into the outbox for an address. */
async function erasureMails(to: string) {
  const stored = await rows<{ template: string; params: string }>(
    `SELECT template, params FROM outbox WHERE template GLOB 'erasure_*' AND "to" = ? ORDER BY id`,
    to,
  )
  return stored.map(({ template, params }) =>
    emailContentOf({ channel: 'email', to, template, params: JSON.parse(params) } as EmailMessage),
  )
}

async function comingLesson(tutor: Person, student: Person, start: number): Promise<void> {
  const id = await insertLesson({ tutor, student, start })
  await run(
    'INSERT INTO busy_quarters (user_id, quarter, session_id) SELECT m.user_id, l.start / 900000, l.session_id FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id WHERE l.id = ?',
    id,
  )
}

async function erased(...people: Person[]): Promise<void> {
  for (const person of people) await expectOk(ask(await signedInAgain(person)))
  await nightAt(NOW + 14 * DAY)
}

/** Every text of the database with the table and column that has it. */
async function textsWith(...wanted: string[]): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*'",
  )
  const found: string[] = []
  for (const { name } of tables) {
    if (/_(data|idx|content|docsize|config)$/.test(name)) continue
    for (const line of await rows<Record<string, unknown>>(`SELECT * FROM "${name}"`))
      for (const [column, value] of Object.entries(line))
        for (const text of wanted) if (String(value).includes(text)) found.push(`${name}.${column}: ${text}`)
  }
  return [...new Set(found)]
}

describe('asking to be erased (docs/rules/privacy.md 4.1, 4.2 and 4.8)', () => {
  it('takes a proof, and says until when it can be taken back', async () => {
    const sara = await newStudent()
    expect(await read(sara)).toEqual({ state: 'none', askedAt: null, until: null, why: [] })
    expect(await outcome(callApi('POST', '/privacy/erasure', { as: sara, body: {} }))).toBe('proof-required')
    const asked = {
      state: 'asked',
      askedAt: new Date(NOW).toISOString(),
      until: new Date(NOW + 14 * DAY).toISOString(),
      why: [],
    }
    expect(await expectOk(ask(sara))).toEqual(asked)
    setNow(NOW + DAY)
    expect(await expectOk(ask(await signedInAgain(sara)))).toEqual(asked)
    expect(await read(await signedInAgain(sara))).toEqual(asked)
  })

  it('is told by one mail, which says until when and how to stop it', async () => {
    const sara = await newStudent()
    await Promise.all([ask(sara), ask(sara)])
    const mails = await rows<{ params: string }>(
      `SELECT params FROM outbox WHERE template = 'erasure_asked' AND "to" = ?`,
      sara.email,
    )
    expect(mails).toHaveLength(1)
    expect(JSON.parse(mails[0]?.params ?? '{}').url).toMatch(/\/s\/settings\?tab=data$/)
  })

  it('is mailed in the language of the person’s mails: that it is asked for, and that it is taken back', async () => {
    const [sara, omar] = [await newStudent(), await onboardedTutor()]
    const english = { isWanted: true, language: 'en' }
    await expectOk(callApi('PUT', '/user/current/mailings', { as: sara, body: english }))
    for (const person of [sara, omar]) {
      await expectOk(ask(person))
      await Promise.all([keep(person), keep(person)])
    }
    const [asked, keptMail, ...others] = await erasureMails(sara.email)
    expect(asked?.subject).toBe('Your Hessa account will be erased')
    expect(asked?.text).toContain('It will be erased after: Wednesday February 25, 12:00 PM')
    expect(asked?.text).toMatch(/Keep your account: .*\/s\/settings\?tab=data$/)
    expect(keptMail?.subject).toBe('Your Hessa account stays')
    expect(others).toEqual([])
    const [askedOfOmar, ...keptOfOmar] = await erasureMails(omar.email)
    expect(askedOfOmar?.text).toContain('الحساب هيتمسح بعد: الأربعاء ٢٥ فبراير، ١٢:٠٠ م')
    expect(keptOfOmar.map(({ subject }) => subject)).toEqual(['حسابك في حصّة مش هيتمسح'])
  })

  it('is not for staff, and recorded of tutor managers', async () => {
    expect(await outcome(ask(await newAdmin()))).toBe('forbidden')
    expect(await outcome(ask(await newSuperAdmin()))).toBe('forbidden')
    const mona = await tutorManager()
    await expectOk(ask(mona))
    await expectOk(keep(mona))
    const acts = await rows<{ act: string }>('SELECT act FROM audit_entries WHERE actor_id = ? ORDER BY id', mona.id)
    expect(acts.map(({ act }) => act)).toEqual(['privacy.erase', 'privacy.keep'])
  })

  it('is taken back without a proof, as often as one likes, and leaves the account as it was', async () => {
    const sara = await newStudent()
    const before = await accountOf(sara)
    await expectOk(ask(sara))
    expect(await expectOk(keep(sara))).toMatchObject({ state: 'none', until: null })
    await expectOk(keep(sara))
    await nightAt(NOW + 15 * DAY)
    expect(await accountOf(sara)).toEqual(before)
    await expectOk(ask(await signedInAgain(sara)))
    expect((await read(await signedInAgain(sara))).until).toBe(new Date(NOW + 29 * DAY).toISOString())
  })

  it('ends with a password reset and with another password, not with signing out everywhere (docs/rules/accounts.md 9.4)', async () => {
    const sara = await newStudent()
    await expectOk(ask(sara))
    await expectOk(callApi('POST', '/auth/sign-out-everywhere', { as: sara }))
    setNow(NOW + 2000)
    expect((await read(await signedInAgain(sara))).state).toBe('asked')
    const change = { password: { current: PASSWORD, new: 'another-Passw0rd-42' } }
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: await signedInAgain(sara), body: change }))
    setNow(NOW + 5000)
    expect((await read(await signedInAgain(sara))).state).toBe('none')
    expect((await erasureMails(sara.email)).map(({ subject }) => subject)).toEqual([
      'حسابك في حصّة هيتمسح',
      'حسابك في حصّة مش هيتمسح',
    ])
  })
})

describe('what is open (docs/rules/privacy.md 4.3)', () => {
  it('keeps a student with a coming lesson from asking, and delays what was asked for before it', async () => {
    const [sara, nour, omar] = [await verifiedStudent(), await verifiedStudent(), await onboardedTutor()]
    await comingLesson(omar, sara, NOW + DAY)
    const { body } = await ask(sara)
    expect(body).toMatchObject({ code: 'erasure-blocked', details: { why: ['upcoming-lessons'] } })
    expect((await read(sara)).why).toEqual(['upcoming-lessons'])

    await expectOk(ask(nour))
    await comingLesson(omar, nour, NOW + 15 * DAY)
    await nightAt(NOW + 14 * DAY)
    expect((await erasureOf(nour))?.started_at).toBeNull()
    await nightAt(NOW + 17 * DAY)
    expect((await erasureOf(nour))?.done_at).toBe(NOW + 17 * DAY)
  })

  it('keeps a tutor with a balance, a withdrawal or waiting pay from asking', async () => {
    const omar = await onboardedTutor()
    await insertLesson({ tutor: omar, student: await verifiedStudent(), start: NOW - 2 * DAY, attended: true })
    await run(
      "INSERT INTO withdrawals (user_id, amount, method, receiver, status, created_at, updated_at) VALUES (?, 20000, 0, '01012345678', 0, ?, ?)",
      ...[omar.id, NOW, NOW],
    )
    const { body } = await ask(omar)
    expect(body).toMatchObject({ code: 'erasure-blocked', details: { why: ['balance', 'open-withdrawals'] } })
    expect(await erasureOf(omar)).toBeNull()
    // It was inserted without its entry of the ledger.
    await run('DELETE FROM withdrawals WHERE user_id = ?', omar.id)
  })
})

const MARKER = 'xqmarkerqx'

/** Inserts a row with these values; what must be there and is not given is filled in by its type. */
async function insert(table: string, given: Record<string, unknown>): Promise<number> {
  const columns = await rows<{ name: string; type: string; notnull: number; dflt_value: unknown; pk: number }>(
    `PRAGMA table_info("${table}")`,
  )
  const isKey = columns.filter(({ pk }) => pk > 0).length === 1
  const filled = columns.flatMap(({ name, type, notnull, dflt_value, pk }) => {
    if (name in given) return [[name, given[name]] as const]
    if (notnull === 0 || dflt_value !== null || (pk > 0 && isKey && /INT/i.test(type))) return []
    return [[name, /INT/i.test(type) ? NOW : `${MARKER}-${crypto.randomUUID()}`] as const]
  })
  const names = filled.map(([name]) => `"${name}"`).join(', ')
  const inserted = await row<{ id: number }>(
    `INSERT INTO "${table}" (${names}) VALUES (${filled.map(() => '?').join(', ')}) RETURNING rowid AS id`,
    ...filled.map(([, value]) => value),
  )
  return inserted?.id ?? 0
}

/** What is found by its texts, or cannot be changed. */
const FOUND_BY = [
  'account',
  'actsOfStaff',
  'answers',
  'invites',
  'outbox',
  'previousEmails',
  'files',
  'media',
  'copiesOfData',
]

/** Puts the marker into every text of the person that erasure says goes; constraints refuse it in some, as in addresses. */
async function mark(person: Person): Promise<string[]> {
  const db = openDb(bindings.DB)
  const marked: string[] = []
  for (const [name, { table, erased: fate, erasing }] of Object.entries<HeldData>(personalData)) {
    const isTheirs = erasing?.(person.id)
    if (!isTheirs || FOUND_BY.includes(name)) continue
    const columns = Object.entries(getTableColumns(table))
    const going = typeof fate === 'string' ? columns : columns.filter(([key]) => key in (fate.clears ?? {}))
    for (const [key, column] of going) {
      const isText = column.dataType === 'string' && !column.enumValues?.length
      const isReference = getTableConfig(table).foreignKeys.some((one) =>
        one.reference().columns.some(({ name: own }) => own === column.name),
      )
      if (!isText || isReference) continue
      const value = sql`COALESCE(${column}, '') || ${MARKER}`
      await db
        .update(table)
        .set({ [key]: value })
        .where(isTheirs)
        .then(({ meta }) => meta.changes > 0 && marked.push(name))
        .catch(() => undefined)
    }
  }
  return [...new Set(marked)]
}

/** All that may be held about a person of either role, in as few rows as possible. */
async function fill(person: Person, other: Person, staff: Person, opener = person): Promise<void> {
  const own = { user_id: person.id }
  const first =
    opener === person
      ? { userId: other.id, message: `${MARKER} of theirs` }
      : { userId: person.id, message: 'first words of the other' }
  const { roomId } = await expectOk<{ roomId: number }>(callApi('POST', '/chat/new', { as: opener, body: first }))
  const room = bindings.ChatParty.getByName(String(roomId))
  await room.send({ userId: person.id, refId: null, text: `${MARKER} again` })
  await room.send({ userId: other.id, refId: null, text: 'words of the other' })
  await insert('identities', { ...own, provider: 'google', subject: `subject-of-${person.id}`, email: person.email })
  await insert('previous_emails', { ...own, email: `before-${person.email}`, expires_at: NOW + 90 * DAY })
  await insert('mailing_choices', { ...own, language: 'ar', is_wanted: 1 })
  await insert('sign_in_networks', { ...own })
  await insert('credential_changes', { ...own, credential: 'password' })
  await insert('passkeys', { ...own, transports: '[]' })
  await insert('totp_secrets', { ...own })
  await insert('recovery_codes', { ...own })
  await insert('calendar_feeds', { ...own })
  const [session] = await rows<{ id: string }>('SELECT id FROM auth_sessions WHERE user_id = ?', person.id)
  await insert('push_subscriptions', {
    ...own,
    auth_session_id: session?.id,
    endpoint: `https://push.example/${MARKER}-${person.id}`,
    p256dh: 'p'.repeat(87),
    auth: 'a'.repeat(22),
  })
  await bindings.FILES.put(`privacy/exports/${person.id}`, MARKER)
  await insert('data_exports', { ...own, key: `privacy/exports/${person.id}`, ready_at: NOW })
  await insert('confirmation_codes', {
    ...own,
    code: 12345,
    purpose: 3,
    sent_to: person.email,
    expires_at: NOW + 30 * DAY,
  })
  await insert('password_reset_codes', { ...own, mail: MARKER, expires_at: NOW + 30 * DAY })
  await insert('invites', { email: person.email, plan_id: await newPlan(), created_by: staff.id, updated_by: staff.id })
  await insert('person_files', { ...own, tags: '["x"]' })
  await insert('person_tags', { ...own })
  await insert('person_notes', { ...own, author_id: staff.id })
  for (const image of ['image', 'screenshot'] as const) {
    const key = `users/images/${image}-${person.id}`
    await bindings.FILES.put(key, MARKER)
    await insert('assets', { key, kind: image, owner_id: person.id, content_type: 'image/webp', bytes: 18 })
  }
  const reportId = await insert('reports', { ...own, screenshot: `users/images/screenshot-${person.id}` })
  await insert('inbox_entries', { report_id: reportId, kind: 0, author_id: person.id })
  await insert('outbox', {
    channel: 'email',
    dedupe_key: null,
    template: 'account_changed',
    to: person.email,
    params: `{"name":"${MARKER}"}`,
  })
  await insert('audit_entries', {
    actor_id: staff.id,
    actor_role: 1,
    act: 'user.edit',
    target_kind: 'user',
    target_id: person.id,
    before: JSON.stringify({ name: MARKER, birthYear: 1990, activated: true, phone: null }),
    after: JSON.stringify({ email: person.email, weeklyMinutes: 60 }),
    request_id: 'request',
  })
}

async function messagesWith(person: Person): Promise<string[]> {
  const found: string[] = []
  for (const { room_id: roomId } of await rows<{ room_id: number }>(
    'SELECT room_id FROM room_members WHERE user_id = ?',
    person.id,
  )) {
    const { list } = await bindings.ChatParty.getByName(String(roomId)).list({ page: 1, size: 100, afterSeq: null })
    found.push(...list.map(({ text }) => text))
  }
  return found
}

/** What stays with its words: who was paid, and what expires by itself (docs/rules/privacy.md 4.4). */
const STAYS = ['withdrawals.receiver', 'payouts.', 'payment_files.', 'throttles.', 'idempotency_keys.']

async function leftOf(person: Person, phone: string, name: string): Promise<string[]> {
  // The confirmation mail stays until the next night.
  await run(`DELETE FROM outbox WHERE template = 'erasure_done' AND "to" = ?`, person.email)
  const found = await textsWith(MARKER, person.email, phone, name, `subject-of-${person.id}`)
  return found.filter((one) => !STAYS.some((kept) => one.startsWith(kept)))
}

describe('what is left of an erased account (docs/rules/privacy.md 4.4 to 4.6)', () => {
  it('is nothing of a student’s name, addresses and words: in the database, the files and the chats', async () => {
    const [sara, omar, boss] = [await verifiedStudent(), await onboardedTutor(), await newSuperAdmin()]
    const [name, phone] = ['سعاد الفريدة', '01098761234']
    await run(
      'UPDATE users SET name = ?, phone = ?, birth_year = 1990, city = 1, address = ? WHERE id = ?',
      name,
      phone,
      MARKER,
      sara.id,
    )
    await run('UPDATE students SET job_title = ? WHERE id = ?', MARKER, sara.id)
    const lessonId = await insertLesson({ tutor: omar, student: sara, start: NOW - DAY, attended: true })
    await insert('lesson_summaries', { lesson_id: lessonId })
    await insert('student_notes', { tutor_id: omar.id, student_id: sara.id })
    await insert('ratings', { rater_id: sara.id, ratee_id: omar.id, value: 5, feedback: MARKER })
    await insert('favourite_tutors', { student_id: sara.id, tutor_id: omar.id })
    await insert('waits', { student_id: sara.id, tutor_id: omar.id })
    await insert('paymob_cards', { user_id: sara.id, token: MARKER, last_four_digits: '1234' })
    const orderId = await insert('transactions', {
      user_id: sara.id,
      phone,
      status: 2,
      provider: 'fawry',
      amount: 60000,
      plan_id: await newPlan(),
      plan_period: 1,
      payment_method: 1,
    })
    await insert('payment_inbox', {
      provider: 'fawry',
      dedupe_key: `erased-${orderId}`,
      tx_id: orderId,
      body: JSON.stringify({ phone, name }),
      processed_at: NOW,
    })
    await addCard(gateways, sara)
    await fill(sara, omar, boss)
    await expectOk(ask(await signedInAgain(sara)))
    expect(await mark(sara)).toEqual(
      expect.arrayContaining([
        'student',
        'devices',
        'networks',
        'passkeys',
        'reports',
        'personNotes',
        'lessonSummaries',
        'notesAboutStudents',
      ]),
    )
    expect(await leftOf(sara, phone, name)).not.toEqual([])

    await nightAt(NOW + 14 * DAY)
    await triggerJob('fold-texts')

    expect(await erasureOf(sara)).toMatchObject({ done_at: NOW + 14 * DAY })
    expect(await leftOf(sara, phone, name)).toEqual([])
    for (const key of [
      `users/images/image-${sara.id}`,
      `users/images/screenshot-${sara.id}`,
      `privacy/exports/${sara.id}`,
    ])
      expect([key, await bindings.FILES.head(key)]).toEqual([key, null])
    expect(await messagesWith(sara)).toEqual(['words of the other'])
    expect(await accountOf(sara)).toMatchObject({
      name: 'حساب ممسوح',
      email: `erased-${sara.id}@erased.invalid`,
      phone: null,
    })
    // The tutor still sees the lesson, and staff that its rating was a five.
    expect(await row('SELECT value, feedback FROM ratings WHERE rater_id = ?', sara.id)).toEqual({
      value: 5,
      feedback: null,
    })
    const audit = await row<{ before: string; after: string }>(
      "SELECT * FROM audit_entries WHERE act = 'user.edit' AND target_id = ?",
      sara.id,
    )
    expect(JSON.parse(audit?.before ?? '')).toEqual({
      name: 'erased',
      birthYear: 'erased',
      activated: true,
      phone: null,
    })
    expect(JSON.parse(audit?.after ?? '')).toEqual({ email: 'erased', weeklyMinutes: 60 })
  })
})

describe('an erased account (docs/rules/privacy.md 4.5 to 4.7)', () => {
  it('of a tutor is in no list, and history shows the pseudonym', async () => {
    const [omar, sara, boss] = [await onboardedTutor(), await verifiedStudent(), await newSuperAdmin()]
    const [name, phone] = ['زياد المميز', '01087651234']
    await run('UPDATE users SET name = ?, phone = ? WHERE id = ?', name, phone, omar.id)
    await run('UPDATE tutors SET bio = ?, about = ? WHERE id = ?', MARKER, MARKER, omar.id)
    const lessonId = await insertLesson({ tutor: omar, student: sara, start: NOW - DAY, canceledBy: sara })
    await insert('student_notes', { tutor_id: omar.id, student_id: sara.id })
    await fill(omar, sara, boss, sara)
    await erased(omar)
    await triggerJob('fold-texts')
    expect(await leftOf(omar, phone, name)).toEqual([])
    const { ids } = await expectOk<{ ids: number[] }>(callApi('GET', '/user/tutor/list/ids'))
    expect(ids).not.toContain(omar.id)
    const lesson = await expectOk<object>(callApi('GET', `/lesson/${lessonId}`, { as: await signedInAgain(sara) }))
    expect(JSON.stringify(lesson)).toContain('حساب ممسوح')
  })

  it('answers to its old address and password as one that never was, and the address is free, without another trial', async () => {
    const sara = await verifiedStudent()
    const trials = (id: number) => rows('SELECT id FROM subscriptions WHERE user_id = ? AND period = 3', id)
    expect(
      (await trials(sara.id)).length + (await rows('SELECT kind FROM trial_proofs WHERE user_id = ?', sara.id)).length,
    ).toBe(2)
    await erased(sara)
    const logIn = (email: string) => callApi('POST', '/auth/password', { body: { email, password: PASSWORD } })
    expect(await outcome(logIn(sara.email))).toBe(await outcome(logIn('nobody.at.all@outlook.com')))
    expect(await outcome(callApi('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    expect(await rows('SELECT kind FROM trial_proofs WHERE user_id = ?', sara.id)).toEqual([])

    const context = { env: bindings, db: openDb(bindings.DB), now: Date.now(), ip: 'test' }
    const again = await openAccount(context, {
      role: Role.Student,
      email: sara.email,
      password: null,
      activated: false,
      isAddressProven: true,
    })
    expect(again.email).toBe(sara.email)
    expect(await trials(again.id)).toEqual([])
    const another = await openAccount(context, {
      role: Role.Student,
      email: newEmail('another'),
      password: null,
      activated: false,
      isAddressProven: true,
    })
    expect(await trials(another.id)).toHaveLength(1)
  })

  it('is told at the address that it had, which the next night deletes', async () => {
    const [sara, nour] = [await verifiedStudent(), await verifiedStudent()]
    await run("INSERT INTO mailing_choices (user_id, language) VALUES (?, 'en')", sara.id)
    await erased(sara, nour)
    const [mail, ...others] = await erasureMails(sara.email)
    expect([mail?.subject, others]).toEqual(['Your Hessa account is erased', []])
    expect(mail?.text).not.toContain('http')
    const [ofNour] = await erasureMails(nour.email)
    expect(ofNour?.subject).toBe('حسابك في حصّة اتمسح')

    // One was delivered, one still waits.
    await run(`UPDATE outbox SET status = 'sent' WHERE "to" = ?`, sara.email)
    await run(`UPDATE outbox SET status = 'pending' WHERE "to" = ?`, nour.email)
    await nightAt(NOW + 15 * DAY)
    expect(await textsWith(sara.email)).toEqual([])
    expect(await erasureMails(nour.email)).toHaveLength(1)
    await nightAt(NOW + 16 * DAY + 1)
    expect(await textsWith(nour.email)).toEqual([])
  })

  it('is finished by the next night where one was interrupted after it was closed, and the ledger is proven', async () => {
    const [sara, omar] = [await verifiedStudent(), await onboardedTutor()]
    await fill(sara, omar, await newSuperAdmin())
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const deletion = vi.spyOn(bindings.FILES, 'delete').mockRejectedValueOnce(new Error('the storage is away'))
    await erased(sara)
    deletion.mockRestore()
    expect(await erasureOf(sara)).toMatchObject({ started_at: NOW + 14 * DAY, done_at: null })
    expect((await accountOf(sara))?.email).toBe(`erased-${sara.id}@erased.invalid`)
    await run('UPDATE users SET address = ? WHERE id = ?', MARKER, sara.id)
    await nightAt(NOW + 15 * DAY)
    expect(await erasureOf(sara)).toMatchObject({ done_at: NOW + 15 * DAY })
    expect(await leftOf(sara, sara.email, sara.email)).toEqual([])
    expect(await bindings.FILES.head(`users/images/image-${sara.id}`)).toBeNull()
    await triggerJob('prove-ledger')
    expect(await row('SELECT findings FROM ledger_proofs ORDER BY id DESC LIMIT 1')).toEqual({ findings: '[]' })
    // What is done is not done again.
    await nightAt(NOW + 16 * DAY)
    expect(await erasureOf(sara)).toMatchObject({ done_at: NOW + 15 * DAY })
  })
})
