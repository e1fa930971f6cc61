import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call'
import { maxBytes } from '#domain/assets/kinds'
import { DomainError, isErrorCode } from '#domain/errors'
import { storeStream, type Upload } from '../files/store.ts'
import type { AppEnv } from './app-env.ts'
import { collect, type Part, partsOf } from './multipart.ts'

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
 * name (docs/rules/api.md 1.4).
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

/** No file of a small kind is larger. */
const MAX_HELD_BYTES = maxBytes.image
const MAX_DRAINED_BYTES = 2 * maxBytes.video

type Form = { text: string; value: unknown; files: Map<string, Upload> }

async function readFile(c: Context<AppEnv>, contract: Call, { name, bytes }: Part): Promise<Upload> {
  const kind = contract.large?.[name]
  if (kind) return storeStream(c.env, kind, bytes)
  const tooLarge = () => new DomainError('large-file-size', `${name}: larger than its cap`)
  return new File([await collect(bytes, MAX_HELD_BYTES, tooLarge)], name)
}

/** A browser hears a refusal only once it has sent everything. */
async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  for (let read = 0; read < MAX_DRAINED_BYTES; ) {
    const { done, value } = await chunks.next()
    if (done) return
    read += value.length
  }
}

/** A multipart call: its text fields are the body, its files stand apart. What lands in the storage is noted at once. */
async function readForm(c: Context<AppEnv>, contract: Call, uploadedKeys: string[]): Promise<Form> {
  const fields: Record<string, string> = {}
  const files = new Map<string, Upload>()
  const chunks = (c.req.raw.body ?? new Blob().stream())[Symbol.asyncIterator]()
  const body = { [Symbol.asyncIterator]: () => chunks }
  try {
    for await (const part of partsOf(body, c.req.header('content-type') ?? '')) {
      if (!part.isFile) fields[part.name] = new TextDecoder().decode(await collect(part.bytes, MAX_JSON_BYTES))
      else if (contract.files?.includes(part.name)) {
        const file = await readFile(c, contract, part)
        if (!(file instanceof File)) uploadedKeys.push(file.key)
        files.set(part.name, file)
      }
    }
  } catch (error) {
    await drain(chunks)
    throw error
  }
  return { text: JSON.stringify(fields), value: fields, files }
}

/** Reads and checks every part that the contract declares; `landed` takes the keys of files that went into the storage. */
export async function readInput(c: Context<AppEnv>, contract: Call, uploadedKeys: string[]) {
  const params = contract.params && parse(contract.params, c.req.param(), 'path')
  const query = contract.query && parse(contract.query, readQuery(new URL(c.req.url).searchParams), 'query')
  const none: Form = { text: '', value: undefined, files: new Map() }
  const json = async () => (contract.body ? { ...none, ...(await readJson(c.req.raw)) } : none)
  const read = contract.files ? await readForm(c, contract, uploadedKeys) : await json()
  const body = contract.body && parse(contract.body, read.value, 'body')
  return { params, query, body, bodyText: read.text, files: read.files }
}
