import * as z from 'zod/mini'
import type { Env } from '../../env.ts'
import { requestJson } from '../request-json.ts'
import { ACCEPTED, refusedKey, type TriedKey, triedByStatus, unclearKey } from '../tried-key.ts'
import { baseOf, secretKeyHeader } from './authorization.ts'

const issued = z.object({ token: z.string().check(z.minLength(1)) })
const secret = z.object({ hmac_secret: z.string() })

/**
 * Tries the API key by a token of inquiries, and compares the HMAC secret with that of the account, as the provider's own plugins
 * read it.
 * @throws ProviderUnreachable
 */
export async function tryInquiryKeys(env: Env): Promise<TriedKey> {
  const opened = await requestJson(`${baseOf(env)}/api/auth/tokens`, {
    method: 'POST',
    body: { api_key: env.PAYMOB_API_KEY },
  })
  const token = issued.safeParse(opened.body)
  if (!token.success) return triedByStatus(opened, 'PAYMOB_API_KEY')
  const response = await requestJson(`${baseOf(env)}/api/auth/hmac_secret/get_hmac`, {
    method: 'GET',
    headers: { authorization: `Bearer ${token.data.token}` },
  })
  const read = secret.safeParse(response.body)
  if (!read.success) return unclearKey(response)
  return read.data.hmac_secret === env.PAYMOB_HMAC_SECRET
    ? ACCEPTED
    : refusedKey('PAYMOB_HMAC_SECRET: the account has another one')
}

/** The statuses by which Paymob refuses what an intention holds, after it has read who sends it. */
const INCOMPLETE = [400, 404, 406, 422]

/**
 * Tries the secret key, which opens no read call, by an intention without its fields: Paymob refuses it for them, or for the key.
 * @throws ProviderUnreachable
 */
export async function trySecretKey(env: Env): Promise<TriedKey> {
  const response = await requestJson(`${baseOf(env)}/v1/intention/`, {
    method: 'POST',
    headers: secretKeyHeader(env),
    body: {},
  })
  if (INCOMPLETE.includes(response.status)) return ACCEPTED
  // A success would be an intention that nobody pays: an hour later it is none.
  return triedByStatus(response, 'PAYMOB_SECRET_KEY')
}
