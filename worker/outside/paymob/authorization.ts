import * as z from 'zod/mini'
import { type Instant, minutes } from '#domain/cairo'
import type { Env } from '../../env.ts'
import { readTimer } from '../../http/clock.ts'
import { type ProviderRequest, type ProviderResponse, ProviderUnreachable, requestJson } from '../request-json.ts'

/** Paymob's base address; `PAYMOB_BASE_URL` overrides it. */
export const baseOf = (env: Env): string => env.PAYMOB_BASE_URL ?? 'https://accept.paymob.com'

/** Opens the calls that move money: intention and refund (docs/rules/money.md 7.6). */
export const secretKeyHeader = (env: Env) => ({ authorization: `Token ${env.PAYMOB_SECRET_KEY}` })

/** Paymob's tokens of inquiries are valid for an hour. */
const TOKEN_LIFETIME = minutes(50)

/** The token of this isolate, with the key that it was issued for. */
let current: { apiKey: string; token: string; until: Instant } | null = null

const issued = z.object({ token: z.string().check(z.minLength(1)) })

/** @throws ProviderUnreachable where Paymob issues none: nothing is then known about any order. */
async function issueToken(env: Env): Promise<string> {
  const { status, body } = await requestJson(`${baseOf(env)}/api/auth/tokens`, {
    method: 'POST',
    body: { api_key: env.PAYMOB_API_KEY },
  })
  const read = issued.safeParse(body)
  if (status >= 300 || !read.success) throw new ProviderUnreachable(`no token of inquiries (${status})`)
  const { token } = read.data
  current = { apiKey: env.PAYMOB_API_KEY, token, until: readTimer() + TOKEN_LIFETIME }
  return token
}

async function tokenOf(env: Env): Promise<string> {
  const isValid = current !== null && current.apiKey === env.PAYMOB_API_KEY && readTimer() < current.until
  return isValid && current ? current.token : issueToken(env)
}

/**
 * Sends an inquiry, which Paymob opens with a token of its own and not with the secret key (docs/rules/money.md 7.6). A token
 * that is refused is renewed once.
 * @throws ProviderUnreachable
 */
export async function inquire(env: Env, path: string, request: ProviderRequest): Promise<ProviderResponse> {
  const send = (token: string) =>
    requestJson(`${baseOf(env)}${path}`, { ...request, headers: { authorization: `Bearer ${token}` } })
  const response = await send(await tokenOf(env))
  return response.status === 401 ? send(await issueToken(env)) : response
}
