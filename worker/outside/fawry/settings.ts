import { createHash, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../env.ts'

const PUBLIC_BASE = {
  production: 'https://www.atfawry.com',
  staging: 'https://atfawry.fawrystaging.com',
  local: 'https://atfawry.fawrystaging.com',
} as const

/** Where the gateway is: its own address, unless the environment says another. */
export const baseOf = (env: Env): string => env.FAWRY_BASE_URL ?? PUBLIC_BASE[env.ENVIRONMENT]

/**
 * SHA-256 of the values joined bare, the secure key last; an absent value counts as nothing (docs/rules/money.md 6.2).
 */
export const signatureOf = (env: Env, values: readonly (string | number | null | undefined)[]): string =>
  createHash('sha256')
    .update([...values, env.FAWRY_SECURE_KEY].map((value) => value ?? '').join(''))
    .digest('hex')

/** Whether a signature is ours, in a time that does not tell where it differs. */
export function isSignedBy(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given.toLowerCase())]
  return one.length === other.length && timingSafeEqual(one, other)
}

export type Refused = { isOk: false; code: string; words: string }

/** A refusal in the gateway's own words; its calls name the code differently. */
export const refusedWith = (body: Record<string, unknown>, status: number): Refused => ({
  isOk: false,
  code: String(body.statusCode ?? body.code ?? status),
  words: String(body.statusDescription ?? body.description ?? body.reason ?? ''),
})

/** A code of 200 means done, whatever the HTTP status says. */
export const isAccepted = (body: Record<string, unknown>): boolean =>
  Number(body.statusCode ?? body.code ?? Number.NaN) === 200
