import { zValidator } from '@hono/zod-validator'
import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import * as z from 'zod/mini'
import { type Body, type Call, type Params, type Query, takesJson } from '#contract/call'
import { DomainError, isErrorCode } from '#domain/errors'
import { withoutControls } from '#domain/text'
import type { AppEnv } from './app-env.ts'
import { readForm } from './form.ts'

export const MAX_JSON_BYTES = 64 * 1024

type Nested = { [key: string]: string | string[] | Nested }

/**
 * `{ a: '1', 'b[]': '2', 'c[gte]': '3' }` → `{ a: '1', b: ['2'], c: { gte: '3' } }`; a repeated key becomes a list. `b[]=` is
 * the empty list, which is omitted because it filters nothing (docs/rules/api.md 3.2). The result has no prototype, so no
 * query key can reach one.
 */
export function nestQuery(flat: Readonly<Record<string, string | string[]>>): Nested {
  const query: Nested = Object.create(null)
  for (const [name, value] of Object.entries(flat)) {
    const [, key = '', inner] = /^([\w.]+)(?:\[(\w*)\])?$/.exec(name) ?? []
    if (!key || key === '__proto__') continue
    const present = query[key]
    const values = [value].flat()
    if (inner === '' && values.every((one) => one === '')) continue
    if (inner && !/^\d+$/.test(inner)) {
      const others = typeof present === 'object' && !Array.isArray(present) ? present : {}
      query[key] = { ...others, [inner]: values.at(-1) ?? '' }
    } else if (typeof present === 'string' || Array.isArray(present)) query[key] = [present, values].flat()
    else query[key] = inner === undefined ? value : values
  }
  return query
}

type Flat = Readonly<Record<string, string | string[]>>

const nested = z.transform((flat: Flat): unknown => nestQuery(flat))

/** A list refuses unknown filters: an ignored filter would look as if it had been applied (docs/rules/api.md 3.8). */
function unknownRefused(query: z.ZodMiniType): z.ZodMiniType {
  const known = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : []
  if (!known.includes('page')) return nested
  const isKnown = (name: string) => known.includes(/^\w*/.exec(name)?.[0] ?? '') && /^\w+(?:\[\w*\])?$/.test(name)
  const named = z.check<Flat>((context) => {
    const unknown = Object.keys(context.value).find((name) => !isKnown(name))
    if (unknown === undefined) return
    context.issues.push({ code: 'custom', path: [unknown], message: 'not a filter of this list', input: context.value })
  })
  return z.pipe(z.custom<Flat>().check(named), nested)
}

/** Reads at most `limit` bytes of a body, whatever its `content-length` says. */
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
 * Reads a JSON body of at most `limit` bytes and replaces the request by one that the validator can read: Hono would read a body
 * of any size, skip one whose content type is not JSON, and refuse an empty one. An empty body counts as an empty object,
 * so that the error names the missing field.
 */
const readJson =
  (limit: number): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { url, method } = c.req.raw
    const text = await readText(c.req.raw, limit)
    const headers = new Headers(c.req.raw.headers)
    headers.set('content-type', 'application/json')
    c.req.raw = new Request(url, { method, headers, body: text === '' ? '{}' : text })
    c.set('sent', { text, files: new Map() })
    await next()
  }

/** Several times as deep as what any call takes. */
const MAX_DEPTH = 32

/**
 * Every text of an input without control characters, whatever call it belongs to (docs/rules/api.md 4.5).
 * @throws DomainError for an input nested so deeply that walking it would exhaust the stack (docs/rules/api.md 1.4).
 */
function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutControls(value)
  if (value === null || typeof value !== 'object' || value instanceof Blob) return value
  if (depth === MAX_DEPTH) throw new DomainError('bad-request', `body: nested more than ${MAX_DEPTH} levels deep`)
  if (Array.isArray(value)) return value.map((inner) => cleaned(inner, depth + 1))
  // An object with a prototype: a length check compares what a `length` holds, which throws for one without.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner, depth + 1)]))
}
const cleanThen = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(z.transform((input) => cleaned(input)) as z.ZodMiniType, schema)

/** The name of a part in an error that concerns no single field of it. */
const PART_NAMES = { param: 'path', query: 'query', json: 'body', form: 'body' } as const

type Target = keyof typeof PART_NAMES
type Result = { success: boolean; error?: { issues: readonly z.core.$ZodIssue[] }; target: Target }

/**
 * @throws DomainError the code that a rule of `domain/` gave, otherwise `bad-request` with the field's name
 * (docs/rules/api.md 1.4).
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

/** The validated parts of a call, as `c.req.valid('query')` and the like return them. */
export type Validated<C extends Call> = { out: { param: Params<C>; query: Query<C>; json: Body<C>; form: Body<C> } }

const JSON_TYPE = /^application\/json\b/i

/**
 * Reads and validates the body: JSON, or a form for a call with files; such a call also accepts JSON when no file is sent.
 */
function bodyValidators(contract: Call): MiddlewareHandler<AppEnv>[] {
  const { body, files } = contract
  const json: MiddlewareHandler<AppEnv>[] = []
  const form: MiddlewareHandler<AppEnv>[] = [readForm(contract)]
  if (body) {
    json.push(readJson(contract.maxBytes ?? MAX_JSON_BYTES), zValidator('json', cleanThen(body), refuseInvalid))
    form.push(zValidator('form', cleanThen(body), refuseInvalid))
  }
  if (!files) return json
  if (!takesJson(contract)) return form
  const [asJson, asForm] = [every(...json), every(...form)]
  return [(c, next) => (JSON_TYPE.test(c.req.header('content-type') ?? '') ? asJson(c, next) : asForm(c, next))]
}

/** The middleware that reads and checks each part that the call declares: path, query, then the body with its files. */
export function validators(contract: Call): MiddlewareHandler<AppEnv>[] {
  const { params, query } = contract
  const chain: MiddlewareHandler<AppEnv>[] = []
  if (params) chain.push(zValidator('param', cleanThen(params), refuseInvalid))
  if (query) chain.push(zValidator('query', z.pipe(unknownRefused(query), cleanThen(query)), refuseInvalid))
  return [...chain, ...bodyValidators(contract)]
}
