import { decodeJwt, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/all'
import { KEY_CHECK_PATH } from '#contract/provider-keys'
import type { Permission } from '#domain/permissions'
import { Role } from '#domain/roles'
import {
  bindings,
  callApi,
  expectOk,
  newEmail,
  newStudent,
  PASSWORD,
  type Person,
  row,
  run,
  tokenFor,
} from '#tests/people'
import { ACTORS, isAllowed, matrixCalls } from '#tests/permission-matrix'
import { app } from '../../worker/app.ts'
import { servedCalls } from '../../worker/http/bind.ts'
import { addressOf, invalidQueries, onePersonPerRole, type PeopleByRole, pathOf } from './bad-inputs.ts'

let people: PeopleByRole
beforeAll(async () => {
  people = await onePersonPerRole()
})
// Calls without input have their effect, such as signing out everywhere, which would end the fixtures' sessions.
beforeEach(async () => {
  await run('UPDATE users SET sessions_valid_from = 0')
})

const BASE = '/api/v1'
/** Paths of the API that are no calls: health and documentation. */
const NOT_CALLS = ['/health', KEY_CHECK_PATH, '/openapi.json', '/docs', '/docs.css']

describe('every call', () => {
  it('that is served is the one that the contract declares', () => {
    for (const contract of servedCalls) expect([contract.may, contract]).toEqual([contract.may, calls[contract.may]])
    expect(new Set(servedCalls.map(({ may }) => may)).size).toBe(servedCalls.length)
  })

  it('that a contract declares is served', () => {
    const served = new Set(servedCalls.map(({ may }) => may))
    expect(Object.keys(calls).filter((may) => !served.has(may as Permission))).toEqual([])
  })

  it('is in the matrix of permissions', () => {
    expect(servedCalls.map(({ may }) => may).toSorted()).toEqual(matrixCalls.toSorted())
  })

  it('below the API’s base path is bound by its contract', () => {
    const named = new Set(servedCalls.map(({ method, path }) => `${method} ${BASE}${path}`))
    const served = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith(BASE))
      .filter(({ path }) => !NOT_CALLS.includes(path.slice(BASE.length)))
      .map(({ method, path }) => `${method} ${path}`)
    expect(served.filter((route) => !named.has(route))).toEqual([])
    expect([...named].filter((route) => !served.includes(route))).toEqual([])
    expect(served.length).toBe(named.size)
  })

  it('names in the OpenAPI document who may make it', async () => {
    const { body } = await callApi('GET', '/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, { 'x-who': string }>> }
    const documented = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(documented.length).toBe(servedCalls.length)
    expect(documented.filter((operation) => !operation['x-who'])).toEqual([])
  })
})

/** They end or replace the token that they are made with, so that they are made on a device of their own. */
const ABOUT_THE_SESSION: readonly Permission[] = ['auth.signOut', 'auth.signOutEverywhere', 'auth.refreshToken']

describe.each(servedCalls.map((contract) => [contract.may, contract] as const))('%s', (may, contract) => {
  const [invalidQuery] = contract.query ? invalidQueries(contract.query) : []
  const address = invalidQuery ? `${pathOf(contract, 'x')}?${invalidQuery.query}` : addressOf(contract, 'x')
  const takesInput = Boolean(contract.body ?? contract.params ?? contract.query)
  /** With invalid input, so that a call that is allowed changes nothing. */
  const request = async (person: Person | null) => {
    const as = person && ABOUT_THE_SESSION.includes(may) ? { ...person, token: await tokenFor(person.id) } : person
    return callApi(contract.method, address, { as, ...(contract.method === 'GET' ? {} : { raw: '[]' }) })
  }

  it('is made by whom the matrix allows, and by nobody else', async () => {
    expect([...people.keys()]).toEqual(ACTORS)
    for (const [role, as] of people) {
      const { status, code } = await request(as)
      const refusal = role === null ? [401, 'unauthenticated'] : [403, 'forbidden']
      if (!isAllowed(may, role)) expect([role, status, code]).toEqual([role, ...refusal])
      else if (takesInput) expect([role, status, [400, 404].includes(status)]).toEqual([role, status, true])
      else expect([role, status, [401, 403].includes(status)]).toEqual([role, status, false])
    }
  })

  it('is refused before its input is read', async () => {
    if (isAllowed(may, null)) return
    const answer = await callApi(
      contract.method,
      addressOf(contract, 'x'),
      contract.method === 'GET' ? {} : { raw: '{' },
    )
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' })
  })
})

describe('a role', () => {
  it('is read for every request: a lost permission is refused at once', async () => {
    const [role, person] = [...people].at(-1) as [Role, Person]
    const register = () =>
      callApi('POST', '/user/', { as: person, body: { role, email: newEmail('newcomer'), password: PASSWORD } })
    expect((await register()).status).toBe(200)
    await run('UPDATE users SET role = 6 WHERE id = ?', person.id)
    expect((await register()).code).toBe('forbidden')
  })

  it('decides what a list holds, whatever role the token says, or none', async () => {
    const [student, plan] = [await newStudent(), await row<{ id: number }>('SELECT MAX(id) AS id FROM plans')]
    const hidden = await row<{ id: number }>(
      `INSERT INTO plans (weekly_minutes, base_monthly_price, active, created_at, updated_at)
       VALUES (60, 60000, 0, 0, 0) RETURNING id`,
    )
    expect(hidden?.id).toBeGreaterThan(plan?.id ?? 0)
    const { role: _, ...unsaid } = decodeJwt(student.token)
    const key = new TextEncoder().encode(bindings.JWT_SECRET)
    const tokens = [
      student.token,
      await tokenFor(student.id, true, Role.SuperAdmin),
      await new SignJWT(unsaid).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key),
    ]
    const seesHidden = (token: string) =>
      expectOk<{ list: { id: number }[] }>(callApi('GET', '/plan/list?size=100', { as: { ...student, token } })).then(
        ({ list }) => list.some(({ id }) => id === hidden?.id),
      )
    const seen = () => Promise.all(tokens.map(seesHidden))
    expect(await seen()).toEqual([false, false, false])
    await run('UPDATE users SET role = 2 WHERE id = ?', student.id)
    expect(await seen()).toEqual([true, true, true])
    await run('UPDATE users SET role = 3 WHERE id = ?', student.id)
    const demos = (token: string, query = '') =>
      callApi('GET', `/demo-session/list?${query}`, { as: { ...student, token } }).then(({ status }) => status)
    expect(await Promise.all(tokens.map((token) => demos(token)))).toEqual([403, 403, 403])
    expect(await Promise.all(tokens.map((token) => demos(token, `tutorIds[]=${student.id}`)))).toEqual([200, 200, 200])
  })
})
