import { zValidator } from '@hono/zod-validator'
import type { MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import type { Body, Call, Params, Query } from '#contract/call'
import { DomainError, isErrorCode } from '#domain/errors'
import type { AppEnv } from './app-env.ts'
import { readForm } from './form.ts'

export const MAX_JSON_BYTES = 64 * 1024

type Nested = { [key: string]: string | string[] | Nested }

/**
 * `{ a: '1', 'b[]': '2', 'c[gte]': '3' }` → `{ a: '1', b: ['2'], c: { gte: '3' } }`; a repeated key is a list. The value has
 * no prototype, so that no name of a query can reach one.
 */
export function nestQuery(flat: Readonly<Record<string, string | string[]>>): Nested {
  const query: Nested = Object.create(null)
  for (const [name, value] of Object.entries(flat)) {
    const [, key = '', inner] = /^(\w+)(?:\[(\w*)\])?$/.exec(name) ?? []
    if (!key || key === '__proto__') continue
    const present = query[key]
    const values = [value].flat()
    if (inner && !/^\d+$/.test(inner)) {
      const others = typeof present === 'object' && !Array.isArray(present) ? present : {}
      query[key] = { ...others, [inner]: values.at(-1) ?? '' }
    } else if (typeof present === 'string' || Array.isArray(present)) query[key] = [present, values].flat()
    else query[key] = inner === undefined ? value : values
  }
  return query
}

const nested = z.transform((flat: Readonly<Record<string, string | string[]>>): unknown => nestQuery(flat))

/** Reads at most `limit` bytes of a body, whatever its headers claim. */
async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () => new DomainError('bad-request', `body: larger than ${limit} bytes`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    if (bytes > limit) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * Reads a JSON body of at most 64 KiB and replaces the request by one that the validator after it can read: Hono itself would
 * read a body of any size, skip one whose type does not say JSON, and refuse an empty one. An empty body counts as an empty
 * object, so that the refusal names the missing field.
 */
const readJson: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { url, method } = c.req.raw
  const text = await readText(c.req.raw, MAX_JSON_BYTES)
  const headers = new Headers(c.req.raw.headers)
  headers.set('content-type', 'application/json')
  c.req.raw = new Request(url, { method, headers, body: text === '' ? '{}' : text })
  c.set('sent', { text, files: new Map() })
  await next()
}

/** What a refusal calls a part as a whole, where no field of it can be named. */
const PART_NAMES = { param: 'path', query: 'query', json: 'body', form: 'body' } as const

type Target = keyof typeof PART_NAMES
type Result = { success: boolean; error?: { issues: readonly z.core.$ZodIssue[] }; target: Target }

/**
 * @throws DomainError the named field code when a rule of `domain/` refused, otherwise `bad-request` with the field's
 * name (docs/rules/api.md 1.4).
 */
function refuseInvalid({ success, error, target }: Result): void {
  if (success) return
  const [issue] = error?.issues ?? []
  const message = issue?.message ?? 'invalid'
  const field = issue && issue.path.length > 0 ? issue.path.join('.') : PART_NAMES[target]
  throw isErrorCode(message)
    ? new DomainError(message, `${field}: ${message}`)
    : new DomainError('bad-request', `${field}: ${message}`)
}

/** What the validators of a call have made of its parts: `c.req.valid('query')` and its like. */
export type Validated<C extends Call> = { out: { param: Params<C>; query: Query<C>; json: Body<C>; form: Body<C> } }

/** The middleware that reads and checks each part that the call declares: path, query, then the body with its files. */
export function validators(contract: Call): MiddlewareHandler<AppEnv>[] {
  const { params, query, body, files } = contract
  const chain: MiddlewareHandler<AppEnv>[] = []
  if (params) chain.push(zValidator('param', params, refuseInvalid))
  if (query) chain.push(zValidator('query', z.pipe(nested, query), refuseInvalid))
  if (files) chain.push(readForm(contract))
  else if (body) chain.push(readJson)
  if (body) chain.push(zValidator(files ? 'form' : 'json', body, refuseInvalid))
  return chain
}
