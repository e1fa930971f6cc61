import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '#contract/call'
import { isErrorCode } from '#domain/errors'
import { type Answer, callApi, fetchWorker } from '#tests/people'
import '../../worker/app.ts'
import { servedCalls } from '../../worker/http/bind.ts'
import { MAX_JSON_BYTES } from '../../worker/http/input.ts'
import {
  addressOf,
  fieldsOf,
  firstAllowed,
  INVALID_IDS,
  INVALID_JSON_BODIES,
  invalidBodies,
  invalidQueries,
  NON_OBJECT_BODIES,
  onePersonPerRole,
  type PeopleByRole,
  pathOf,
  sampleBody,
} from './bad-inputs.ts'

let people: PeopleByRole
beforeAll(async () => {
  people = await onePersonPerRole()
})

const served = servedCalls.map((contract): [string, Call] => [contract.may, contract])
const withBody = served.filter(([, contract]) => contract.body && !contract.files)
const withQuery = served.filter(([, contract]) => contract.query)
const withIds = served.filter(([, { params }]) => params && fieldsOf(params).includes('id'))

type RequestParts = { address?: string; raw?: string; headers?: Record<string, string> }
const send = (contract: Call, { address = addressOf(contract), ...parts }: RequestParts) =>
  callApi(contract.method, address, { as: firstAllowed(people, contract.may), ...parts })

/** Codes that every call may answer. */
const SHARED_CODES = ['bad-request', 'unauthenticated', 'forbidden', 'illegal', 'too-many-requests']
/** Why an answer to random input is not acceptable, null when it is. */
function whyUnexpected({ status, code, body }: Answer, contract: Call): string | null {
  if (status < 300) return null
  const text = JSON.stringify(body)
  // A provider that does not answer has an error code of its own, with a status of 500.
  if (code === 'unexpected' || !isErrorCode(code ?? '')) return `${status} ${text}`
  const declared = [...SHARED_CODES, ...contract.errors] as string[]
  return declared.includes(code ?? '') ? null : `a code that the contract does not declare: ${text}`
}

/** Why an answer does not refuse this field with 400 and its name, null when it does. */
function whyNotRefused({ status, body }: Answer, field: string): string | null {
  const { code, message } = body as { code: string; message: string }
  const isNamed = new RegExp(`^${field}(?:[.:]|$)`).test(message)
  return status === 400 && isErrorCode(code) && isNamed ? null : `${status} ${JSON.stringify(body)}`
}

describe.each(withBody)('a body of %s', (_, contract) => {
  it('that is invalid JSON is refused', async () => {
    const answers = await Promise.all(INVALID_JSON_BODIES.map((raw) => send(contract, { raw })))
    expect(answers.map(({ status, code }) => [status, code])).toEqual(
      INVALID_JSON_BODIES.map(() => [400, 'bad-request']),
    )
  })

  it('that is not an object is refused', async () => {
    const answers = await Promise.all(NON_OBJECT_BODIES.map((raw) => send(contract, { raw })))
    expect(answers.map((answer) => whyNotRefused(answer, 'body'))).toEqual(NON_OBJECT_BODIES.map(() => null))
  })

  it('that is too large is refused', async () => {
    const raw = JSON.stringify({
      ...sampleBody(contract.body ?? expect.fail()),
      more: 'x'.repeat(contract.maxBytes ?? MAX_JSON_BYTES),
    })
    expect(whyNotRefused(await send(contract, { raw }), 'body')).toBeNull()
  })

  it('with an invalid field is refused, and the field is named', async () => {
    const bodies = invalidBodies(contract.body ?? expect.fail())
    const untried = fieldsOf(contract.body ?? expect.fail()).filter(
      (name) => !bodies.some(({ field }) => field === name),
    )
    expect(untried).toEqual([])
    const answered = bodies.map(async ({ field, body }) => {
      const raw = JSON.stringify(body)
      return { raw, why: whyNotRefused(await send(contract, { raw }), field) }
    })
    expect((await Promise.all(answered)).filter(({ why }) => why)).toEqual([])
  })

  it('cannot pollute a prototype', async () => {
    for (const name of ['__proto__', 'constructor', 'prototype'])
      expect(whyUnexpected(await send(contract, { raw: `{"${name}":{"role":1,"isAdmin":true}}` }), contract)).toBeNull()
    expect('isAdmin' in {}).toBe(false)
  })
})

describe.each(withQuery)('a query of %s', (_, contract) => {
  it('with an invalid field is refused, and the field is named', async () => {
    const answered = invalidQueries(contract.query ?? expect.fail()).map(async ({ field, query }) => {
      const answer = await send(contract, { address: `${pathOf(contract)}?${query}` })
      return { query, why: whyNotRefused(answer, field) }
    })
    expect((await Promise.all(answered)).filter(({ why }) => why)).toEqual([])
  })

  it('with an invalid page or size is refused', async () => {
    if (!fieldsOf(contract.query ?? expect.fail()).includes('page')) return
    for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=1e3', 'page=', 'page=1000001', 'page[]=1'])
      expect([query, whyNotRefused(await send(contract, { address: `${pathOf(contract)}?${query}` }), 'page')]).toEqual(
        [query, null],
      )
    for (const query of ['size=0', 'size=101', 'size=1e3', 'size=-1', 'size=x', 'size=10&size=20'])
      expect([query, whyNotRefused(await send(contract, { address: `${pathOf(contract)}?${query}` }), 'size')]).toEqual(
        [query, null],
      )
  })
})

const lists = withQuery.filter(([, contract]) => fieldsOf(contract.query ?? expect.fail()).includes('page'))
it.each(lists)('a list of %s refuses filters that it does not have', async (_, contract) => {
  const names = [
    'nobodyKnows',
    'orderDirection',
    'pagination[page]',
    'pagination.page',
    'page.size',
    'a[b][c]',
    '$where',
  ]
  const answers = await Promise.all(
    names.map((name) => send(contract, { address: `${pathOf(contract)}?${encodeURIComponent(name)}=1` })),
  )
  expect(answers.map(({ status, code }) => [status, code])).toEqual(names.map(() => [400, 'bad-request']))
  expect(answers.map(({ body }) => body)).toEqual(
    names.map((name) => expect.objectContaining({ message: `${name}: not a filter of this list` })),
  )
})

it.each(withIds)('a path of %s with an invalid id is refused', async (_, contract) => {
  for (const id of INVALID_IDS)
    expect([id, whyNotRefused(await send(contract, { address: addressOf(contract, id) }), 'id')]).toEqual([id, null])
})

it('an object in the place of a text is refused, whatever its length is said to be', async () => {
  const sent = { length: { length: {} } }
  const answers = [
    await callApi('POST', '/report/crash', { body: { host: sent, screen: sent, message: sent, stack: sent } }),
    await callApi('GET', '/user/tutor/list/onboarded?search[length][length][x]=1'),
  ]
  expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [400, 'bad-request']))
})

it('a body without a declared length is read up to the limit only', async () => {
  const chunks = Array.from({ length: 8 }, () => new TextEncoder().encode(' '.repeat(MAX_JSON_BYTES / 4)))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.pop()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const response = await fetchWorker('/api/v1/student', { method: 'POST', body })
  expect([response.status, await response.json()]).toMatchObject([400, { message: expect.stringContaining('larger') }])
})

describe('an unknown path or method', () => {
  const matches = (path: string, address: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address)

  it('is not found', async () => {
    for (const address of ['/', '/nothing', '/user/current/more', '/lesson/1/2/3', '//', '/user/%2e%2e/x', '/auth'])
      for (const method of ['GET', 'POST', 'DELETE'])
        expect([address, method, (await callApi(method, address)).code]).toEqual([address, method, 'not-found'])
  })

  it('of a known path is not found for other methods', async () => {
    for (const { path } of servedCalls)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const address = pathOf({ path })
        if (servedCalls.some((other) => other.method === method && matches(other.path, address))) continue
        expect([method, address, (await callApi(method, address)).code]).toEqual([method, address, 'not-found'])
      }
  })
})

describe('random input', () => {
  const RUNS = { numRuns: 15, endOnFailure: true }

  it.each(withBody)('as a body of %s gets an error code of the contract', async (_, contract) => {
    const sample = sampleBody(contract.body ?? expect.fail())
    const nearlyValid = Object.fromEntries(
      Object.entries(sample).map(([name, value]) => [name, fc.oneof(fc.constant(value), fc.jsonValue())]),
    )
    const bodies = fc.oneof(
      fc.json(),
      fc.record(nearlyValid, { requiredKeys: [] }).map((body) => JSON.stringify(body)),
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (raw) => {
        expect(whyUnexpected(await send(contract, { raw }), contract)).toBeNull()
      }),
      RUNS,
    )
  })

  it.each(withQuery)('as a query of %s gets an error code of the contract', async (_, contract) => {
    const names = fieldsOf(contract.query ?? expect.fail())
    const inner = fc.constantFrom('', '[]', '[gte]', '[0]', '[__proto__]', '[[', '[a][b]')
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.integer().map(String), fc.constantFrom('true', 'null'))
    const pair = fc
      .tuple(fc.oneof(fc.constantFrom(...names), fc.string()), inner, value)
      .map(([name, suffix, text]) => `${encodeURIComponent(name)}${suffix}=${encodeURIComponent(text)}`)
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 5 }), async (pairs) => {
        const answer = await send(contract, { address: `${pathOf(contract)}?${pairs.join('&')}` })
        expect(whyUnexpected(answer, contract)).toBeNull()
      }),
      RUNS,
    )
  })

  it('as credentials is refused', async () => {
    const header = fc.string({ unit: 'grapheme-ascii', maxLength: 200 }).map((text) => text.trim())
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('Bearer ', 'Basic ', ''), header, async (scheme, text) => {
        const answer = await callApi('GET', '/user/current', { headers: { authorization: `${scheme}${text}` } })
        expect(['unauthenticated', 'wrong-password', 'too-many-requests']).toContain(answer.code)
      }),
      { numRuns: 60 },
    )
  })
})
