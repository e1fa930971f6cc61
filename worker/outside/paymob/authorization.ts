import * as z from 'zod/mini'
import { type Instant, minutes } from '#domain/cairo'
import type { Env } from '../../env.ts'
import { readTimer } from '../../http/clock.ts'
import { type ProviderRequest, type ProviderResponse, ProviderUnreachable, requestJson } from '../request-json.ts'

/** Paymob's base address; `PAYMOB_BASE_URL` overrides it. */
export const baseOf = (env: Env): string => env.PAYMOB_BASE_URL ?? 'https://accept.paymob.com'

/** Opens the calls that move money: intention and refund (docs/rules/money.md 7.6). */
export const secretKeyHeader = (env: Env) => ({ authorization: `Token ${env.PAYMOB_SECRET_KEY}` })

/** Paymob's tokens are valid for an hour. */
const TOKEN_LIFETIME = minutes(50)

/**
 * The bearer tokens of one of Paymob's services. The latest is cached in this isolate, for the account (`accountOf`) that it
 * was issued to by `issue`.
 */
export function bearerTokens(
  accountOf: (env: Env) => string | undefined,
  issue: (env: Env) => Promise<string>,
): {
  /** @throws ProviderUnreachable where none is issued: nothing was sent then. */
  tokenOf: (env: Env) => Promise<string>
  /** Sends a request with the token; one that is refused is renewed once. @throws ProviderUnreachable */
  send: (env: Env, url: string, request: ProviderRequest) => Promise<ProviderResponse>
} {
  let current: { account: string | undefined; token: string; until: Instant } | null = null
  const renew = async (env: Env): Promise<string> => {
    const token = await issue(env)
    current = { account: accountOf(env), token, until: readTimer() + TOKEN_LIFETIME }
    return token
  }
  const tokenOf = async (env: Env): Promise<string> =>
    current !== null && current.account === accountOf(env) && readTimer() < current.until ? current.token : renew(env)
  const send = async (env: Env, url: string, request: ProviderRequest): Promise<ProviderResponse> => {
    const sendWith = (token: string) => requestJson(url, { ...request, headers: { authorization: `Bearer ${token}` } })
    const response = await sendWith(await tokenOf(env))
    return response.status === 401 ? sendWith(await renew(env)) : response
  }
  return { tokenOf, send }
}

const issued = z.object({ token: z.string().check(z.minLength(1)) })

/** @throws ProviderUnreachable where Paymob issues none: nothing is then known about any order. */
async function issueToken(env: Env): Promise<string> {
  const { status, body } = await requestJson(`${baseOf(env)}/api/auth/tokens`, {
    method: 'POST',
    body: { api_key: env.PAYMOB_API_KEY },
  })
  const read = issued.safeParse(body)
  if (status >= 300 || !read.success) throw new ProviderUnreachable(`no token of inquiries (${status})`)
  return read.data.token
}

const inquiryTokens = bearerTokens((env) => env.PAYMOB_API_KEY, issueToken)

/**
 * Sends an inquiry, which Paymob opens with a token of its own and not with the secret key (docs/rules/money.md 7.6). A token
 * that is refused is renewed once.
 * @throws ProviderUnreachable
 */
export const inquire = (env: Env, path: string, request: ProviderRequest): Promise<ProviderResponse> =>
  inquiryTokens.send(env, `${baseOf(env)}${path}`, request)
