import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import { upload } from '#tests/api/uploads'
import { bytesOf } from '#tests/files'
import {
  type Answer,
  bindings,
  callApi,
  expectOk,
  newEmail,
  PASSWORD,
  type Person,
  row,
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

const post = (path: string, body: unknown, as: Person | null = null, under = key): Promise<Answer> =>
  callApi('POST', path, { as, body, headers: { 'idempotency-key': under } })
const choose = (student: Person) => post('/topic/of/user', { topicIds: [] }, student)
const isReplay = (answer: Answer) => answer.headers.get('idempotency-replayed') === 'true'
const wanted = ({ tutor, slot }: Awaited<ReturnType<typeof bookingFixture>>, start = at(25)) => ({
  tutorId: tutor.id,
  slotId: slot.id,
  start: iso(start),
  duration: 30,
})

describe('a repeat under the same key', () => {
  it('gets the first answer, and nothing happens twice', async () => {
    const email = newEmail()
    const first = await post('/student/', { email, password: PASSWORD })
    const again = await post('/student/', { email, password: PASSWORD })
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect([isReplay(first), isReplay(again)]).toEqual([false, true])
    expect(again.headers.get('content-type')).toContain('application/json')
    expect(await rows('SELECT id FROM users WHERE email = ?', email)).toHaveLength(1)
  })

  it('gets the first refusal too, even when it could be had now', async () => {
    const scene = await bookingFixture()
    const rival = await verifiedStudent()
    const lesson = await book(rival, { ...scene, start: at(25) })
    const refused = await post('/lesson', wanted(scene), scene.student)
    expect(refused).toMatchObject({ status: 400, code: 'busy-tutor' })
    await tryCancel(rival, lesson)
    const again = await post('/lesson', wanted(scene), scene.student)
    expect([again.status, again.body, isReplay(again)]).toEqual([400, refused.body, true])
    expect((await post('/lesson', wanted(scene), scene.student, `${key}-new`)).status).toBe(200)
  })

  it('that comes while the first is at work waits for it: one lesson, one answer', async () => {
    const scene = await bookingFixture()
    const answers = await Promise.all(Array.from({ length: 5 }, () => post('/lesson/', wanted(scene), scene.student)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1)
    expect(await remainingMinutes(scene.student)).toBe(30)
  })

  it('of an empty answer is empty too', async () => {
    const student = await verifiedStudent()
    const [first, again] = [await choose(student), await choose(student)]
    expect([first.body, again.body, isReplay(again)]).toEqual([undefined, undefined, true])
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  })

  it('with another file is refused', async () => {
    const student = await verifiedStudent()
    const report = (log: string) => {
      const fields = { title: 'مشكلة', description: 'الصفحة واقفة', log: bytesOf(log) }
      return upload('POST', '/report/with/asset', student, fields, { 'idempotency-key': key })
    }
    expect((await report('10:00 GET /tutors')).status).toBe(200)
    expect(isReplay(await report('10:00 GET /tutors'))).toBe(true)
    expect(await report('10:01 GET /tutors')).toMatchObject({ status: 409, code: 'illegal' })
    expect(await rows('SELECT id FROM reports WHERE user_id = ?', student.id)).toHaveLength(1)
  })

  it('with another body, or for another call, is refused', async () => {
    const scene = await bookingFixture()
    expect((await post('/lesson', wanted(scene), scene.student)).status).toBe(200)
    const other = await post('/lesson', wanted(scene, at(26)), scene.student)
    expect(other).toMatchObject({ status: 409, code: 'illegal' })
    const elsewhere = await post('/user', { email: newEmail(), password: PASSWORD, role: 4 }, scene.student)
    expect(elsewhere).toMatchObject({ status: 409, code: 'illegal' })
    expect(await rows('SELECT lesson_id FROM lesson_members WHERE user_id = ?', scene.student.id)).toHaveLength(1)
  })

  it('by somebody else is a request of their own', async () => {
    const scene = await bookingFixture()
    const [other] = await verifiedStudents(1)
    expect((await post('/lesson', wanted(scene), scene.student)).status).toBe(200)
    const theirs = await post('/lesson', wanted(scene), other ?? null)
    expect([theirs.code, isReplay(theirs)]).toEqual(['busy-tutor', false])
    const later = await post('/lesson', wanted(scene, at(26)), other ?? null, `${key}-other`)
    expect(later.status).toBe(200)
  })

  it('after input that could not be read is the first one', async () => {
    const scene = await bookingFixture()
    expect((await post('/lesson', { ...wanted(scene), duration: 20 }, scene.student)).status).toBe(400)
    expect((await post('/lesson', wanted(scene), scene.student)).status).toBe(200)
  })
})

it('a refusal of the moment is not kept: the same request is welcome later', async () => {
  const body = {
    name: 'سارة علي',
    phone: '01012345678',
    title: 'سؤال عن الباقات',
    message: 'عايزة أعرف مواعيد الحصص المتاحة في رمضان',
  }
  expect((await post('/contact-request', body, null, `${key}-first`)).status).toBe(200)
  const early = await post('/contact-request', body)
  expect([early.status, early.code, early.headers.get('retry-after')]).toEqual([429, 'too-many-requests', '21600'])
  setNow(NOW + hours(6))
  const later = await post('/contact-request', body)
  expect([later.status, isReplay(later)]).toEqual([200, false])
})

describe('a key', () => {
  it('has 1 to 255 characters', async () => {
    const scene = await bookingFixture()
    for (const wrong of ['', 'k'.repeat(256)])
      expect(await post('/lesson', wanted(scene), scene.student, wrong)).toMatchObject({
        status: 400,
        code: 'bad-request',
        body: { message: expect.stringContaining('Idempotency-Key') },
      })
    expect((await post('/lesson', wanted(scene), scene.student, 'k'.repeat(255))).status).toBe(200)
  })

  it('means nothing on a call that creates nothing', async () => {
    const scene = await bookingFixture()
    const read = () => callApi('GET', '/user/current', { as: scene.student, headers: { 'idempotency-key': key } })
    expect([isReplay(await read()), isReplay(await read())]).toEqual([false, false])
    expect(await rows('SELECT key FROM idempotency_keys WHERE key = ?', key)).toEqual([])
  })
})

describe('a failure of our own', () => {
  it('is forgotten, so that it can be tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const scene = await bookingFixture()
    await run('ALTER TABLE upcoming_lessons RENAME TO upcoming_lessons_away')
    const failed = await post('/lesson', wanted(scene), scene.student)
    await run('ALTER TABLE upcoming_lessons_away RENAME TO upcoming_lessons')
    expect(failed).toMatchObject({ status: 500, code: 'unexpected' })
    expect(JSON.stringify(failed.body)).not.toContain('upcoming_lessons')
    const again = await post('/lesson', wanted(scene), scene.student)
    expect([again.status, isReplay(again)]).toEqual([200, false])
  })

  it('that left a request unfinished gives its key free after a minute', async () => {
    const scene = await bookingFixture()
    await expectOk(post('/lesson', wanted(scene), scene.student))
    const scope = `user:${scene.student.id}`
    await run('UPDATE idempotency_keys SET status = NULL, body = NULL, completed_at = NULL WHERE scope = ?', scope)
    setNow(NOW + minutes(1) + 1)
    const again = await post('/lesson', wanted(scene), scene.student)
    expect([again.code, isReplay(again)]).toEqual(['reached-booking-limit', false])
    const kept = await row<{ status: number }>('SELECT status FROM idempotency_keys WHERE scope = ?', scope)
    expect(kept?.status).toBe(409)
  })

  it('to wake the delivery of messages fails no request', async () => {
    const wake = vi.spyOn(bindings.MESSAGES, 'send').mockRejectedValue(new Error('The queue is away'))
    const email = newEmail()
    expect((await post('/student/', { email, password: PASSWORD })).status).toBe(200)
    expect(wake).toHaveBeenCalled()
    expect(await rows('SELECT id FROM outbox WHERE "to" = ?', email)).toHaveLength(1)
  })
})
