import { readIceServers } from '#contract/live/session'
import type { PartyBindings, QueueMessage } from '../party/stubs.ts'

/** The worker's bindings; their values are in `wrangler.toml` and in the secrets of the deployment. */
export type Env = PartyBindings & {
  DB: D1Database
  FILES: R2Bucket
  /** Triggers the delivery of outgoing messages; the messages themselves are rows of the outbox. */
  MESSAGES: Queue<QueueMessage>
  LOGIN_LIMIT: RateLimit
  /** One data point a request; absent on a laptop. */
  REQUESTS?: AnalyticsEngineDataset
  ENVIRONMENT: 'local' | 'staging' | 'production'
  /** Comma-separated origins of the three web apps. The first is the main app, which links in messages open. */
  WEB_ORIGINS: string
  JWT_SECRET: string
  /** Encrypts and hashes what second factors keep in the database; apart from the tokens' key, so that either can be renewed. */
  SECOND_FACTOR_SECRET: string
  EMAIL_API_KEY: string
  WHATSAPP_TOKEN: string
  /** The API's own public origin, to which payment providers send their notifications. */
  API_ORIGIN: string
  FAWRY_MERCHANT_CODE: string
  FAWRY_SECURE_KEY: string
  PAYMOB_SECRET_KEY: string
  PAYMOB_PUBLIC_KEY: string
  PAYMOB_HMAC_SECRET: string
  /** Paymob's ids of our integrations for cards and for wallets. */
  PAYMOB_CARD_INTEGRATION: string
  PAYMOB_WALLET_INTEGRATION: string
  /** Our OAuth client id, which ends with `.apps.googleusercontent.com`. */
  GOOGLE_CLIENT_ID: string
  FAWRY_BASE_URL?: string
  PAYMOB_BASE_URL?: string
  /** Overrides of the providers' public addresses. */
  EMAIL_API_URL?: string
  EMAIL_FROM?: string
  WHATSAPP_API_URL?: string
  WHATSAPP_PROFILE?: string
  /** The DNS-over-HTTPS resolver that says whether a domain receives mail. */
  DNS_URL?: string
  /** Receives contact requests; see `staffAddress`. */
  STAFF_EMAIL?: string
  GOOGLE_ISSUER?: string
  GOOGLE_AUTHORIZE_URL?: string
  GOOGLE_KEYS_URL?: string
  GOOGLE_USER_INFO_URL?: string
  GOOGLE_TOKEN_INFO_URL?: string
  /** The media server of lessons, by its `wss:` address, with its key; without one browsers connect to each other. */
  LIVEKIT_URL?: string
  LIVEKIT_API_KEY?: string
  LIVEKIT_API_SECRET?: string
  /** STUN and TURN servers as browsers take them (JSON, a list of RTCIceServer). */
  ICE_SERVERS?: string
  /** `yes` asks admins for a second factor in the local environment too; elsewhere it always is asked for. */
  SECOND_FACTOR_REQUIRED?: 'yes'
  LOG_LEVEL?: 'info' | 'warn' | 'error'
}

/** Part of every key of the local environment. Those keys are public and must never sign anything elsewhere. */
const LOCAL_MARK = 'hessa-local'
/** What `livekit-server --dev` trusts. */
const LIVEKIT_DEV_KEY = 'devkey'
const SECRETS = [
  ...(['JWT_SECRET', 'SECOND_FACTOR_SECRET', 'EMAIL_API_KEY', 'WHATSAPP_TOKEN'] as const),
  ...(['FAWRY_SECURE_KEY', 'PAYMOB_SECRET_KEY', 'PAYMOB_PUBLIC_KEY', 'PAYMOB_HMAC_SECRET'] as const),
] as const

/**
 * Why this environment must not serve, in words for a developer: a secret is missing, a public key of the local environment
 * is deployed, or the media server is half configured. Null when it may serve.
 */
export function whyNotServe(env: Env): string | null {
  for (const name of SECRETS) {
    if (!env[name]) return `${name} is not set`
    if (env.ENVIRONMENT !== 'local' && env[name].includes(LOCAL_MARK)) return `${name} is the public key of a laptop`
  }
  if (env.LIVEKIT_URL && !(env.LIVEKIT_API_KEY && env.LIVEKIT_API_SECRET)) return 'LIVEKIT_URL is set without its key'
  if (env.ENVIRONMENT !== 'local' && env.LIVEKIT_API_KEY === LIVEKIT_DEV_KEY)
    return 'LIVEKIT_API_KEY is the public key of a laptop'
  if (!readIceServers(env.ICE_SERVERS)) return 'ICE_SERVERS is not a list of servers'
  return null
}

/** Whether admins need a second factor here (docs/rules/staff.md 4.2). */
export const isSecondFactorRequired = (env: Env): boolean =>
  env.ENVIRONMENT !== 'local' || env.SECOND_FACTOR_REQUIRED === 'yes'

export const webOrigins = (env: Env): string[] => env.WEB_ORIGINS.split(',')

/**
 * The dashboard's origin: the one of the three whose host begins with `admin.` (as `web/platform/origin.ts` finds it). Passkeys
 * are bound to it.
 */
export const dashboardOrigin = (env: Env): string | null =>
  webOrigins(env).find((origin) => URL.parse(origin)?.hostname.startsWith('admin.')) ?? null

/** The address of the staff's mailbox. */
export const staffAddress = (env: Env): string => env.STAFF_EMAIL ?? 'team@hessa.example'
