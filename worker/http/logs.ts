import type { Context, MiddlewareHandler } from 'hono'
import { normalEmail } from '#domain/users/email'
import type { Env } from '../env.ts'
import type { AppEnv } from './app-env.ts'
import { readClock } from './clock.ts'
import { keyedHash } from './encryption.ts'
import { ipOf } from './identity.ts'

const RANK = { info: 0, warn: 1, error: 2 } as const

/** Logs one line of JSON, whose fields the platform's log search can filter. Levels below `LOG_LEVEL` are not logged. */
export function log(env: Env, level: keyof typeof RANK, event: string, facts: Record<string, unknown>): void {
  if (RANK[level] < RANK[env.LOG_LEVEL ?? 'info']) return
  // biome-ignore lint/suspicious/noConsole: the platform's log is the console
  console[level](JSON.stringify({ level, event, ...facts }))
}

/** The calls by which somebody signs in or gets a code for it. */
const SIGN_INS: readonly (string | undefined)[] = [
  'auth.password',
  'auth.google',
  'auth.secondFactor',
  'verification.sendPassword',
  'verification.confirmPassword',
]
const HASH_LENGTH = 16

function emailIn(text: string | undefined): string | null {
  try {
    const { email } = JSON.parse(text ?? '') as { email?: unknown }
    return typeof email === 'string' ? normalEmail(email) : null
  } catch {
    return null
  }
}

/**
 * What shows in the log that sign-ins belong together, without saying whose they are: keyed hashes of the network and of the address
 * that was typed (docs/rules/api.md 8.2).
 */
async function signInFacts(c: Context<AppEnv>): Promise<Record<string, string>> {
  if (!SIGN_INS.includes(c.var.call?.may)) return {}
  const hashOf = async (of: string) => (await keyedHash(c.env, 'request-log', of)).slice(0, HASH_LENGTH)
  const email = emailIn(c.var.sent?.text)
  return {
    network: await hashOf(`network ${ipOf(c)}`),
    ...(email === null ? {} : { account: await hashOf(`account ${email}`) }),
  }
}

/**
 * Logs every request with its call, status, account, duration and use of the database; never its path, body or query, which
 * contain personal data (docs/rules/api.md 8.2).
 */
export const logRequests: MiddlewareHandler<AppEnv> = async (c, next) => {
  const start = readClock()
  await next()
  log(c.env, c.res.status >= 500 ? 'error' : 'info', 'request', {
    requestId: c.var.requestId,
    method: c.req.method,
    call: c.var.call?.may,
    status: c.res.status,
    code: c.var.errorCode,
    actor: c.var.actor?.id,
    role: c.var.actor?.role,
    // Under a view-as token the actor is the account that is viewed.
    viewer: c.var.session?.viewAs?.viewerId,
    view: c.var.session?.viewAs?.id,
    ...(await signInFacts(c)),
    ms: readClock() - start,
    database: c.var.databaseUse,
  })
}
