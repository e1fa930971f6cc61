/** The cast of the tests, made through the front door wherever a door exists. */
import { env, exports } from 'cloudflare:workers'
import { vi } from 'vitest'

export const PASSWORD = 'Hessa2026!'
export type Person = { id: number; email: string; token: string }
export type Answer = { status: number; code?: string; body: unknown; headers: Headers }

const { DB } = env as unknown as { DB: D1Database }
const worker = exports as unknown as { default: Fetcher }
let people = 0

/** Makes a call as anybody; `as` is who, or nobody. */
export async function call(
  method: string,
  path: string,
  options: { as?: Person | null; body?: unknown; raw?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sent = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  const response = await worker.default.fetch(`http://localhost/api/v1${path}`, {
    method,
    headers: {
      ...(options.as ? { authorization: `Bearer ${options.as.token}` } : {}),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
  const text = await response.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const code = response.ok ? undefined : (body as { code: string }).code
  return { status: response.status, headers: response.headers, body, ...(code === undefined ? {} : { code }) }
}

/** The body of a call that must succeed. */
export async function expectOk<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Expected 200, got ${status}: ${JSON.stringify(body)}`)
  return body as T
}

export const row = <T>(sql: string, ...values: unknown[]) =>
  DB.prepare(sql)
    .bind(...values)
    .first<T>()
export const run = (sql: string, ...values: unknown[]) =>
  DB.prepare(sql)
    .bind(...values)
    .run()

/** The newest code that was mailed to an address. */
export async function mailedCode(email: string): Promise<number> {
  const sent = await row<{ params: string }>('SELECT params FROM outbox WHERE "to" = ? ORDER BY id DESC LIMIT 1', email)
  return Number((JSON.parse(sent?.params ?? '{}') as { code?: string }).code)
}

/** Sara and her like: a student who has just registered. */
export async function newStudent(name = 'sara'): Promise<Person> {
  const email = `${name}.${++people}.${crypto.randomUUID().slice(0, 8)}@example.com`
  const { user, token } = await expectOk<{ user: { id: number }; token: string }>(
    call('POST', '/student/', { body: { email, password: PASSWORD } }),
  )
  return { id: user.id, email, token }
}

/** A student whose e-mail is verified, so that the free trial's 60 minutes are there. */
export async function verifiedStudent(name = 'sara'): Promise<Person> {
  const student = await newStudent(name)
  await expectOk(
    call('POST', '/confirmation-code/email/confirm', { as: student, body: { code: await mailedCode(student.email) } }),
  )
  return student
}

/** Omar and his like: an onboarded tutor. Onboarding ends with staff, so the profile is completed in the database. */
export async function onboardedTutor(name = 'عمر حسن', notice = 0): Promise<Person> {
  const email = `tutor.${++people}.${crypto.randomUUID().slice(0, 8)}@example.com`
  const { user, token } = await expectOk<{ user: { id: number }; token: string }>(
    call('POST', '/user/', { body: { email, password: PASSWORD, role: 3 } }),
  )
  await run(
    `UPDATE users SET name = ?, phone = '01012345678', city = 1, gender = 'male', birth_year = 1990, image = 'users/images/x',
     verified_email = 1, verified_phone = 1 WHERE id = ?`,
    name,
    user.id,
  )
  await run(
    `UPDATE tutors SET activated = 1, bio = 'مدرس محادثة وقواعد للكبار والصغار', about = ?, video = 'tutors/videos/x',
     thumbnail = 'tutors/thumbnails/x', notice = ? WHERE id = ?`,
    'بدرّس إنجليزي من عشر سنين لطلبة من كل الأعمار، وبهتم بالمحادثة قبل القواعد في كل حصة',
    notice,
    user.id,
  )
  await run(
    `INSERT INTO cache_versions (name, version) VALUES (?, (SELECT COALESCE(MAX(version), 0) + 1 FROM cache_versions))`,
    `tutor:${user.id}`,
  )
  return { id: user.id, email, token }
}

export type Slot = { id: number; start: string; end: string }

/** Opens a slot of a tutor and answers it. */
export async function openSlot(tutor: Person, start: number, hours: number, purpose = 2): Promise<Slot> {
  const range = { start: new Date(start).toISOString(), end: new Date(start + hours * 3_600_000).toISOString() }
  await expectOk(
    call('POST', '/availability-slot/', { as: tutor, body: { actions: [{ type: 'create', ...range, purpose }] } }),
  )
  const { slots } = await expectOk<{ slots: { list: Slot[] } }>(
    call('GET', `/availability-slot/?userIds[]=${tutor.id}&size=100`, { as: tutor }),
  )
  const slot = slots.list.find((one) => one.start === range.start)
  if (!slot) throw new Error('The slot was not saved')
  return slot
}

/** Moves the product's clock; timers keep running. */
export function setNow(at: string | number): number {
  const now = typeof at === 'number' ? at : Date.parse(at)
  vi.useFakeTimers({ toFake: ['Date'], now })
  return now
}
