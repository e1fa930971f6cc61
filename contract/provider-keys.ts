import * as z from 'zod/mini'

/**
 * The providers' keys, and the call by which each is tried before a version gets requests (docs/rules/api.md 1.11); null where the
 * provider has none, with what shows a wrong key instead.
 */
export const PROVIDER_KEYS = {
  Resend: { keys: ['EMAIL_API_KEY'], call: 'GET /domains', shownBy: null },
  'Resend, webhook': { keys: ['EMAIL_WEBHOOK_SECRET'], call: null, shownBy: 'the first webhook' },
  WhatsApp: {
    keys: ['WHATSAPP_TOKEN', 'WHATSAPP_APP_SECRET'],
    call: 'GET the phone number, with appsecret_proof',
    shownBy: null,
  },
  'WhatsApp, webhook': {
    keys: ['WHATSAPP_VERIFY_TOKEN'],
    call: null,
    shownBy: 'Meta, when the webhook is saved there',
  },
  Fawry: { keys: ['FAWRY_SECURE_KEY'], call: 'GET the status of an order that does not exist', shownBy: null },
  Paymob: {
    keys: ['PAYMOB_API_KEY', 'PAYMOB_HMAC_SECRET'],
    call: 'POST for a token of inquiries, GET the HMAC secret',
    shownBy: null,
  },
  'Paymob, intentions': {
    keys: ['PAYMOB_SECRET_KEY'],
    call: 'POST an intention without its fields, which creates none',
    shownBy: null,
  },
  'Paymob, page': { keys: ['PAYMOB_PUBLIC_KEY'], call: null, shownBy: 'the first payment page' },
  'Paymob Payouts': {
    keys: [
      'PAYMOB_PAYOUTS_CLIENT_ID',
      'PAYMOB_PAYOUTS_CLIENT_SECRET',
      'PAYMOB_PAYOUTS_USER',
      'PAYMOB_PAYOUTS_PASSWORD',
    ],
    call: 'POST for a token',
    shownBy: null,
  },
  Google: { keys: ['GOOGLE_CLIENT_SECRET'], call: 'POST a code that does not exist for a token', shownBy: null },
  LiveKit: { keys: ['LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'], call: 'ListRooms', shownBy: null },
  Relay: { keys: ['TURN_SECRET'], call: null, shownBy: 'the first call through the relay' },
  'Web Push': { keys: ['VAPID_PRIVATE_KEY'], call: null, shownBy: 'the first notification' },
  Cloudflare: { keys: ['BACKUP_TOKEN'], call: 'GET the database', shownBy: null },
} as const satisfies Record<string, { keys: readonly string[]; call: string | null; shownBy: string | null }>

export type KeyHolder = keyof typeof PROVIDER_KEYS
export const keyHolders = Object.keys(PROVIDER_KEYS) as KeyHolder[]

export const keyAnswer = z.object({
  holder: z.enum(keyHolders),
  /**
   * `unclear`: the provider did not answer, or answered neither by the key nor against it. `not-asked`: it has no call for that.
   * `absent`: a deployment may do without it, and does.
   */
  state: z.enum(['accepted', 'refused', 'unclear', 'not-asked', 'absent']),
  /** The provider's own words, or ours; for developers. */
  reason: z.string(),
})
export type KeyAnswer = z.output<typeof keyAnswer>

export const keyAnswers = z.object({ keys: z.array(keyAnswer) })

/** The path below `/api/v1`, opened by the word of the deployment as a bearer token, whose SHA-256 is `KEY_CHECK`. */
export const KEY_CHECK_PATH = '/health/providers'
