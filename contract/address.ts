import { withoutControls } from '#domain/text'

/** Where a call is made, which is all of its contract that a client needs at run time: its types are in `client.ts`. */
export type CallAddress = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`, with `:name` for parameters. */
  path: `/${string}`
}

/** The address of a call; its literal types are kept. */
export const address = <const M extends CallAddress['method'], const P extends CallAddress['path']>(
  method: M,
  path: P,
) => ({ method, path })

/** The values that a request carries in its address. */
export type AddressParts = { params?: Record<string, unknown>; query?: Record<string, unknown> }

// Without half characters, which no address can hold, and without control characters, which the server takes out.
const encoded = (value: unknown): string => encodeURIComponent(withoutControls(String(value)))

/** One field of a query: lists as `name[]`, objects as `name[key]`; what is absent or empty is left out. */
function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return []
  if (Array.isArray(value)) return value.map((item) => `${encoded(`${name}[]`)}=${encoded(item)}`)
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
  return [`${encoded(name)}=${encoded(value)}`]
}

/** The path and the query of a request, below `/api/v1`. */
export function pathWith(call: CallAddress, { params = {}, query = {} }: AddressParts): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encoded(params[name]))
  const pairs = Object.entries(query).flatMap(([name, value]) => pairsOf(name, value))
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** What a client may say of a request besides its body. */
export type HeaderParts = {
  /** A call that creates has its effect once, however often it is sent with this key (docs/rules/api.md 6.1). */
  idempotencyKey?: string
  /** The `updatedAt` of the record as it was read; if it has changed since, the answer is `version-conflict`. */
  version?: string
  /** The reason of a member of staff, for the audit log. */
  reason?: string
}

/** The headers that say it. */
export function headersWith({ idempotencyKey, version, reason }: HeaderParts): Record<string, string> {
  const headers: Record<string, string> = {}
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  if (version) headers['if-match'] = `"${version}"`
  // Header values only allow Latin characters.
  if (reason) headers['x-reason'] = encodeURIComponent(reason)
  return headers
}
