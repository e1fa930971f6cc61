import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { acceptedKeys, type Env } from '../../env.ts'
import { isSameBytes } from '../../http/signatures.ts'
import { ProviderUnreachable } from '../request-json.ts'

const PUBLIC_BASE = {
  production: 'https://www.atfawry.com',
  staging: 'https://atfawry.fawrystaging.com',
  local: 'https://atfawry.fawrystaging.com',
} as const

/** The gateway's base address; `FAWRY_BASE_URL` overrides it. */
export const baseOf = (env: Env): string => env.FAWRY_BASE_URL ?? PUBLIC_BASE[env.ENVIRONMENT]

type Signed = readonly (string | number | null | undefined)[]

const signedBy = (key: string, values: Signed): string =>
  createHash('sha256')
    .update([...values, key].map((value) => value ?? '').join(''))
    .digest('hex')

/** SHA-256, in hexadecimal, of the values joined without a separator, the secure key last; null counts as empty (docs/rules/money.md 6.2). */
export const signatureOf = (env: Env, values: Signed): string => signedBy(env.FAWRY_SECURE_KEY, values)

/** Whether Fawry has signed the values, in capitals too. */
export const isSignedByFawry = (env: Env, values: Signed, given: string): boolean =>
  acceptedKeys(env, 'FAWRY_SECURE_KEY').some((key) =>
    isSameBytes(Buffer.from(signedBy(key, values)), Buffer.from(given.toLowerCase())),
  )

export type GatewayRefusal = { isOk: false; code: string; message: string }

const code = z.union([z.int(), z.string().check(z.minLength(1))])
const text = z.nullish(z.string())
/** The endpoints use different field names for the code and the message. */
const outcome = z.object({
  statusCode: z.nullish(code),
  code: z.nullish(code),
  statusDescription: text,
  description: text,
  reason: text,
})

/**
 * Parses a refusal from a response that is not an acceptance. A refusal has its own code, or a status from 400 to 499.
 * @throws ProviderUnreachable for any other response, which does not tell whether the request was executed.
 */
export function refusalOf(body: Record<string, unknown>, status: number): GatewayRefusal {
  const read = outcome.safeParse(body)
  const { statusCode, code: other, statusDescription, description, reason } = read.data ?? {}
  const given = statusCode ?? other ?? (status >= 400 && status < 500 ? status : null)
  if (given === null || Number(given) === 200) throw new ProviderUnreachable(`the answer (${status}) is not readable`)
  return { isOk: false, code: String(given), message: statusDescription ?? description ?? reason ?? '' }
}

/** Success is a code of 200 in the body, whatever the HTTP status. */
export const isAccepted = (body: Record<string, unknown>): boolean =>
  String(body.statusCode ?? body.code ?? '') === '200'
