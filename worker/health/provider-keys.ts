import { type KeyAnswer, type KeyHolder, keyHolders, PROVIDER_KEYS } from '#contract/provider-keys'
import type { Env } from '../env.ts'
import { tryBackupToken } from '../outside/cloudflare/try-token.ts'
import { tryEmailKey } from '../outside/email/resend.ts'
import { tryFawryKey } from '../outside/fawry/orders.ts'
import { tryGoogleKey } from '../outside/google/identity.ts'
import { tryMediaKey } from '../outside/livekit/rooms.ts'
import { tryPayoutKeys } from '../outside/paymob/payouts.ts'
import { tryInquiryKeys, trySecretKey } from '../outside/paymob/try-keys.ts'
import { ABSENT, type TriedKey, tried } from '../outside/tried-key.ts'
import { tryWhatsAppKeys } from '../outside/whatsapp/graph.ts'

async function tryMedia(env: Env): Promise<TriedKey> {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = env
  return url && key && secret ? tryMediaKey({ url, key, secret }) : ABSENT
}

/** How a provider's keys are tried; null where it has no call for that. */
const TRIES: Record<KeyHolder, ((env: Env) => Promise<TriedKey>) | null> = {
  Resend: tryEmailKey,
  'Resend, webhook': null,
  WhatsApp: tryWhatsAppKeys,
  'WhatsApp, webhook': null,
  Fawry: tryFawryKey,
  Paymob: tryInquiryKeys,
  'Paymob, intentions': trySecretKey,
  'Paymob, page': null,
  'Paymob Payouts': tryPayoutKeys,
  Google: tryGoogleKey,
  LiveKit: tryMedia,
  Relay: null,
  'Web Push': null,
  Cloudflare: tryBackupToken,
}

async function answerOf(env: Env, holder: KeyHolder): Promise<KeyAnswer> {
  const attempt = TRIES[holder]
  const isSet = PROVIDER_KEYS[holder].keys.every((name) => env[name])
  if (!isSet) return { holder, state: 'absent', reason: '' }
  if (!attempt) return { holder, state: 'not-asked', reason: '' }
  const { state, reason } = await tried(() => attempt(env))
  return { holder, state, reason }
}

/** What each provider says of our keys, by calls that change nothing there (docs/rules/api.md 1.11). */
export const tryProviderKeys = (env: Env): Promise<KeyAnswer[]> =>
  Promise.all(keyHolders.map((holder) => answerOf(env, holder)))
