/** Google's stand-in in memory, and what a browser does with it. */

import { beforeEach, vi } from 'vitest'
import { bindings, callApi, fetchWorker } from '#tests/people'
import type { AccountStore } from '../../dev/world/google/accounts.ts'
import { GOOGLE_HOSTS, googleProvider } from '../../dev/world/google/provider.ts'

export const storage = new Map<string, unknown>()
const accountStore: AccountStore = {
  get: <T>(key: string) => storage.get(key) as T | undefined,
  put: (key, value) => {
    storage.set(key, value)
  },
  list: <T>(prefix: string) => [...storage].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value as T),
  now: async () => Date.now(),
}
export const google = googleProvider(accountStore)
export const AUDIENCE = bindings.GOOGLE_CLIENT_ID

export const network = { isUnreachable: false }

/** Sends the product's requests to Google to the stand-in, until globals are no longer stubbed. */
export const stubGoogle = () =>
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { host } = new URL(request.url)
    if (!GOOGLE_HOSTS.includes(host)) return Response.json({ id: 'accepted', messages: [{ id: 'accepted' }] })
    if (network.isUnreachable) throw new TypeError('Network connection lost.')
    return google.fetch(request)
  })

/** As `stubGoogle`, for every test of a file. */
export function openGoogle(): void {
  beforeEach(() => {
    network.isUnreachable = false
    stubGoogle()
    return () => {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })
}

export type Tokens = { id_token: string; access_token: string }
export type SignedIn = {
  user: { id: number; email: string; role: number; verifiedEmail: boolean; hasPassword: boolean }
  token: string
}

export const tokens = async (email: string, more: object = {}): Promise<Tokens> => {
  const body = JSON.stringify({ email, audience: AUDIENCE, ...more })
  return (await google.fetch(new Request('https://world/tokens', { method: 'POST', body }))).json() as Promise<Tokens>
}
export const logIn = (token: string, more: object = {}, ip = crypto.randomUUID()) =>
  callApi('POST', '/auth/google', { body: { token, type: 'id-token', ...more }, headers: { 'cf-connecting-ip': ip } })
export const signIn = async (email: string, more: object = {}, options: object = {}) =>
  logIn((await tokens(email, options)).id_token, more)

export const [app = ''] = bindings.WEB_ORIGINS.split(',')
export const RETURN_PAGE = `${app}/login`

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
export const newVerifier = () => base64url(crypto.getRandomValues(new Uint8Array(32)))
export const challengeOf = async (verifier: string) =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

type Start = { redirectUri?: string; verifier?: string; state?: string }

/** The answer to a browser that begins a sign-in. */
export const startSignIn = async ({
  redirectUri = RETURN_PAGE,
  verifier = newVerifier(),
  state = 'state-12345',
}: Start) =>
  fetchWorker(
    `/api/v1/auth/google?${new URLSearchParams({ redirectUri, state, challenge: await challengeOf(verifier) })}`,
    { redirect: 'manual' },
  )

/** The address at which Google's page is shown. */
export const consentAddress = async (start: Start): Promise<URL> =>
  new URL((await startSignIn(start)).headers.get('location') ?? '')

/** Where Google's page sends the browser after its form was sent. */
export const submitConsent = async (address: URL, fields: Record<string, string>): Promise<URL> => {
  const answer = await google.fetch(new Request(address, { method: 'POST', body: new URLSearchParams(fields) }))
  return new URL(answer.headers.get('location') ?? '')
}

export type Brought = { code: string; verifier: string; redirectUri: string }

/** What a browser brings back of a whole sign-in at Google. */
export async function signInAtGoogle(
  email: string,
  { redirectUri = RETURN_PAGE, verified = true } = {},
): Promise<Brought> {
  const verifier = newVerifier()
  const address = await consentAddress({ redirectUri, verifier })
  const back = await submitConsent(address, { email, name: 'سارة', verified: verified ? 'on' : '' })
  return { code: back.searchParams.get('code') ?? '', verifier, redirectUri }
}

/** Signs in with what a browser has brought back. */
export const enter = (brought: Brought, more: object = {}) =>
  callApi('POST', '/auth/google', {
    body: { type: 'code', ...brought, ...more },
    headers: { 'cf-connecting-ip': crypto.randomUUID() },
  })

/** Goes on with a sign-in that was refused. */
export const goOn = (continuation: string, more: object) => logIn(continuation, { type: 'continued', ...more })
