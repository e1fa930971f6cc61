import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/all'
import { grantOf, type Permission, permissions } from '#domain/permissions'
import type { Role } from '#domain/roles'
import { callApi, newEmail, PASSWORD, type Person, run } from '#tests/people'
import { app } from '../../worker/app.ts'
import { servedCalls } from '../../worker/http/bind.ts'
import { addressOf, onePersonPerRole, type PeopleByRole } from './bad-inputs.ts'

let people: PeopleByRole
beforeAll(async () => {
  people = await onePersonPerRole()
})
// A call without input may do what it does: signing out everywhere, for one.
beforeEach(async () => {
  await run('UPDATE users SET sessions_valid_from = 0')
})

const BASE = '/api/v1'
/** What the API serves besides its calls: whether it lives, and what it is. */
const ABOUT = ['/health', '/openapi.json', '/docs', '/docs.css']

describe('every call', () => {
  it('that is served is the one that the table names', () => {
    for (const contract of servedCalls) expect([contract.may, contract]).toEqual([contract.may, calls[contract.may]])
    expect(new Set(servedCalls.map(({ may }) => may)).size).toBe(servedCalls.length)
  })

  it('that a contract declares is served', () => {
    const served = new Set(servedCalls.map(({ may }) => may))
    expect(Object.keys(calls).filter((may) => !served.has(may as Permission))).toEqual([])
  })

  it('below the API’s address stands in the permission table', () => {
    const named = new Set(servedCalls.map(({ method, path }) => `${method} ${BASE}${path}`))
    const served = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith(BASE))
      .filter(({ path }) => !ABOUT.includes(path.slice(BASE.length)))
      .map(({ method, path }) => `${method} ${path}`)
    expect(served.filter((route) => !named.has(route))).toEqual([])
    expect([...named].filter((route) => !served.includes(route))).toEqual([])
    expect(served.length).toBe(named.size)
  })

  it('that is open to the anonymous is one of these', () => {
    const open = servedCalls.filter(({ may }) => permissions[may].anonymous === 'any').map(({ may }) => may)
    const known: Permission[] = [
      ...([
        'user.register',
        'student.register',
        'auth.password',
        'auth.google',
        'auth.startGoogle',
        'contact.send',
        'plan.list',
      ] as const),
      ...(['verification.sendPassword', 'verification.confirmPassword', 'fawry.notify', 'paymob.notify'] as const),
      ...(['tutor.info', 'tutor.listOnboarded', 'tutor.stats', 'tutor.activity', 'asset.upload'] as const),
      ...(['rating.listOfRatee', 'rating.listOfTutor'] as const),
    ]
    expect(open.filter((may) => !known.includes(may))).toEqual([])
  })

  it('says who may make it in the document of the API', async () => {
    const { body } = await callApi('GET', '/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, { 'x-who': string }>> }
    const documented = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(documented.length).toBe(servedCalls.length)
    expect(documented.filter((operation) => !operation['x-who'])).toEqual([])
  })
})

describe.each(servedCalls.map((contract) => [contract.may, contract] as const))('%s', (may, contract) => {
  /** Nonsense, so that nobody who is let in changes anything. */
  const ask = (as: Person | null) =>
    callApi(contract.method, addressOf(contract, 'x'), { as, ...(contract.method === 'GET' ? {} : { raw: '[]' }) })

  it('lets in whom the table lets in, and nobody else', async () => {
    for (const [role, as] of people) {
      const { status, code } = await ask(as)
      const refusal = role === null ? [401, 'unauthenticated'] : [403, 'forbidden']
      if (grantOf(may, role) === 'no') expect([role, status, code]).toEqual([role, ...refusal])
      else if (contract.body || contract.params) expect([role, [400, 404].includes(status)]).toEqual([role, true])
      else expect([role, code]).not.toEqual([role, 'unauthenticated'])
    }
  })

  it('is refused before the input is read', async () => {
    if (permissions[may].anonymous !== 'no') return
    const answer = await callApi(
      contract.method,
      addressOf(contract, 'x'),
      contract.method === 'GET' ? {} : { raw: '{' },
    )
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' })
  })
})

describe('a role', () => {
  it('is read anew with every request: what was taken away is gone at once', async () => {
    const [role, person] = [...people].at(-1) as [Role, Person]
    const open = () =>
      callApi('POST', '/user/', { as: person, body: { role, email: newEmail('adel'), password: PASSWORD } })
    expect((await open()).status).toBe(200)
    await run('UPDATE users SET role = 6 WHERE id = ?', person.id)
    expect((await open()).code).toBe('forbidden')
  })
})
