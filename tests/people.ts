/**
 * People for the tests, and calls to the API in their name. What a test needs is inserted into the database directly, which
 * is faster; what a test proves goes through the API. The tests name students Sara and Nour, the tutor Omar, the tutor
 * manager Mona, and staff Adel and Dina.
 */
import { env, exports } from 'cloudflare:workers'
import { decodeJwt, SignJWT } from 'jose'
import { vi } from 'vitest'
import { type JobName, schedule } from '#contract/jobs'
import { openDb } from '#db/client'
import { normalise } from '#domain/arabic'
import { Role } from '#domain/roles'
import { textVersions } from '#domain/users/consents'
import { hashPassword } from '../worker/auth/password-hash.ts'
import { startSession } from '../worker/auth/session-store.ts'
import type { Env } from '../worker/env.ts'
import { runJob } from '../worker/jobs/schedule.ts'
import { decryptParams } from '../worker/messages/encrypted-params.ts'
import type { EncryptedMessage } from '../worker/messages/message.ts'
import { freeTrialStatements } from '../worker/subscriptions/store.ts'
import { recheckTutorsForGuests } from '../worker/tutors/store.ts'
import { openAccount } from '../worker/users/store.ts'

export const PASSWORD = 'Hessa2026!'
export type Person = { id: number; email: string; token: string }
export type Answer = { status: number; code?: string; body: unknown; headers: Headers }

export const bindings = env as unknown as Env
const { DB } = bindings
const worker = exports as unknown as { default: Fetcher }

/** An HTTP request to the worker, at any path. */
export const fetchWorker = (path: string, init: RequestInit = {}): Promise<Response> =>
  worker.default.fetch(`http://localhost${path}`, init)

type CallOptions = { as?: Person | null; body?: unknown; raw?: string; headers?: Record<string, string> }

/** Calls the API below `/api/v1`, signed in as `as` or anonymously; `raw` replaces the JSON body. */
export async function callApi(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const sent = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = await fetchWorker(`/api/v1${path}`, {
    method,
    headers: {
      ...(options.as ? { authorization: `Bearer ${options.as.token}` } : {}),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
  return readAnswer(response)
}

/** Parses the JSON of an answer, which may be empty or a file; `code` is the error code of a refusal. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isFile = response.headers.has('content-disposition')
  const body: unknown = text === '' ? undefined : isFile ? text : JSON.parse(text)
  const answer = { status: response.status, headers: response.headers, body }
  return response.ok ? answer : { ...answer, code: (body as { code: string }).code }
}

/** The body of a call that must succeed; throws for any other status than 200. */
export async function expectOk<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Expected 200, got ${status}: ${JSON.stringify(body)}`)
  return body as T
}

/** `ok`, or the error code of a refusal. */
export const outcome = async (answer: Promise<Answer>): Promise<string> => {
  const { status, code } = await answer
  return status === 200 ? 'ok' : (code ?? String(status))
}

const sessionToken = (id: number, bySecondFactor: boolean, role: Role): Promise<string> =>
  startSession(
    { env: bindings, db: openDb(DB), now: Date.now(), headers: new Headers() },
    { id, role, sessionsValidFrom: 0 },
    bySecondFactor,
  )

/**
 * A token of a new session of this account, issued now. As signing in issues it if `role` is given; without it, it says the account's
 * role and lasts seven days as a student's does, so that a test may move the clock.
 */
export async function tokenFor(id: number, bySecondFactor = false, role?: Role): Promise<string> {
  if (role !== undefined) return sessionToken(id, bySecondFactor, role)
  const token = await sessionToken(id, bySecondFactor, Role.Student)
  const account = await row<{ role: Role }>('SELECT role FROM users WHERE id = ?', id)
  if (!account || account.role === Role.Student) return token
  return new SignJWT({ ...decodeJwt(token), role: account.role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(bindings.JWT_SECRET))
}

/** The same person with a token of now: the clock may have passed the old one. */
export const again = async ({ id, email }: Person): Promise<Person> => ({ id, email, token: await tokenFor(id) })

const prepared = (sql: string, values: unknown[]) => DB.prepare(sql).bind(...values)
export const row = <T>(sql: string, ...values: unknown[]) => prepared(sql, values).first<T>()
export const rows = async <T>(sql: string, ...values: unknown[]) => (await prepared(sql, values).all<T>()).results
export const run = (sql: string, ...values: unknown[]) => prepared(sql, values).run()

/** The latest verification code that was mailed to an address. */
export async function mailedCode(email: string): Promise<number> {
  const sent = await row<{ params: string }>('SELECT params FROM outbox WHERE "to" = ? ORDER BY id DESC LIMIT 1', email)
  return Number((JSON.parse(sent?.params ?? '{}') as { code?: string }).code)
}

/** The latest code that was sent to a phone. */
export async function textedCode(phone: string): Promise<number> {
  const sent = await row<{ params: string }>(
    'SELECT params FROM outbox WHERE channel = \'whatsapp\' AND "to" = ? ORDER BY id DESC LIMIT 1',
    phone,
  )
  return Number((JSON.parse(sent?.params ?? '{}') as { otp?: string }).otp)
}

/** What the latest mail of this kind to an address says; the outbox keeps it encrypted. */
export async function decryptedMail(
  email: string,
  template: EncryptedMessage['template'],
): Promise<Record<string, string>> {
  const sent = await row<{ params: string }>(
    'SELECT params FROM outbox WHERE "to" = ? AND template = ? ORDER BY id DESC LIMIT 1',
    email,
    template,
  )
  return decryptParams(bindings, { template, params: JSON.parse(sent?.params ?? '{}') })
}

/** The latest code for a new password that was mailed to an address. */
export const mailedResetCode = async (email: string): Promise<string> =>
  (await decryptedMail(email, 'forget_password')).code ?? ''

/** An address that no account has. */
export const newEmail = (name = 'sara') => `${name}.${crypto.randomUUID().slice(0, 8)}@outlook.com`

/** A student who has just registered through the API; the e-mail is not verified. */
export async function registerStudent(name = 'sara'): Promise<Person> {
  const email = newEmail(name)
  const { user, token } = await expectOk<{ user: { id: number }; token: string }>(
    callApi('POST', '/student/', { body: { email, password: PASSWORD } }),
  )
  return { id: user.id, email, token }
}

/** People who have agreed to mailings in their settings (docs/rules/privacy.md 5.5). */
export async function agreeingToMailings<People extends Person | Person[]>(people: People): Promise<People> {
  await run(
    `INSERT INTO consents (user_id, kind, version, given, place, created_at)
     SELECT value, 'marketing', ?, 1, 'settings', ? FROM json_each(?)`,
    textVersions.marketing,
    Date.now(),
    JSON.stringify([people].flat().map(({ id }) => id)),
  )
  return people
}

/** A student, or a tutor, whose account an admin has opened and who has accepted no text yet. */
export async function openedByStaff(admin: Person, role: typeof Role.Student | typeof Role.Tutor = Role.Student) {
  const email = newEmail(role === Role.Student ? 'sara' : 'omar')
  const body = { role, email, password: PASSWORD, hasAgreed: false }
  const { user } = await expectOk<{ user: { id: number } }>(callApi('POST', '/user', { as: admin, body }))
  return { id: user.id, email, token: await tokenFor(user.id) }
}

/** The same rows as `registerStudent`, without a call and with the shared hash of the password. */
export async function newStudent(name = 'sara'): Promise<Person> {
  const email = newEmail(name)
  const consents = { place: 'registration' } as const
  const registration = { role: Role.Student, email, password: null, activated: false, consents }
  const { id } = await openAccount({ env: bindings, db: openDb(DB), now: Date.now(), ip: 'test' }, registration)
  await run('UPDATE users SET password_hash = ? WHERE id = ?', await sharedPasswordHash(), id)
  return { id, email, token: await tokenFor(id) }
}

/** Computed once, as every fixture has the same password. */
let passwordHash: string | undefined
const sharedPasswordHash = async () => {
  passwordHash ??= await hashPassword(PASSWORD)
  return passwordHash
}

async function insertAccounts(role: Role, count: number): Promise<Person[]> {
  const hash = await sharedPasswordHash()
  const now = Date.now()
  const answers = await DB.batch<{ id: number; email: string }>(
    Array.from({ length: count }, () =>
      prepared(
        `INSERT INTO users (email, password_hash, role, created_at, updated_at) VALUES (?, ?, ?, ?, ?) RETURNING id, email`,
        [newEmail(`person${role}`), hash, role, now, now],
      ),
    ),
  )
  const inserted = answers.flatMap(({ results }) => results)
  await insertConsents(
    inserted.map(({ id }) => id),
    now,
  )
  return Promise.all(inserted.map(async (one) => ({ ...one, token: await tokenFor(one.id) })))
}

/** Students and tutors among these have accepted the terms and the privacy policy, as whoever registers does. */
export const insertConsents = (ids: readonly number[], at: number) =>
  run(
    `INSERT INTO consents (user_id, kind, version, given, place, created_at)
     SELECT u.id, text.key, text.value, 1, 'registration', ?
     FROM users u JOIN json_each(?) text WHERE u.id IN (SELECT value FROM json_each(?)) AND u.role IN (3, 4)`,
    at,
    JSON.stringify({ terms: textVersions.terms, privacy: textVersions.privacy }),
    JSON.stringify(ids),
  )

async function insertAccount(role: Role): Promise<Person> {
  const [person] = await insertAccounts(role, 1)
  if (!person) throw new Error('The account was not inserted')
  return person
}

/** Students with a verified e-mail and, as a consequence, the free trial of 60 minutes. */
export async function verifiedStudents(count: number): Promise<Person[]> {
  const students = await insertAccounts(Role.Student, count)
  const now = Date.now()
  const db = openDb(DB)
  const ids = JSON.stringify(students.map(({ id }) => id))
  await DB.batch([
    prepared('UPDATE users SET verified_email = 1 WHERE id IN (SELECT value FROM json_each(?))', [ids]),
    prepared('INSERT INTO students (id, created_at, updated_at) SELECT value, ?, ? FROM json_each(?)', [now, now, ids]),
  ])
  const [first, ...others] = students.flatMap(({ id }) => freeTrialStatements(db, id, now))
  if (first) await db.batch([first, ...others])
  return students
}

export async function verifiedStudent(): Promise<Person> {
  const [student] = await verifiedStudents(1)
  if (!student) throw new Error('The student was not inserted')
  return student
}

/** Invalidates the cached list and page of a tutor, as another isolate does. */
export const bumpTutorElsewhere = (tutorId: number) =>
  run(
    `INSERT INTO cache_versions (name, version) VALUES (?, (SELECT COALESCE(MAX(version), 0) + 1 FROM cache_versions))
     ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
    `tutor:${tutorId}`,
  )

/** Invalidates the cached list and page of a tutor, which writes past the API's own invalidation leave stale. */
export function bumpTutorVersion(tutorId: number) {
  recheckTutorsForGuests()
  return bumpTutorElsewhere(tutorId)
}

async function insertTutor(role: typeof Role.Tutor | typeof Role.TutorManager, name: string, notice: number) {
  const tutor = await insertAccount(role)
  const now = Date.now()
  await DB.batch([
    prepared(
      `UPDATE users SET name = ?, folded_name = ?, phone = '01012345678', city = 1, gender = 'male', birth_year = 1990, image = 'users/images/x',
       verified_email = 1, verified_phone = 1 WHERE id = ?`,
      [name, normalise(name), tutor.id],
    ),
    prepared(
      `INSERT INTO tutors (id, activated, bio, about, video, thumbnail, notice, created_at, updated_at)
       VALUES (?, 1, 'مدرس محادثة وقواعد للكبار والصغار', ?, 'tutors/videos/x', 'tutors/thumbnails/x', ?, ?, ?)`,
      [
        tutor.id,
        'بدرّس إنجليزي من عشر سنين لطلبة من كل الأعمار، وبهتم بالمحادثة قبل القواعد في كل حصة',
        notice,
        now,
        now,
      ],
    ),
  ])
  await bumpTutorVersion(tutor.id)
  return tutor
}

/** A tutor who is listed and can be booked; `notice` in minutes. */
export const onboardedTutor = (name = 'عمر حسن', notice = 0): Promise<Person> => insertTutor(Role.Tutor, name, notice)

/** A tutor manager who is listed and can be booked; `notice` in minutes. */
export const tutorManager = (name = 'منى فؤاد', notice = 0): Promise<Person> =>
  insertTutor(Role.TutorManager, name, notice)

/** Roles without a tutor's or student's profile. */
export const newStudio = (): Promise<Person> => insertAccount(Role.Studio)
export const newAdmin = (): Promise<Person> => insertAccount(Role.RegularAdmin)
export const newSuperAdmin = (): Promise<Person> => insertAccount(Role.SuperAdmin)

/** Inserts a paid subscription from `start` to `end`, in milliseconds. Returns its id. */
export async function subscribe(student: Person, start: number, end: number, weeklyMinutes = 60): Promise<number> {
  const times = [start, start]
  const plan = await row<{ id: number }>(
    'INSERT INTO plans (weekly_minutes, base_monthly_price, created_at, updated_at) VALUES (?, 100000, ?, ?) RETURNING id',
    weeklyMinutes,
    ...times,
  )
  const paid = await row<{ id: number }>(
    `INSERT INTO transactions (user_id, plan_id, plan_period, amount, status, payment_method, provider, paid_at, created_at, updated_at)
     VALUES (?, ?, 0, 100000, 1, 0, 'fawry', ?, ?, ?) RETURNING id`,
    student.id,
    plan?.id,
    start,
    ...times,
  )
  const subscription = await row<{ id: number }>(
    `INSERT INTO subscriptions (user_id, plan_id, tx_id, period, weekly_minutes, start, "end", created_at, updated_at)
     VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?) RETURNING id`,
    student.id,
    plan?.id,
    paid?.id,
    weeklyMinutes,
    start,
    end,
    ...times,
  )
  return subscription?.id ?? 0
}

export type Slot = { id: number; start: string; end: string }

/** Creates a slot through the API and returns it. */
export async function openSlot(tutor: Person, start: number, hours: number, purpose = 2): Promise<Slot> {
  const range = { start: new Date(start).toISOString(), end: new Date(start + hours * 3_600_000).toISOString() }
  await expectOk(
    callApi('POST', '/availability-slot/', { as: tutor, body: { actions: [{ type: 'create', ...range, purpose }] } }),
  )
  const { slots } = await expectOk<{ slots: { list: Slot[] } }>(
    callApi('GET', `/availability-slot/?userIds[]=${tutor.id}&size=100`, { as: tutor }),
  )
  const slot = slots.list.find((one) => one.start === range.start)
  if (!slot) throw new Error('The slot was not created')
  return slot
}

/** Inserts a slot, which may lie in the past. Returns its id. */
export async function insertSlot(tutor: Person, start: number, end: number, purpose = 2): Promise<number> {
  const slot = await row<{ id: number }>(
    `INSERT INTO availability_slots (user_id, purpose, start, "end", created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
    tutor.id,
    purpose,
    start,
    end,
    start,
    start,
  )
  return slot?.id ?? 0
}

type LessonRow = {
  tutor: Person
  student: Person
  start: number
  duration?: 15 | 30
  canceledBy?: Person
  /** Both were in the session from the start to the end. */
  attended?: boolean
}

/** Records that both members of a lesson were in its session from the start to the end. */
export const insertAttendance = (lessonId: number) =>
  run(
    `INSERT INTO session_events (type, user_id, session_id, created_at)
     SELECT value, m.user_id, l.session_id, l.start + (value - 1) * l.duration * 60000
     FROM lessons l JOIN lesson_members m ON m.lesson_id = l.id JOIN json_each('[1, 2]') WHERE l.id = ?`,
    lessonId,
  )

/** Inserts a lesson in a slot of its own, without spending minutes. Returns its id. */
export async function insertLesson(lesson: LessonRow): Promise<number> {
  const { tutor, student, start, duration = 30, canceledBy, attended = false } = lesson
  const slot = await insertSlot(tutor, start, start + duration * 60_000)
  const inserted = await row<{ id: number }>(
    `INSERT INTO lessons (start, duration, price, slot_id, session_id, canceled_by, canceled_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    start,
    duration,
    duration * 250,
    slot,
    `lesson:${crypto.randomUUID()}`,
    canceledBy?.id ?? null,
    canceledBy ? start : null,
    start,
    start,
  )
  const id = inserted?.id ?? 0
  await run('INSERT INTO lesson_members (lesson_id, user_id) VALUES (?, ?), (?, ?)', id, tutor.id, id, student.id)
  if (attended) await insertAttendance(id)
  await bumpTutorVersion(tutor.id)
  return id
}

/** Sets the product's clock. Only `Date` is faked: timers keep running, so that waiting still works. */
export function setNow(at: string | number): number {
  const now = typeof at === 'number' ? at : Date.parse(at)
  vi.useFakeTimers({ toFake: ['Date'], now })
  return now
}

/** Runs a job, as its cron trigger would at the present time of the clock. */
export const triggerJob = (name: JobName): Promise<void> =>
  runJob(schedule[name], bindings, openDb(bindings.DB), Date.now())
