import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hours } from '#domain/cairo'
import { type Prepared, replaceD1Methods } from '#tests/api/d1-methods'
import { upload } from '#tests/api/uploads'
import { eventually } from '#tests/eventually'
import { bytesOf } from '#tests/files'
import {
  type Answer,
  bindings,
  callApi,
  expectOk,
  newEmail,
  outcome,
  PASSWORD,
  type Person,
  rows,
  run,
  setNow,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { at, book, bookingFixture, iso, NOW, remainingMinutes, startClockAtNoon, tryCancel } from './lesson-fixtures.ts'

startClockAtNoon()

let keys = 0
let key: string
beforeEach(() => {
  key = `key-${++keys}`
})
afterEach(() => {
  vi.restoreAllMocks()
})

const post = (path: string, body: unknown, as: Person | null = null, idempotencyKey = key): Promise<Answer> =>
  callApi('POST', path, { as, body, headers: { 'idempotency-key': idempotencyKey } })
const chooseNoTopics = (student: Person) => post('/topic/of/user', { topicIds: [] }, student)
/** Without its key a repeat is a new request at once, and need not wait until it may take the key over. */
const keptKeys = () => rows('SELECT key FROM idempotency_keys WHERE key = ?', key)
const isReplay = (answer: Answer) => answer.headers.get('idempotency-replayed') === 'true'
const bookingBody = ({ tutor, slot }: Awaited<ReturnType<typeof bookingFixture>>, start = at(25)) => ({
  tutorId: tutor.id,
  slotId: slot.id,
  start: iso(start),
  duration: 30,
})

describe('a repeated request with the same key', () => {
  it('gets the first answer, without a second effect', async () => {
    const email = newEmail()
    const first = await post('/student/', { email, password: PASSWORD })
    const again = await post('/student/', { email, password: PASSWORD })
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect([isReplay(first), isReplay(again)]).toEqual([false, true])
    expect(again.headers.get('content-type')).toContain('application/json')
    expect(await rows('SELECT id FROM users WHERE email = ?', email)).toHaveLength(1)
  })

  it('gets the first refusal, although it would succeed now', async () => {
    const fixture = await bookingFixture()
    const otherStudent = await verifiedStudent()
    const lesson = await book(otherStudent, { ...fixture, start: at(25) })
    const refused = await post('/lesson', bookingBody(fixture), fixture.student)
    expect(refused).toMatchObject({ status: 400, code: 'busy-tutor' })
    await tryCancel(otherStudent, lesson)
    const again = await post('/lesson', bookingBody(fixture), fixture.student)
    expect([again.status, again.body, isReplay(again)]).toEqual([400, refused.body, true])
    expect((await post('/lesson', bookingBody(fixture), fixture.student, `${key}-new`)).status).toBe(200)
  })

  it('that is sent with it, five times at once, has one effect and one answer', async () => {
    const fixture = await bookingFixture()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post('/lesson/', bookingBody(fixture), fixture.student)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1)
    expect(await remainingMinutes(fixture.student)).toBe(30)
  })

  it('that is sent with it is not acted on beside it: what an act counts before it writes is counted once', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/student/', { email, password: PASSWORD })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await rows('SELECT count FROM throttles WHERE key = ?', `email to ${email}`)).toEqual([{ count: 1 }])
  })

  it('gets an empty answer again', async () => {
    const student = await verifiedStudent()
    const [first, again] = [await chooseNoTopics(student), await chooseNoTopics(student)]
    expect([first.body, again.body, isReplay(again)]).toEqual([undefined, undefined, true])
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  })

  it('with another file is refused', async () => {
    const student = await verifiedStudent()
    const report = (log: string, more: Record<string, Uint8Array> = {}) => {
      const fields = { title: 'مشكلة', description: 'الصفحة واقفة', log: bytesOf(log), ...more }
      return upload('POST', '/report/with/asset', student, fields, { 'idempotency-key': key })
    }
    expect((await report('10:00 GET /tutors')).status).toBe(200)
    expect(isReplay(await report('10:00 GET /tutors'))).toBe(true)
    // A file that the call does not take is no part of it.
    expect(isReplay(await report('10:00 GET /tutors', { unknown: bytesOf('x') }))).toBe(true)
    expect(await report('10:01 GET /tutors')).toMatchObject({ status: 409, code: 'illegal' })
    expect(await rows('SELECT id FROM reports WHERE user_id = ?', student.id)).toHaveLength(1)
  })

  it('with another body or for another call is refused', async () => {
    const fixture = await bookingFixture()
    expect((await post('/lesson', bookingBody(fixture), fixture.student)).status).toBe(200)
    const other = await post('/lesson', bookingBody(fixture, at(26)), fixture.student)
    expect(other).toMatchObject({ status: 409, code: 'illegal' })
    const elsewhere = await post('/user', { email: newEmail(), password: PASSWORD, role: 4 }, fixture.student)
    expect(elsewhere).toMatchObject({ status: 409, code: 'illegal' })
    expect(await rows('SELECT lesson_id FROM lesson_members WHERE user_id = ?', fixture.student.id)).toHaveLength(1)
  })

  it('by another person is a request of its own', async () => {
    const fixture = await bookingFixture()
    const [other] = await verifiedStudents(1)
    expect((await post('/lesson', bookingBody(fixture), fixture.student)).status).toBe(200)
    const theirs = await post('/lesson', bookingBody(fixture), other ?? null)
    expect([theirs.code, isReplay(theirs)]).toEqual(['busy-tutor', false])
    const later = await post('/lesson', bookingBody(fixture, at(26)), other ?? null, `${key}-other`)
    expect(later.status).toBe(200)
  })

  it('of a client without an account is that of its network alone', async () => {
    const from = (ip: string, email: string) =>
      callApi('POST', '/student', {
        body: { email, password: PASSWORD },
        headers: { 'idempotency-key': key, 'cf-connecting-ip': ip },
      })
    const [email, other] = [newEmail(), newEmail()]
    const first = await from('10.78.0.1', email)
    const theirs = await from('10.78.0.2', other)
    expect([first.status, theirs.status, isReplay(theirs)]).toEqual([200, 200, false])
    expect((await from('10.78.0.1', email)).body).toEqual(first.body)
    expect((await from('10.78.0.2', email)).code).toBe('illegal')
  })

  it('is the same one with a slash at the end of its path', async () => {
    const fixture = await bookingFixture()
    const first = await post('/lesson', bookingBody(fixture), fixture.student)
    const again = await post('/lesson/', bookingBody(fixture), fixture.student)
    expect([again.status, again.body, isReplay(again)]).toEqual([200, first.body, true])
  })

  it('after invalid input counts as the first one', async () => {
    const fixture = await bookingFixture()
    expect((await post('/lesson', { ...bookingBody(fixture), duration: 20 }, fixture.student)).status).toBe(400)
    expect((await post('/lesson', bookingBody(fixture), fixture.student)).status).toBe(200)
  })
})

it('a rate-limited answer is not stored: the same request can succeed later', async () => {
  const body = {
    name: 'سارة علي',
    phone: '01012345678',
    title: 'سؤال عن الباقات',
    message: 'عايزة أعرف مواعيد الحصص المتاحة في رمضان',
  }
  expect((await post('/contact-request', body, null, `${key}-first`)).status).toBe(200)
  const early = await post('/contact-request', body)
  expect([early.status, early.code, early.headers.get('retry-after')]).toEqual([429, 'too-many-requests', '21600'])
  expect(await keptKeys()).toEqual([])
  setNow(NOW + hours(6))
  const later = await post('/contact-request', body)
  expect([later.status, isReplay(later)]).toEqual([200, false])
})

it('that has waited for another with its key decides on what is stored then', async () => {
  const fixture = await bookingFixture()
  const earlier = await book(fixture.student, { ...fixture, start: at(25) })
  const later = bookingBody(fixture, at(27))
  expect(await post('/lesson', later, fixture.student)).toMatchObject({ code: 'reached-booking-limit' })
  // As if that request were still under way.
  const isKey = [`user:${fixture.student.id}`, key]
  await run(
    `UPDATE idempotency_keys SET completed_at = NULL, status = NULL, body = NULL, created_at = ? WHERE scope = ? AND key = ?`,
    NOW,
    ...isKey,
  )
  let hasRead = false
  const note = (statements: readonly Prepared[]) => {
    if (statements.some(({ statement }) => statement.includes('idempotency_keys'))) hasRead = true
  }
  const restore = replaceD1Methods({
    batch: (statements, original) => {
      note(statements)
      return original()
    },
    run: (statement, original) => {
      note([statement])
      return original()
    },
  })
  try {
    const waiting = post('/lesson', later, fixture.student)
    await eventually(async () => expect(hasRead).toBe(true))
    expect(await tryCancel(fixture.student, earlier)).toBe('ok')
    await run('DELETE FROM idempotency_keys WHERE scope = ? AND key = ?', ...isKey)
    expect(await outcome(waiting)).toBe('ok')
  } finally {
    restore()
  }
})

describe('a key', () => {
  it('has 1 to 255 characters', async () => {
    const fixture = await bookingFixture()
    for (const invalid of ['', 'k'.repeat(256)])
      expect(await post('/lesson', bookingBody(fixture), fixture.student, invalid)).toMatchObject({
        status: 400,
        code: 'bad-request',
        body: { message: expect.stringContaining('Idempotency-Key') },
      })
    expect((await post('/lesson', bookingBody(fixture), fixture.student, 'k'.repeat(255))).status).toBe(200)
  })

  it('is ignored on calls that create nothing', async () => {
    const fixture = await bookingFixture()
    const read = () => callApi('GET', '/user/current', { as: fixture.student, headers: { 'idempotency-key': key } })
    expect([isReplay(await read()), isReplay(await read())]).toEqual([false, false])
    expect(await keptKeys()).toEqual([])
  })
})

describe('an internal failure', () => {
  it('is not stored, so that the request can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const fixture = await bookingFixture()
    await run('ALTER TABLE upcoming_lessons RENAME TO upcoming_lessons_away')
    const failed = await post('/lesson', bookingBody(fixture), fixture.student)
    await run('ALTER TABLE upcoming_lessons_away RENAME TO upcoming_lessons')
    expect(failed).toMatchObject({ status: 500, code: 'unexpected' })
    expect(JSON.stringify(failed.body)).not.toContain('upcoming_lessons')
    expect(await keptKeys()).toEqual([])
    const again = await post('/lesson', bookingBody(fixture), fixture.student)
    expect([again.status, isReplay(again)]).toEqual([200, false])
  })

  it('between the batch and the stored answer leaves what was made: the repeat answers that at once', async () => {
    const fixture = await bookingFixture()
    const booked = await expectOk(post('/lesson', bookingBody(fixture), fixture.student))
    const scope = `user:${fixture.student.id}`
    await run('UPDATE idempotency_keys SET status = NULL, body = NULL WHERE scope = ?', scope)
    const again = await post('/lesson', bookingBody(fixture), fixture.student)
    expect([again.status, again.body, isReplay(again)]).toEqual([200, booked, true])
    expect(again.headers.get('content-type')).toContain('application/json')
    expect(await rows('SELECT lesson_id FROM lesson_members WHERE user_id = ?', fixture.student.id)).toHaveLength(1)
  })

  it('of the message queue fails no request', async () => {
    const wake = vi.spyOn(bindings.MESSAGES, 'send').mockRejectedValue(new Error('The queue is unavailable'))
    const email = newEmail()
    expect((await post('/student/', { email, password: PASSWORD })).status).toBe(200)
    expect(wake).toHaveBeenCalled()
    expect(await rows('SELECT id FROM outbox WHERE "to" = ?', email)).toHaveLength(1)
  })
})
