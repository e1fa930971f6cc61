import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Permission } from '#domain/permissions'
import { Role } from '#domain/roles'
import {
  type Answer,
  callApi,
  expectOk,
  insertLesson,
  newEmail,
  newSuperAdmin,
  onboardedTutor,
  openSlot,
  outcome,
  type Person,
  row,
  run,
  setNow,
  verifiedStudent,
} from '#tests/people'
import { servedCalls } from '../../worker/http/bind.ts'
import { ownershipFixtures } from './ownership-fixtures.ts'
import { race } from './race.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const NOTE = 'ملاحظة من فريق حصة'
const later = (days: number) => new Date(NOW + days * 86_400_000).toISOString()

/** A record that several people or tabs may change: where it is kept, and any number of different changes of it that are all allowed. */
type Changeable = {
  table: string
  id: number
  change: (nth: number, headers: Record<string, string>) => Promise<Answer>
  /** Changed by its own tutor, whose writes are not audited. */
  isTutors?: boolean
}

let dina: Person
const records = new Map<Permission, Changeable>()

const insert = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await row<{ id: number }>(`${sql} RETURNING rowid AS id`, ...values))?.id ?? 0

async function addRecords(): Promise<void> {
  const owned = await ownershipFixtures(NOW)
  const tutor = owned.get(Role.Tutor)
  const student = owned.get(Role.Student)?.person
  const studio = owned.get(Role.Studio)?.person
  if (!tutor || !student || !studio) throw new Error('There is no tutor, student or studio')
  const json =
    (method: string, path: string, body: (nth: number) => unknown, as = dina) =>
    (nth: number, headers: object) =>
      callApi(method, path, { as, body: body(nth), headers: { ...headers } })
  const form = (path: string) => (nth: number, headers: object) => {
    const boundary = 'x'
    const raw = `--${boundary}\r\ncontent-disposition: form-data; name="note"\r\n\r\n${NOTE} ${nth}\r\n--${boundary}--\r\n`
    return callApi('PUT', path, {
      as: dina,
      raw,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
  }
  const plan = await insert(
    'INSERT INTO plans (weekly_minutes, base_monthly_price, active, created_at, updated_at) VALUES (60, 60000, 1, 1, 1)',
  )
  const coupon = await insert(
    `INSERT INTO coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, created_by, updated_by, created_at, updated_at)
     VALUES ('VERSIONS', ?, 10, 10, 10, ?, ?, ?, 1, 1)`,
    plan,
    NOW + 86_400_000,
    dina.id,
    dina.id,
  )
  const { id: invite } = await expectOk<{ id: number }>(
    callApi('POST', '/invite', { as: dina, body: { email: newEmail(), planId: plan, expiresAt: later(1) } }),
  )
  const planInvite = await insert(
    'INSERT INTO plan_invites (user_id, plan_id, created_by, created_at, updated_at) VALUES (?, ?, ?, 1, 1)',
    student.id,
    plan,
    dina.id,
  )
  const topic = await insert(
    `INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES ('سفر ورحلات', 'Trips', 1, 1)`,
  )
  const link = await insert(
    `INSERT INTO links (name, url, created_at, updated_at) VALUES ('wa-versions', 'https://wa.me/1', 1, 1)`,
  )
  const report = await insert(
    `INSERT INTO reports (title, description, created_at, updated_at) VALUES ('مشكلة', 'مفيش صوت', 1, 1)`,
  )
  const openReport = await insert(
    `INSERT INTO reports (title, description, created_at, updated_at) VALUES ('مشكلة', 'مفيش صورة', 1, 1)`,
  )
  const contactRequest = await insert(
    `INSERT INTO contact_requests (name, phone, title, message, created_at, updated_at)
     VALUES ('هدى', '01012345678', 'سؤال', 'عن الباقات', 1, 1)`,
  )
  const lesson = await insertLesson({
    tutor: tutor.person,
    student: tutor.other,
    start: NOW - 3_600_000,
    attended: true,
  })
  await insert(
    'INSERT INTO lesson_summaries (lesson_id, text, created_at, updated_at) VALUES (?, ?, 1, 1)',
    lesson,
    NOTE,
  )
  const notes = await insert(
    'INSERT INTO student_notes (tutor_id, student_id, text, created_at, updated_at) VALUES (?, ?, ?, 1, 1)',
    tutor.person.id,
    tutor.other.id,
    NOTE,
  )
  await run(`INSERT INTO person_files (user_id, tags, created_at, updated_at) VALUES (?, '[]', 1, 1)`, student.id)
  const setting = await insert(`INSERT INTO settings (name, value, updated_at) VALUES ('bannerText', '"صيانة"', 1)`)
  /** In progress or closed, which follow each other both ways. */
  const inboxState = (nth: number) => ({ state: nth % 2 === 0 ? 1 : 3 })
  const known: [Permission, string, number, Changeable['change']][] = [
    ['user.edit', 'users', student.id, json('PUT', `/user/${student.id}`, (nth) => ({ address: `${NOTE} ${nth}` }))],
    [
      'student.edit',
      'students',
      student.id,
      json('PUT', `/student/${student.id}`, (nth) => ({ jobTitle: `${NOTE} ${nth}` })),
    ],
    ['plan.edit', 'plans', plan, json('PATCH', `/plan/${plan}`, (nth) => ({ weeklyMinutes: 60 + nth }))],
    ['coupon.edit', 'coupons', coupon, json('PUT', `/coupon/${coupon}`, (nth) => ({ monthDiscount: 10 + nth }))],
    ['invite.edit', 'invites', invite, json('PUT', `/invite/${invite}`, (nth) => ({ expiresAt: later(nth) }))],
    [
      'planInvite.edit',
      'plan_invites',
      planInvite,
      json('PATCH', '/plan-invite', (nth) => ({ ids: [planInvite], expiresAt: later(nth).slice(0, 10) })),
    ],
    ['settings.edit', 'settings', setting, json('PUT', '/settings/bannerText', (nth) => ({ value: `${NOTE} ${nth}` }))],
    ['topic.edit', 'topics', topic, json('PUT', `/topic/${topic}`, (nth) => ({ englishName: `Trips ${nth}` }))],
    ['link.edit', 'links', link, json('PUT', '/link/wa-versions', (nth) => ({ url: `https://wa.me/${nth}` }))],
    ['report.resolve', 'reports', report, json('PUT', '/report', () => ({ id: report, resolved: true }))],
    ['report.change', 'reports', openReport, json('PATCH', `/report/${openReport}`, inboxState)],
    [
      'contact.change',
      'contact_requests',
      contactRequest,
      json('PATCH', `/contact-request/${contactRequest}`, inboxState),
    ],
    [
      'rating.edit',
      'ratings',
      tutor.ratingId ?? 0,
      json('PUT', `/rating/${tutor.ratingId}`, (nth) => ({ feedback: `${NOTE} ${nth}` })),
    ],
    [
      'interview.update',
      'interviews',
      tutor.interviewId ?? 0,
      json('PATCH', '/interview', (nth) => ({ id: tutor.interviewId, note: `${NOTE} ${nth}` })),
    ],
    [
      'demoSession.update',
      'demo_sessions',
      tutor.demoSessionId ?? 0,
      json('PATCH', '/demo-session', (nth) => ({
        id: tutor.demoSessionId,
        status: nth % 2 === 0 ? 2 : 3,
        level: 4,
        tutorManagerFeedback: NOTE,
      })),
    ],
    [
      'introVideo.update',
      'intro_videos',
      tutor.introVideoId ?? 0,
      json('PUT', `/intro-video/${tutor.introVideoId}`, (nth) => ({ state: nth % 2 === 0 ? 1 : 3 })),
    ],
    [
      'personFile.change',
      'person_files',
      student.id,
      json('PATCH', `/user/${student.id}/file`, (nth) => ({ tags: [`${NOTE} ${nth}`] })),
    ],
    ['studio.edit', 'users', studio.id, json('PUT', `/studio/${studio.id}`, (nth) => ({ hours: `${NOTE} ${nth}` }))],
    ['invoice.update', 'withdrawals', tutor.withdrawalId ?? 0, form(`/invoice/${tutor.withdrawalId}/with/asset`)],
  ]
  for (const [may, table, id, change] of known) records.set(may, { table, id, change })
  const text = (nth: number) => ({ text: `${NOTE} ${nth}` })
  records.set('lesson.summarize', {
    table: 'lesson_summaries',
    id: lesson,
    change: json('PUT', `/lesson/${lesson}/summary`, text, tutor.person),
    isTutors: true,
  })
  records.set('student.writeNotes', {
    table: 'student_notes',
    id: notes,
    change: json('PUT', `/student/${tutor.other.id}/notes`, text, tutor.person),
    isTutors: true,
  })
  const [taught, learner] = [await onboardedTutor(), await verifiedStudent()]
  const slot = await openSlot(taught, NOW + 86_400_000, 8)
  const at = (hour: number) => new Date(slot.start).getTime() + hour * 3_600_000
  const time = (nth: number) => ({ slotId: slot.id, start: new Date(at(nth)).toISOString(), duration: 15 })
  const { id: moved } = await expectOk<{ id: number }>(
    callApi('POST', '/lesson', { as: learner, body: { tutorId: taught.id, ...time(0) } }),
  )
  await run(
    `INSERT INTO student_risks (student_id, state, low_rated_at, latest_at, created_at, updated_at) VALUES (?, 'open', 1, 1, 1, 1)`,
    learner.id,
  )
  records.set('studentRisk.change', {
    table: 'student_risks',
    id: learner.id,
    change: json('PATCH', `/student/${learner.id}/risk`, (nth) => ({ done: `${NOTE} ${nth}` })),
  })
  const why = { 'x-reason': encodeURIComponent(NOTE) }
  records.set('lesson.rebook', {
    table: 'lessons',
    id: moved,
    change: (nth, headers) =>
      callApi('PATCH', '/lesson', {
        as: dina,
        body: { lessonId: moved, ...time(nth) },
        headers: { ...headers, ...why },
      }),
  })
}

beforeAll(async () => {
  setNow(NOW)
  dina = await newSuperAdmin()
  await addRecords()
  return () => vi.useRealTimers()
})

const changeable = (may: Permission): Changeable => {
  const found = records.get(may)
  if (!found) throw new Error(`No record for ${may}`)
  return found
}
const versionOf = async ({ table, id }: Changeable): Promise<number> =>
  (await row<{ at: number }>(`SELECT updated_at AS at FROM ${table} WHERE rowid = ?`, id))?.at ?? 0
const match = (version: number) => ({ 'if-match': `"${new Date(version).toISOString()}"` })
const auditsOf = async (may: Permission): Promise<number> =>
  (await row<{ n: number }>('SELECT COUNT(*) AS n FROM audit_entries WHERE act = ?', may))?.n ?? 0

type Ending = { table: string; sql: string; values: () => unknown[]; path: string }

/** What is gone after the call, made anew for each test; `end` deletes or merges it. */
const endings: Partial<Record<Permission, Ending>> = {
  'plan.delete': {
    table: 'plans',
    sql: 'INSERT INTO plans (weekly_minutes, base_monthly_price, active, created_at, updated_at) VALUES (60, 60000, 0, 1, 1)',
    values: () => [],
    path: '/plan/ID',
  },
  'coupon.delete': {
    table: 'coupons',
    sql: `INSERT INTO coupons (code, plan_id, month_discount, quarter_discount, year_discount, expires_at, created_by, updated_by, created_at, updated_at)
      VALUES (?1, ?2, 10, 10, 10, 1, ?3, ?3, 1, 1)`,
    values: () => [crypto.randomUUID(), changeable('plan.edit').id, dina.id],
    path: '/coupon/ID',
  },
  'invite.delete': {
    table: 'invites',
    sql: 'INSERT INTO invites (email, plan_id, expires_at, created_by, updated_by, created_at, updated_at) VALUES (?1, ?2, 1, ?3, ?3, 1, 1)',
    values: () => [newEmail(), changeable('plan.edit').id, dina.id],
    path: '/invite/ID',
  },
  'planInvite.delete': {
    table: 'plan_invites',
    sql: 'INSERT INTO plan_invites (user_id, plan_id, created_by, created_at, updated_at) VALUES (?2, ?1, ?2, 1, 1)',
    values: () => [changeable('plan.edit').id, dina.id],
    path: '/plan-invite/ID',
  },
  'topic.delete': {
    table: 'topics',
    sql: 'INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES (?, ?, 1, 1)',
    values: () => [crypto.randomUUID(), crypto.randomUUID()],
    path: '/topic/ID',
  },
  'topic.merge': {
    table: 'topics',
    sql: 'INSERT INTO topics (name_ar, name_en, created_at, updated_at) VALUES (?, ?, 1, 1)',
    values: () => [crypto.randomUUID(), crypto.randomUUID()],
    path: '/topic/ID/merge',
  },
  'link.delete': {
    table: 'links',
    sql: `INSERT INTO links (name, url, created_at, updated_at) VALUES ('wa-ended', 'https://wa.me/1', 1, 1)`,
    values: () => [],
    path: '/link/wa-ended',
  },
}

/** The statement of `versionStatement`, in whichever batch. */
const compared = (may: Permission) => ({
  write: may,
  statement: /'version-conflict'/,
  refusedBy: 'version-conflict',
})
/** These are compared in the statement that also finds other changes; then they are decided again. */
const comparedOtherwise: Partial<Record<Permission, { write: string; refusedBy: string }>> = {
  'invoice.update': { write: 'withdrawals/update:update', refusedBy: 'withdrawal-changed' },
  'lesson.rebook': { write: 'lessons/rebook:rebook', refusedBy: 'lesson-moved' },
}

const versioned = servedCalls.filter((call) => call.versioned && !endings[call.may]).map(({ may }) => may)

it('every call with a version is in this file', () => {
  expect(versioned.filter((may) => !records.has(may))).toEqual([])
})

describe.each(versioned)('the version of %s', (may) => {
  it('lets the second of two saves, which both were allowed, change nothing', async () => {
    const one = changeable(may)
    const version = await versionOf(one)
    const [, audits] = [await one.change(1, {}), await auditsOf(may)]
    const read = await versionOf(one)
    expect(read).toBeGreaterThan(version)
    const answer = await race({
      ...(comparedOtherwise[may] ?? compared(may)),
      slow: () => outcome(one.change(2, match(read))),
      fast: () => expectOk(one.change(4, match(read))),
    })
    expect(answer).toBe('version-conflict')
    expect(await auditsOf(may)).toBe(audits + (one.isTutors ? 0 : 1))
  })

  it('refuses an old one without changing anything, and accepts the present one', async () => {
    const one = changeable(may)
    const before = await row(`SELECT * FROM ${one.table} WHERE rowid = ?`, one.id)
    const old = await one.change(5, match((await versionOf(one)) - 1))
    expect(old).toMatchObject({ status: 412, code: 'version-conflict' })
    expect(await row(`SELECT * FROM ${one.table} WHERE rowid = ?`, one.id)).toEqual(before)
    expect(await outcome(one.change(7, match(await versionOf(one))))).toBe('ok')
    const first = await versionOf(one)
    // The clock stands still in this file, so that both writes are in one millisecond.
    expect(await outcome(one.change(6, {}))).toBe('ok')
    expect(await versionOf(one)).toBeGreaterThan(first)
  })

  it('is a quoted instant', async () => {
    const one = changeable(may)
    for (const header of ['*', '""', 'W/"1"', '2026-02-11T10:00:00.000Z', '"2026-02-11"', '"2026-13-40T10:00:00Z"'])
      expect(await outcome(one.change(8, { 'if-match': header }))).toBe('bad-request')
  })
})

describe.each(Object.entries(endings) as [Permission, Ending][])(
  'the version of %s',
  (may, { table, sql, values, path }) => {
    const method = may === 'topic.merge' ? 'POST' : 'DELETE'
    const end = (id: number, version: number) =>
      callApi(method, path.replace('ID', String(id)), {
        as: dina,
        headers: match(version),
        body: method === 'POST' ? { into: changeable('topic.edit').id } : undefined,
      })

    it('keeps a record that was changed meanwhile, and ends the one that was read', async () => {
      const id = await insert(sql, ...values())
      expect(await end(id, 2)).toMatchObject({ status: 412, code: 'version-conflict' })
      expect(await row(`SELECT rowid AS id FROM ${table} WHERE rowid = ?`, id)).toEqual({ id })
      expect(await outcome(end(id, 1))).toBe('ok')
      expect(await row(`SELECT rowid AS id FROM ${table} WHERE rowid = ?`, id)).toBeNull()
    })

    it('keeps a record that is changed between its reading and its end', async () => {
      const id = await insert(sql, ...values())
      const answer = await race({
        ...compared(may),
        slow: () => outcome(end(id, 1)),
        fast: () => run(`UPDATE ${table} SET updated_at = 2 WHERE rowid = ?`, id),
      })
      expect(answer).toBe('version-conflict')
      expect(await row(`SELECT rowid AS id FROM ${table} WHERE rowid = ?`, id)).toEqual({ id })
      expect(await outcome(end(id, 2))).toBe('ok')
    })
  },
)

it('a version of several plan invites is refused', async () => {
  const { id } = changeable('planInvite.edit')
  const plan = await row<{ plan: number }>('SELECT plan_id AS plan FROM plan_invites WHERE id = ?', id)
  const other = await insert(
    'INSERT INTO plan_invites (user_id, plan_id, created_by, created_at, updated_at) VALUES (?, ?, ?, 1, 1)',
    dina.id,
    plan?.plan,
    dina.id,
  )
  const body = { ids: [id, other], expiresAt: later(9).slice(0, 10) }
  expect(await outcome(callApi('PATCH', '/plan-invite', { as: dina, body, headers: match(1) }))).toBe('bad-request')
})

describe('the reason of a change', () => {
  const edit = (reason: string) =>
    callApi('PUT', `/topic/${changeable('topic.edit').id}`, {
      as: dina,
      body: { englishName: `Trips ${crypto.randomUUID()}` },
      headers: { 'x-reason': reason },
    })
  const lastReason = async () =>
    (await row<{ reason: string | null }>('SELECT reason FROM audit_entries ORDER BY id DESC LIMIT 1'))?.reason

  it('is kept in the audit log, percent-decoded and trimmed', async () => {
    await expectOk(edit(encodeURIComponent(' الاسم كان غلط ')))
    expect(await lastReason()).toBe('الاسم كان غلط')
    await expectOk(edit(encodeURIComponent('س'.repeat(500))))
    expect(await lastReason()).toHaveLength(500)
  })

  it('is refused when it is empty, too long or not UTF-8', async () => {
    for (const reason of ['', '%20', '%', '%FF', encodeURIComponent('س'.repeat(501))])
      expect(await outcome(edit(reason))).toBe('bad-request')
  })

  it('is not needed', async () => {
    await expectOk(changeable('topic.edit').change(9, {}))
    expect(await lastReason()).toBeNull()
  })
})
