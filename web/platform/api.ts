import { type AddressParts, type CallAddress, type HeaderParts, headersWith, pathWith } from '#contract/address'
import { refreshToken } from '#contract/calls/auth'
import type { Answer, Input } from '#contract/client'
import { BOOKMARK } from '#domain/http-caching'
import { withErasedNameIn } from '#domain/privacy/erasure'
import { language } from '#messages/language'
import { findNewerToken, forgetToken, type StoredToken, storeToken, token } from './auth-token.ts'
import { learnServerTime } from './clock.ts'
import { loadErrorWords } from './error-words.ts'
import { type Maintenance, maintenance } from './maintenance.ts'
import { API_BASE } from './origin.ts'
import { tabStorage } from './storage.ts'
import { viewToken } from './view-as.ts'

/** An error answered by the server, or code `network` without an answer. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** From the `Retry-After` header; null without it. */
  readonly retryAfterSeconds: number | null
  /** Additional data of some codes; parsed by the contract's schema or type of that code. */
  readonly details: unknown
  constructor(
    code: string,
    status: number,
    message: string,
    retryAfterSeconds: number | null = null,
    details: unknown = undefined,
  ) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

/** Also 401, but about a typed password: the token is still valid. */
const ABOUT_A_PASSWORD = ['wrong-password', 'no-password', 'second-factor-required']

/** The token was refused: sign in again. */
export const isUnauthorised = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && !ABOUT_A_PASSWORD.includes(error.code)

/** Signed in, but without permission for this call. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.code === 'forbidden'

/** There was no answer: no network, or none that leads anywhere. */
export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === 'network'

/** The record that the call names does not exist, or not for this reader. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

type Send = (address: string, request: RequestInit) => Promise<Response>

/** Cached answers are always revalidated: events tell when something has changed, and answers contain the server's time. */
let send: Send = (address, init) => fetch(address, { ...init, cache: 'no-cache' })

/** Replaces `fetch` for all calls: at the edge, by the binding to the API. */
export function sendThrough(other: Send): void {
  send = other
}

const BOOKMARK_KEY = 'hessa.bookmark'

/** The bookmark of this tab's latest write; survives a reload. */
function writtenUpTo(next: string | null = null): string | null {
  const known = tabStorage.get(BOOKMARK_KEY)
  // Bookmarks sort by time, and answers may arrive out of order.
  if (next === null || (known !== null && next < known)) return known
  tabStorage.set(BOOKMARK_KEY, next)
  return next
}

type RequestParts = AddressParts & { body?: unknown }
export type RequestOptions = HeaderParts & {
  signal?: AbortSignal
  /** Replaces `fetch` for an upload with progress. */
  send?: Send
  /** Sends no token: an expired one would make signing in fail. */
  asGuest?: boolean
  /** Sends this token instead of the stored one, which no longer belongs to the caller. */
  withToken?: StoredToken
}

export const addressOf = (call: CallAddress, parts: AddressParts): string => `${API_BASE}${pathWith(call, parts)}`

type ErrorBody = { code?: string; message?: string; details?: unknown }

/** Also loads the error texts, so that the caller can show one immediately. */
async function errorOf(response: Response): Promise<ApiError> {
  const [body] = await Promise.all([response.json().catch(() => null) as Promise<ErrorBody | null>, loadErrorWords()])
  if (body?.code === 'under-maintenance') maintenance.set(body.details as Maintenance)
  return new ApiError(
    body?.code ?? (response.status === 429 ? 'too-many-requests' : 'unexpected'),
    response.status,
    body?.message ?? response.statusText,
    Number(response.headers.get('retry-after')) || null,
    body?.details,
  )
}

function requestInit(call: CallAddress, { body }: RequestParts, options: RequestOptions): RequestInit {
  const headers = headersWith(options)
  const held = options.asGuest ? null : (options.withToken ?? token())
  const bookmark = held ? null : writtenUpTo()
  if (held) headers.authorization = `${held.type} ${held.value}`
  // A guest may be answered by a replica of the database, which must include this tab's writes (docs/decisions/011).
  if (bookmark !== null) headers[BOOKMARK] = bookmark
  const isForm = body instanceof FormData
  const signal = signalOf(options)
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  return {
    method: call.method,
    headers,
    credentials: 'include',
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }
}

/** What has no answer by then gets none: the longest acts wait three times for a payment provider, which has 20 seconds. */
const LONGEST_ANSWER_MS = 75_000

/** Also ends a request in a network that leads nowhere. An upload takes as long as it takes; an older browser has its own limit. */
function signalOf({ signal, send: ownSend }: RequestOptions): AbortSignal | undefined {
  if (ownSend || !AbortSignal.any) return signal
  const limit = AbortSignal.timeout(LONGEST_ANSWER_MS)
  return signal ? AbortSignal.any([signal, limit]) : limit
}

let recovering: Promise<boolean> | null = null

/**
 * Whether a valid token exists after this one was refused: stored by another tab, or issued by a refresh whose answer was
 * lost, which the server answers again (docs/rules/accounts.md 9.2).
 */
async function hasNextToken(held: StoredToken): Promise<boolean> {
  if (findNewerToken(held)) return true
  if (held.type !== 'Bearer' || viewToken !== null) return false
  const init = requestInit(refreshToken, {}, { withToken: held })
  const answer = await fetch(addressOf(refreshToken, {}), init).catch(() => null)
  // Another tab may have signed in or refreshed meanwhile: its token must not be deleted with the refused one.
  if (!answer?.ok) return findNewerToken(held)
  storeToken((await answer.json()) as string)
  return true
}

/** Shared by all requests that were refused at the same time. */
function recoverFrom(held: StoredToken): Promise<boolean> {
  recovering ??= hasNextToken(held).finally(() => {
    recovering = null
  })
  return recovering
}

/**
 * Makes a call. If its token is refused and a newer one exists, the call is repeated once.
 * @throws ApiError with the server's code, or `network` without an answer.
 */
export async function request<C extends CallAddress>(
  call: C,
  input: Input<C>,
  options: RequestOptions = {},
): Promise<Answer<C>> {
  const held = token()
  try {
    return await requestOnce(call, input, options)
  } catch (error) {
    const isRefused = isUnauthorised(error) && held !== null && !options.asGuest && !options.withToken
    if (!isRefused) throw error
    if (call.path !== refreshToken.path && (await recoverFrom(held))) return requestOnce(call, input, options)
    // Only the refused token is deleted: another tab may have signed in meanwhile.
    if (token()?.value === held.value) forgetToken('refused')
    throw error
  }
}

async function requestOnce<C extends CallAddress>(
  call: C,
  input: Input<C>,
  options: RequestOptions,
): Promise<Answer<C>> {
  const parts = input as RequestParts
  const sentAt = Date.now()
  let response: Response
  let answer: Answer<C> | undefined
  try {
    response = await (options.send ?? send)(addressOf(call, parts), requestInit(call, parts, options))
    learnServerTime(response.headers.get('x-server-time'), sentAt, Date.now())
    writtenUpTo(response.headers.get(BOOKMARK))
    // Part of an answer is none: the connection was lost in the middle, or a network without internet has answered itself.
    if (response.ok) answer = await answerOf(response)
  } catch (error) {
    if (options.signal?.aborted) throw error
    // Not awaited: it needs the same network.
    void loadErrorWords()
    throw new ApiError('network', 0, String(error))
  }
  if (response.ok) return answer as Answer<C>
  throw await errorOf(response)
}

async function answerOf<Body>(response: Response): Promise<Body> {
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(withErasedNameIn(language.code, text))) as Body
}
