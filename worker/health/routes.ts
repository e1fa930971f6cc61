import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { KEY_CHECK_PATH } from '#contract/provider-keys'
import type { Env } from '../env.ts'
import type { AppEnv } from '../http/app-env.ts'
import { answerNotFound } from '../http/errors.ts'
import { isSameBytes } from '../http/signatures.ts'
import { tryProviderKeys } from './provider-keys.ts'

/** Whether it is the word of which `KEY_CHECK` is the SHA-256. Whoever deploys makes a new one each time and forgets it afterwards. */
function isDeployersWord(env: Env, word: string): boolean {
  const given = createHash('sha256').update(word).digest()
  return isSameBytes(Buffer.from(env.KEY_CHECK ?? '', 'hex'), given)
}

/**
 * Asks each provider whether it knows our keys (docs/rules/api.md 1.11). No call of the contract: it is for the deployment alone, and
 * for anybody else there is nothing at this path. Mounted before authentication, since the word stands where a person's token would.
 */
export const keyCheckRoutes = new Hono<AppEnv>().get(KEY_CHECK_PATH, async (c) => {
  const [, word = ''] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? []
  return isDeployersWord(c.env, word) ? c.json({ keys: await tryProviderKeys(c.env) }) : answerNotFound(c)
})
