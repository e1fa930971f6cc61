import * as z from 'zod/mini'
import { instant } from '#contract/fields'
import { readIceServers } from '#contract/live/session'
import type { PartyBindings, QueueMessage } from '../party/stubs.ts'

/** Keys of which the previous one is still accepted while it is set as well (docs/rules/api.md 1.10). */
const ROTATED_KEYS = [
  ...(['JWT_SECRET', 'FILE_ADDRESS_SECRET', 'SECOND_FACTOR_SECRET', 'BACKUP_SECRET'] as const),
  ...(['FAWRY_SECURE_KEY', 'PAYMOB_HMAC_SECRET'] as const),
  ...(['WHATSAPP_APP_SECRET', 'EMAIL_WEBHOOK_SECRET'] as const),
] as const
export type RotatedKey = (typeof ROTATED_KEYS)[number]

/** The worker's bindings; their values are in `wrangler.toml` and in the secrets of the deployment. */
export type Env = PartyBindings &
  Partial<Record<`${RotatedKey}_BEFORE`, string>> & {
    DB: D1Database
    FILES: R2Bucket
    /** Encrypted backups, and nothing else (docs/rules/privacy.md 3.3). */
    BACKUPS: R2Bucket
    /** Triggers the delivery of outgoing messages; the messages themselves are rows of the outbox. */
    MESSAGES: Queue<QueueMessage>
    LOGIN_LIMIT: RateLimit
    /** Identifies the deployed version: data cached by another version is not read. */
    CF_VERSION_METADATA: Pick<WorkerVersionMetadata, 'id'>
    /** One data point per request; absent in local development. */
    REQUESTS?: AnalyticsEngineDataset
    /** One data point per visit of a page; absent in local development. */
    VISITS?: AnalyticsEngineDataset
    ENVIRONMENT: 'local' | 'staging' | 'production'
    /** Comma-separated origins of the three web apps. The first is the main app, which links in messages lead to. */
    WEB_ORIGINS: string
    JWT_SECRET: string
    /**
     * Signs the addresses of private files; separate from the tokens' key, so that a leak of one does not compromise the
     * other.
     */
    FILE_ADDRESS_SECRET: string
    /**
     * Encrypts and hashes second-factor data in the database; separate from the tokens' key, so that each can be rotated
     * alone.
     */
    SECOND_FACTOR_SECRET: string
    /** Encrypts backups; the operator keeps a copy outside the platform, because without it no backup opens. */
    BACKUP_SECRET: string
    /** The platform's ids of our account and database, and a token of its API that may export the database. */
    BACKUP_ACCOUNT: string
    BACKUP_DATABASE: string
    BACKUP_TOKEN: string
    EMAIL_API_KEY: string
    WHATSAPP_TOKEN: string
    /** Meta's secret of our app, which signs WhatsApp's webhook, and the word by which it checks that the webhook is ours. */
    WHATSAPP_APP_SECRET: string
    WHATSAPP_VERIFY_TOKEN: string
    /** Signs Resend's webhook: `whsec_` and base64. */
    EMAIL_WEBHOOK_SECRET: string
    /**
     * The VAPID key pair that identifies us to browsers' push services (RFC 8292): P-256, base64url; the private key is a
     * secret.
     */
    VAPID_PUBLIC_KEY: string
    VAPID_PRIVATE_KEY: string
    /** The previous pair, to which browsers that have not started the app since are still subscribed. */
    VAPID_PUBLIC_KEY_BEFORE?: string
    VAPID_PRIVATE_KEY_BEFORE?: string
    /** The API's public origin, to which payment providers send notifications. */
    API_ORIGIN: string
    FAWRY_MERCHANT_CODE: string
    FAWRY_SECURE_KEY: string
    PAYMOB_SECRET_KEY: string
    /** Issues the tokens of inquiries, which the secret key does not open. */
    PAYMOB_API_KEY: string
    PAYMOB_PUBLIC_KEY: string
    PAYMOB_HMAC_SECRET: string
    /** Paymob's ids of our card and wallet integrations. */
    PAYMOB_CARD_INTEGRATION: string
    PAYMOB_WALLET_INTEGRATION: string
    /** Our OAuth client id, which ends with `.apps.googleusercontent.com`. */
    GOOGLE_CLIENT_ID: string
    /** The client's secret, used to exchange authorization codes. */
    GOOGLE_CLIENT_SECRET: string
    FAWRY_BASE_URL?: string
    /** `yes` where Fawry lets our account charge saved cards without their owners (docs/rules/money.md 3.14). */
    FAWRY_RECURRING?: string
    PAYMOB_BASE_URL?: string
    /** The account at Paymob Payouts, which pays withdrawals; without it they are paid by file only. */
    PAYMOB_PAYOUTS_CLIENT_ID?: string
    PAYMOB_PAYOUTS_CLIENT_SECRET?: string
    PAYMOB_PAYOUTS_USER?: string
    PAYMOB_PAYOUTS_PASSWORD?: string
    /** The sender of e-mails, at a domain verified at Resend; required in a deployment. */
    EMAIL_FROM?: string
    /** The id of our phone number at WhatsApp, which is not the number; required in a deployment. */
    WHATSAPP_PROFILE?: string
    /** Receives contact requests, and is named to push services; see `staffAddress`. Required in a deployment. */
    STAFF_EMAIL?: string
    /** The operator's phone, an Egyptian mobile number, which gets alerts by WhatsApp beside the mail to `STAFF_EMAIL`. */
    ALERT_PHONE?: string
    /** Override the providers' public addresses. */
    EMAIL_API_URL?: string
    WHATSAPP_API_URL?: string
    /** The DNS-over-HTTPS resolver for checking that a domain receives mail. */
    DNS_URL?: string
    GOOGLE_ISSUER?: string
    GOOGLE_AUTHORIZE_URL?: string
    GOOGLE_KEYS_URL?: string
    GOOGLE_TOKEN_URL?: string
    GOOGLE_USER_INFO_URL?: string
    GOOGLE_TOKEN_INFO_URL?: string
    /**
     * The media server of lessons: its `wss:` address and key, which also signs its reports; without one browsers connect
     * peer-to-peer.
     */
    LIVEKIT_URL?: string
    LIVEKIT_API_KEY?: string
    LIVEKIT_API_SECRET?: string
    /** STUN and TURN servers as a JSON list of RTCIceServer. */
    ICE_SERVERS?: string
    /** Our own TURN relay: its comma-separated addresses, and the secret that signs its short-lived credentials. */
    TURN_URLS?: string
    TURN_SECRET?: string
    /** `yes` requires a second factor of admins in local development too; elsewhere it is always required. */
    SECOND_FACTOR_REQUIRED?: 'yes'
    /** Refuses every request: `yes`, or the expected end in ISO 8601 (docs/rules/api.md 9.1). */
    MAINTENANCE?: string
    /** SHA-256, in hexadecimal, of the word by which the deployment of this version tries the providers' keys. */
    KEY_CHECK?: string
    LOG_LEVEL?: 'info' | 'warn' | 'error'
  }

/** Contained in every key of the local environment. Those keys are public and must never sign anything elsewhere. */
const LOCAL_MARK = 'hessa-local'
/** The default key of `livekit-server --dev`. */
const LIVEKIT_DEV_KEY = 'devkey'
/** Keys that sign, encrypt or verify, here or at a payment provider: whoever guesses one can forge what it signs. */
const SIGNING_KEYS = [
  ...(['JWT_SECRET', 'FILE_ADDRESS_SECRET', 'SECOND_FACTOR_SECRET', 'BACKUP_SECRET'] as const),
  ...(['FAWRY_SECURE_KEY', 'PAYMOB_HMAC_SECRET'] as const),
  ...(['WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN', 'EMAIL_WEBHOOK_SECRET'] as const),
] as const
/** Keys issued by providers, which decide their length. */
const PROVIDER_KEYS = [
  ...(['EMAIL_API_KEY', 'WHATSAPP_TOKEN', 'GOOGLE_CLIENT_SECRET', 'BACKUP_TOKEN'] as const),
  ...(['PAYMOB_SECRET_KEY', 'PAYMOB_API_KEY', 'PAYMOB_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] as const),
] as const
/** The output length of SHA-256, the minimum for an HS256 key by RFC 7518, section 3.2. */
const MIN_KEY_BYTES = 32

const isShort = (key: string): boolean => new TextEncoder().encode(key).length < MIN_KEY_BYTES

/** Why one of the keys must not be used; null when all are acceptable. */
function whyNotKeys(env: Env): string | null {
  for (const name of [...SIGNING_KEYS, ...PROVIDER_KEYS]) {
    if (!env[name]) return `${name} is not set`
    if (env.ENVIRONMENT !== 'local' && env[name].includes(LOCAL_MARK)) return `${name} is the public key of a laptop`
  }
  const short = SIGNING_KEYS.find((name) => isShort(env[name]))
  if (short) return `${short} has fewer than ${MIN_KEY_BYTES} bytes`
  // With equal values, a leak of one key would compromise the other.
  if (env.FILE_ADDRESS_SECRET === env.JWT_SECRET) return 'FILE_ADDRESS_SECRET is the value of JWT_SECRET'
  return whyNotPreviousKeys(env)
}

/** Why one of the previous keys must not be used: it is accepted like the present one, so it has to be as strong. */
function whyNotPreviousKeys(env: Env): string | null {
  for (const name of ROTATED_KEYS.map((key) => `${key}_BEFORE` as const)) {
    const key = env[name]
    if (!key) continue
    if (env.ENVIRONMENT !== 'local' && key.includes(LOCAL_MARK)) return `${name} is the public key of a laptop`
    if (isShort(key)) return `${name} has fewer than ${MIN_KEY_BYTES} bytes`
  }
  const { VAPID_PUBLIC_KEY_BEFORE: publicKey, VAPID_PRIVATE_KEY_BEFORE: privateKey } = env
  return Boolean(publicKey) === Boolean(privateKey)
    ? null
    : 'VAPID_PUBLIC_KEY_BEFORE and its private key are not set together'
}

/** Why the media server must not be used; null when it may, or when none is configured. */
function whyNotMedia(env: Env): string | null {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: key = '', LIVEKIT_API_SECRET: secret = '' } = env
  if (url && !(key && secret)) return 'LIVEKIT_URL is set without its key'
  if (env.ENVIRONMENT === 'local') return null
  // Also without an address, since reports are accepted by the key alone.
  const isPublic = key === LIVEKIT_DEV_KEY || [key, secret].some((value) => value.includes(LOCAL_MARK))
  if (isPublic) return 'LIVEKIT_API_KEY is the public key of a laptop'
  return secret && isShort(secret) ? `LIVEKIT_API_SECRET has fewer than ${MIN_KEY_BYTES} bytes` : null
}

/** The credentials of Paymob Payouts, which are set together or not at all. */
const PAYOUT_KEYS = [
  ...(['PAYMOB_PAYOUTS_CLIENT_ID', 'PAYMOB_PAYOUTS_CLIENT_SECRET'] as const),
  ...(['PAYMOB_PAYOUTS_USER', 'PAYMOB_PAYOUTS_PASSWORD'] as const),
] as const

/** Why the account at Paymob Payouts must not be used; null when it may, or when none is configured. */
function whyNotPayouts(env: Env): string | null {
  const missing = PAYOUT_KEYS.find((name) => !env[name])
  if (missing)
    return PAYOUT_KEYS.some((name) => env[name]) ? `${missing} is not set, others of Paymob Payouts are` : null
  if (env.ENVIRONMENT === 'local') return null
  const local = PAYOUT_KEYS.find((name) => env[name]?.includes(LOCAL_MARK))
  return local ? `${local} is the public key of a laptop` : null
}

const isRelayAddress = (url: string): boolean => /^turns?:[^\s,]+$/.test(url)

/** Why the relay must not be used; null when it may, or when none is configured. */
function whyNotRelay({ TURN_URLS, TURN_SECRET, ENVIRONMENT }: Env): string | null {
  if (!TURN_URLS && !TURN_SECRET) return null
  if (!(TURN_URLS && TURN_SECRET)) return 'TURN_URLS and TURN_SECRET are not set together'
  if (!TURN_URLS.split(',').every(isRelayAddress)) return 'TURN_URLS holds what is no address of a relay'
  return ENVIRONMENT !== 'local' && isShort(TURN_SECRET) ? `TURN_SECRET has fewer than ${MIN_KEY_BYTES} bytes` : null
}

/** Why the value of `MAINTENANCE` is invalid; null when it is valid or not set. */
function whyNotMaintenance({ MAINTENANCE }: Env): string | null {
  if (!MAINTENANCE || MAINTENANCE === 'yes') return null
  return z.safeParse(instant, MAINTENANCE).success ? null : 'MAINTENANCE is neither yes nor an instant'
}

/** Ids at the providers, and the values in `wrangler.toml` that only show their form. */
const PROVIDER_IDS = {
  FAWRY_MERCHANT_CODE: 'hessa',
  GOOGLE_CLIENT_ID: 'hessa.apps.googleusercontent.com',
  PAYMOB_CARD_INTEGRATION: '4001',
  PAYMOB_WALLET_INTEGRATION: '4002',
  BACKUP_ACCOUNT: '00000000000000000000000000000000',
  BACKUP_DATABASE: '00000000-0000-0000-0000-000000000000',
} as const
/** Ids that are numbers at their provider, which answers anything else with an error that looks like its own fault. */
const NUMERIC_IDS = ['WHATSAPP_PROFILE', 'PAYMOB_CARD_INTEGRATION', 'PAYMOB_WALLET_INTEGRATION'] as const

/** Whether the host can exist: no mail and no notification reaches one of the names reserved by RFC 2606. */
const isRealHost = (host: string): boolean => !/(?:^|\.)(?:example|test|invalid|localhost)$/.test(host)

function isPublicOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.origin === text && isRealHost(url.hostname)
}

/** Whether a message can be sent from or to it: `team@hessa.eg`, or with a name, `Hessa <team@hessa.eg>`. */
function isMailbox(text: string | undefined): boolean {
  const host = /^(?:[^<>\r\n]*<)?[^\s<>@]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)>?$/i.exec(text ?? '')?.[1]
  return host !== undefined && isRealHost(host)
}

/** Why the ids, hosts and mailboxes of a deployment are not its own; null when they may be, and in local development. */
function whyNotOwn(env: Env): string | null {
  if (env.ENVIRONMENT === 'local') return null
  for (const [name, placeholder] of Object.entries(PROVIDER_IDS) as [keyof typeof PROVIDER_IDS, string][]) {
    if (!env[name]) return `${name} is not set`
    if (env[name] === placeholder) return `${name} is the placeholder of wrangler.toml`
  }
  const unnumbered = NUMERIC_IDS.find((name) => !/^\d+$/.test(env[name] ?? ''))
  if (unnumbered) return `${unnumbered} is not a number`
  if (!webOrigins(env).every(isPublicOrigin)) return 'WEB_ORIGINS holds what is no public https origin'
  if (!isPublicOrigin(env.API_ORIGIN)) return 'API_ORIGIN is no public https origin'
  if (!isMailbox(env.EMAIL_FROM)) return 'EMAIL_FROM is no mailbox'
  return isMailbox(env.STAFF_EMAIL) ? null : 'STAFF_EMAIL is no mailbox'
}

/**
 * Why this environment must not serve, as a message for developers: a secret is missing or short, a public key of the local
 * environment or a placeholder is deployed, the media server, the relay or Paymob Payouts is incompletely configured, or
 * `MAINTENANCE` is invalid (docs/rules/api.md 1.6). Null when it may serve.
 */
export function whyNotServe(env: Env): string | null {
  if (!readIceServers(env.ICE_SERVERS)) return 'ICE_SERVERS is not a list of servers'
  if (!env.VAPID_PUBLIC_KEY) return 'VAPID_PUBLIC_KEY is not set'
  const general = whyNotMaintenance(env) ?? whyNotKeys(env) ?? whyNotOwn(env)
  return general ?? whyNotMedia(env) ?? whyNotRelay(env) ?? whyNotPayouts(env)
}

/** The keys by which a signature or a ciphertext may have been made: the present one, then the previous one while it is set. */
export const acceptedKeys = (env: Env, name: RotatedKey): string[] => {
  const before = env[`${name}_BEFORE`]
  return before ? [env[name], before] : [env[name]]
}

/** Whether admins need a second factor in this environment (docs/rules/staff.md 4.2). */
export const isSecondFactorRequired = (env: Env): boolean =>
  env.ENVIRONMENT !== 'local' || env.SECOND_FACTOR_REQUIRED === 'yes'

export const webOrigins = (env: Env): string[] => env.WEB_ORIGINS.split(',')

/** Whether saved cards may be charged without their owners, which Fawry has to allow (docs/rules/money.md 3.14). */
export const chargesSavedCards = (env: Env): boolean => env.FAWRY_RECURRING === 'yes'

/** The app's payments page, which shows an order that has no gateway page. */
export const paymentsPage = (env: Env): string => `${appOrigin(env)}/payments`

/** The app's origin, the first of the web origins. The passkeys of students and tutors are bound to it. */
export const appOrigin = (env: Env): string | null => webOrigins(env)[0] || null

/**
 * The dashboard's origin: the web origin whose host begins with `admin.` (as in `web/platform/origin.ts`). Staff's passkeys
 * are bound to it.
 */
export const dashboardOrigin = (env: Env): string | null =>
  webOrigins(env).find((origin) => URL.parse(origin)?.hostname.startsWith('admin.')) ?? null

/** The e-mail address of the staff; local development has none of its own. */
export const staffAddress = (env: Env): string => env.STAFF_EMAIL ?? 'team@hessa.example'
