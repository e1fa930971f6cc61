import { createHash, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../env.ts'

const PUBLIC_BASE = {
  production: 'https://www.atfawry.com',
  staging: 'https://atfawry.fawrystaging.com',
  local: 'https://atfawry.fawrystaging.com',
} as const

/** The gateway's base address; `FAWRY_BASE_URL` overrides it. */
export const baseOf = (env: Env): string => env.FAWRY_BASE_URL ?? PUBLIC_BASE[env.ENVIRONMENT]

/** SHA-256, in hexadecimal, of the values joined without a separator, the secure key last; null counts as empty (docs/rules/money.md 6.2). */
export const signatureOf = (env: Env, values: readonly (string | number | null | undefined)[]): string =>
  createHash('sha256')
    .update([...values, env.FAWRY_SECURE_KEY].map((value) => value ?? '').join(''))
    .digest('hex')

/** Compares in constant time, so that the duration does not reveal how many characters were right. */
export function isSameSignature(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given.toLowerCase())]
  return one.length === other.length && timingSafeEqual(one, other)
}

export type GatewayRefusal = { isOk: false; code: string; message: string }

/** Reads a refusal from a response; the gateway's endpoints use different field names for the code and the message. */
export const refusalOf = (body: Record<string, unknown>, status: number): GatewayRefusal => ({
  isOk: false,
  code: String(body.statusCode ?? body.code ?? status),
  message: String(body.statusDescription ?? body.description ?? body.reason ?? ''),
})

/** Success is a code of 200 in the body, whatever the HTTP status. */
export const isAccepted = (body: Record<string, unknown>): boolean =>
  Number(body.statusCode ?? body.code ?? Number.NaN) === 200
