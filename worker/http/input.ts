import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call'
import { DomainError, isErrorCode } from '#domain/errors'
import type { AppEnv } from './app-env.ts'

export const MAX_JSON_BYTES = 64 * 1024

type Nested = { [key: string]: string | string[] | Nested }

/** `a=1&b[]=2&c[gte]=3` -> `{ a: '1', b: ['2'], c: { gte: '3' } }`; a repeated key becomes a list. */
export function readQuery(params: URLSearchParams): Nested {
  const query: Nested = Object.create(null)
  for (const [name, value] of params) {
    const [, key = '', inner] = /^(\w+)(?:\[(\w*)\])?$/.exec(name) ?? []
    if (!key || key === '__proto__') continue
    const present = query[key]
    if (inner && !/^\d+$/.test(inner))
      query[key] = { ...(typeof present === 'object' && !Array.isArray(present) ? present : {}), [inner]: value }
    else if (Array.isArray(present)) present.push(value)
    else if (typeof present === 'string') query[key] = [present, value]
    else query[key] = inner === undefined ? value : [value]
  }
  return query
}

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

/** The body's text and what it says; no body at all reads as an empty object, so that a missing field is named. */
export async function readJson(request: Request): Promise<{ text: string; value: unknown }> {
  const text = await readText(request, MAX_JSON_BYTES)
  if (text === '') return { text, value: {} }
  try {
    return { text, value: JSON.parse(text) }
  } catch {
    throw new DomainError('bad-request', 'body: not valid JSON')
  }
}

const where = (part: string, path: PropertyKey[]) => (path.length > 0 ? path.join('.') : part)

/**
 * @throws DomainError the named field code when a rule of `domain/` refused, otherwise `bad-request` with the field's
 * name (facts: accounts 1.1).
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown, part: string): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const message = issue?.message ?? 'invalid'
  const field = where(part, issue?.path ?? [])
  throw isErrorCode(message)
    ? new DomainError(message, `${field}: ${message}`)
    : new DomainError('bad-request', `${field}: ${message}`)
}

/** A multipart call: its text fields are the body, its files stand apart. */
async function readForm(c: Context<AppEnv>): Promise<{ text: string; value: unknown; files: Map<string, File> }> {
  const form = await c.req.formData().catch(() => {
    throw new DomainError('bad-request', 'body: not valid multipart form data')
  })
  const fields: Record<string, string> = {}
  const files = new Map<string, File>()
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else files.set(name, value)
  }
  return { text: JSON.stringify(fields), value: fields, files }
}

/** Reads and checks every part that the contract declares. */
export async function readInput(c: Context<AppEnv>, contract: Call) {
  const params = contract.params && parse(contract.params, c.req.param(), 'path')
  const query = contract.query && parse(contract.query, readQuery(new URL(c.req.url).searchParams), 'query')
  const none = { text: '', value: undefined, files: new Map<string, File>() }
  const read = contract.files ? await readForm(c) : contract.body ? { ...none, ...(await readJson(c.req.raw)) } : none
  const body = contract.body && parse(contract.body, read.value, 'body')
  return { params, query, body, bodyText: read.text, files: read.files }
}
