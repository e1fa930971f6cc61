/** What caches and copies of the database may answer, and whom (docs/rules/api.md 1.8 and 1.9, docs/decisions/011). */
import { describe, expect, it, vi } from 'vitest'
import { declaredCalls } from '#contract/all'
import type { Call } from '#contract/call'
import { BOOKMARK, cacheControl, type Freshness } from '#domain/http-caching'
import { Role } from '#domain/roles'
import {
  bindings,
  callApi,
  expectOk,
  fetchWorker,
  onboardedTutor,
  type Person,
  row,
  verifiedStudent,
} from '#tests/people'
import { isAllowed } from '#tests/permission-matrix'
import { idsOf, readsOf } from '#tests/reads'
import { at, book, bookingFixture, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { newPlan } from './payment-fixtures.ts'

startClockAtNoon()

const LIST = '/user/tutor/list/onboarded'
const APP = 'http://localhost:8787'
const BIO = 'بشرح الإنجليزي بالراحة وبالمحادثة من أول حصة'
const read = (path: string, headers: Record<string, string> = {}, as: Person | null = null) =>
  callApi('GET', path, { as, headers })
const changeBio = (tutor: Person, bio: string) => callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: { bio } })
const variesBy = (headers: Headers) => (headers.get('vary') ?? '').toLowerCase().split(/,\s*/)

describe('an answer to a guest', () => {
  it('is kept by caches for as long as its call says, and by nobody where it says nothing', async () => {
    const tutor = await onboardedTutor()
    const cached: [string, Freshness][] = [
      [LIST, 'moment'],
      [`/user/tutor/info/${tutor.id}`, 'moment'],
      [`/user/tutor/times/${tutor.id}`, 'moment'],
      [`/rating/list/tutor/${tutor.id}`, 'minute'],
      ['/plan/list', 'minute'],
    ]
    for (const [path, freshness] of cached) {
      const { status, headers } = await read(path, { origin: APP })
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, cacheControl(freshness)])
      expect([path, variesBy(headers)]).toEqual([
        path,
        expect.arrayContaining(['authorization', 'origin', 'accept-encoding', BOOKMARK]),
      ])
    }
    for (const path of ['/health', '/user/tutor/info/999999', '/user/current']) {
      const { headers } = await read(path)
      expect([path, headers.get('cache-control'), headers.get('etag')]).toEqual([path, 'no-store', null])
    }
  })

  it('is 304 for a client that has it, with the time of the server, until it changes', async () => {
    const tutor = await onboardedTutor()
    const path = `/user/tutor/info/${tutor.id}`
    const etag = (await read(path)).headers.get('etag') ?? ''
    const again = await fetchWorker(`/api/v1${path}`, { headers: { 'if-none-match': `"other", ${etag}`, origin: APP } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('access-control-allow-origin')).toBe(APP)
    expect(again.headers.get('x-server-time')).toBe(new Date(NOW).toISOString())
    await expectOk(changeBio(tutor, BIO))
    const changed = await read(path, { 'if-none-match': etag })
    expect([changed.status, changed.body]).toMatchObject([200, { bio: BIO }])
  })

  it('comes from memory at first, but not for a client that has written, nor once this isolate has changed something', async () => {
    const path = '/plan/list?size=1'
    const total = async (headers: Record<string, string> = {}) => {
      const { status, body } = await read(path, headers)
      return [status, (body as { total: number }).total]
    }
    const tutor = await onboardedTutor()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const [, first] = await total()
    await newPlan()
    expect(await total()).toEqual([200, first])
    expect(await total({ [BOOKMARK]: '0' })).toEqual([200, Number(first) + 1])
    await newPlan()
    expect(await total()).toEqual([200, Number(first) + 1])
    await expectOk(changeBio(tutor, BIO))
    expect(await total()).toEqual([200, Number(first) + 2])
    clock.mockRestore()
  })

  it('is never given to a signed-in user, nor the other way round', async () => {
    const [student, tutor] = [await verifiedStudent(), await onboardedTutor()]
    for (const path of [LIST, `/user/tutor/info/${tutor.id}`, `/rating/list/tutor/${tutor.id}`, '/plan/list']) {
      const guest = await read(path)
      const own = await read(path, { 'if-none-match': guest.headers.get('etag') ?? '*' }, student)
      expect([path, own.status]).toEqual([path, 200])
      expect([path, own.headers.get('cache-control'), own.headers.get('etag')]).toEqual([path, 'no-store', null])
      expect([path, variesBy(guest.headers).includes('authorization')]).toEqual([path, true])
      const refused = await read(path, {
        authorization: 'Bearer a.b.c',
        'if-none-match': guest.headers.get('etag') ?? '',
      })
      expect([path, refused.status, refused.headers.get('cache-control')]).toEqual([path, 401, 'no-store'])
    }
  })
})

it('caches store nothing that depends on the caller', async () => {
  for (const { may, method, freshness } of declaredCalls as readonly Call[])
    if (freshness) expect([may, method, isAllowed(may, null)]).toEqual([may, 'GET', true])
  const student = await verifiedStudent()
  const { id } = await onboardedTutor()
  const known = { me: student.id, student: student.id, tutor: id, studio: 1 }
  const first = async (sql: string) => Object.values((await row<Record<string, unknown>>(sql)) ?? {})[0]
  const reads = readsOf(await idsOf(first, known), NOW).filter(({ may }) => isAllowed(may, Role.Student))
  expect(reads.length).toBeGreaterThan(40)
  for (const { may, path } of reads) {
    const { headers } = await read(path.slice('/api/v1'.length), {}, student)
    expect([may, headers.get('cache-control')]).toEqual([
      may,
      expect.stringMatching(/^(?:private, )?no-(?:store|cache)$/),
    ])
  }
})

describe('the database of a request', () => {
  /** Where the sessions with copies of the database began, while `work` was done. */
  async function copiesIn(work: () => Promise<unknown>): Promise<unknown[]> {
    const database = Object.getPrototypeOf(bindings.DB) as D1Database
    const begun = vi.spyOn(database, 'withSession')
    await work()
    const from = new Set(begun.mock.calls.map(([one]) => one))
    begun.mockRestore()
    // What an earlier write does after its answer may come meanwhile.
    from.delete('first-primary')
    return [...from]
  }

  it('is a replica for the public reads of a guest, and no older than the guest’s own writes', async () => {
    const tutor = await onboardedTutor()
    const changed = await changeBio(tutor, BIO)
    const bookmark = changed.headers.get(BOOKMARK) ?? ''
    expect([changed.status, bookmark]).toEqual([200, expect.stringMatching(/^[\da-f-]{50,}$/)])
    expect(await copiesIn(() => read(LIST))).toEqual(['first-unconstrained'])
    expect(await copiesIn(() => read('/plan/list', { [BOOKMARK]: 'first; a wish' }))).toEqual(['first-unconstrained'])
    const readOwn = async () => {
      const { body } = await read(`/user/tutor/info/${tutor.id}`, { [BOOKMARK]: bookmark })
      expect(body).toMatchObject({ bio: BIO })
    }
    expect(await copiesIn(readOwn)).toEqual([bookmark])
  })

  it('is the primary for signed-in users, for every write, and for what may be revoked at any moment', async () => {
    const { student, tutor, slot } = await bookingFixture()
    const works: Record<string, () => Promise<unknown>> = {
      'who one is': () => expectOk(read('/user/current', {}, student)),
      'a public list': () => expectOk(read(LIST, { [BOOKMARK]: '0' }, student)),
      booking: () => book(student, { tutor, slot, start: at(25) }),
      'signing in': () =>
        callApi('POST', '/auth/password', { body: { email: student.email, password: 'wrong-1-wrong' } }),
      'a secret address': () => read(`/calendar/${'x'.repeat(43)}.ics`),
    }
    for (const [name, work] of Object.entries(works)) expect([name, await copiesIn(work)]).toEqual([name, []])
  })

  it('returns a bookmark after a write only, and lets the apps read it', async () => {
    const { student } = await bookingFixture()
    const asked = await read('/user/current', { origin: APP }, student)
    expect(asked.headers.get(BOOKMARK)).toBeNull()
    expect(asked.headers.get('access-control-expose-headers')).toContain(BOOKMARK)
    const preflight = await callApi('OPTIONS', LIST, {
      headers: { origin: APP, 'access-control-request-method': 'GET', 'access-control-request-headers': BOOKMARK },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain(BOOKMARK)
  })
})
