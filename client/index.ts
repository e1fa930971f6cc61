import { type CallAddress, type HeaderParts, headersWith, pathWith } from '../contract/address.ts'
import type { Answer, Input } from '../contract/client.ts'
import type { ErrorCode } from '../domain/errors.ts'

/**
 * The client of Hessa's API for programs outside of this repository: every call by its address, with the types of its contract.
 * The browser apps have their own (`web/platform/api.ts`), which also keeps tokens and the server's time.
 */
export type { Answer, CallAddress, ErrorCode, Input }

/** A refusal of the server with its code of the catalogue, or `network` where no answer came. */
export class HessaError extends Error {
  readonly code: ErrorCode | 'network'
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  /** When to try again, in seconds, where the server says so. */
  readonly retryAfter: number | null
  /** Additional data of some codes. */
  readonly details: unknown
  constructor(
    code: ErrorCode | 'network',
    status: number,
    message: string,
    retryAfter: number | null,
    details: unknown,
  ) {
    super(message)
    this.name = 'HessaError'
    this.code = code
    this.status = status
    this.retryAfter = retryAfter
    this.details = details
  }
}

export type ClientOptions = {
  /** Where the API is served, such as `http://localhost:8787`. */
  origin: string
  /** Replaces the global `fetch`, to log requests or to send them elsewhere. */
  fetch?: typeof fetch
}

export type RequestOptions = HeaderParts & {
  /** The token of who calls, as `logIn` answers it; a guest without it. */
  token?: string
  signal?: AbortSignal
}

export type Client = {
  /**
   * Makes a call: `request(bookLesson, { body: … }, { token })`.
   * @throws HessaError with the server's code, or `network` without an answer.
   */
  request<C extends CallAddress>(call: C, input: Input<C>, options?: RequestOptions): Promise<Answer<C>>
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type Refusal = { code?: ErrorCode; message?: string; details?: unknown }

function headersOf({ body }: Parts, options: RequestOptions): Headers {
  const headers = new Headers(headersWith(options))
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
  return headers
}

function bodyOf({ body }: Parts): BodyInit | null {
  if (body === undefined) return null
  return body instanceof FormData ? body : JSON.stringify(body)
}

async function refusalOf(response: Response): Promise<HessaError> {
  const refusal = (await response.json().catch(() => ({}))) as Refusal
  return new HessaError(
    refusal.code ?? 'unexpected',
    response.status,
    refusal.message ?? response.statusText,
    Number(response.headers.get('retry-after')) || null,
    refusal.details,
  )
}

/** The client of the API at an origin. */
export function createClient({ origin, fetch: send = fetch }: ClientOptions): Client {
  return {
    async request<C extends CallAddress>(call: C, input: Input<C>, options: RequestOptions = {}): Promise<Answer<C>> {
      const parts = input as Parts
      const init: RequestInit = { method: call.method, headers: headersOf(parts, options), body: bodyOf(parts) }
      if (options.signal) init.signal = options.signal
      const response = await send(`${origin}/api/v1${pathWith(call, parts)}`, init).catch((error: unknown) => {
        if (options.signal?.aborted) throw error
        throw new HessaError('network', 0, String(error), null, undefined)
      })
      if (!response.ok) throw await refusalOf(response)
      const text = await response.text()
      return (text === '' ? undefined : JSON.parse(text)) as Answer<C>
    },
  }
}
