/**
 * The keys of local development: fixed, public demo values. Each contains `hessa-local`, by which production refuses them
 * (`worker/env.ts`) and by which the local environment detects production keys.
 */
export const LOCAL_MARK = 'hessa-local'

export const localKeys = {
  JWT_SECRET: 'hessa-local-jwt-key-that-everybody-knows-0123456789',
  FILE_ADDRESS_SECRET: 'hessa-local-file-address-key-that-everybody-knows',
  SECOND_FACTOR_SECRET: 'hessa-local-second-factor-key-that-everybody-knows',
  BACKUP_SECRET: 'hessa-local-backup-key-that-everybody-knows',
  BACKUP_TOKEN: 'hessa-local-backup-token',
  EMAIL_API_KEY: 'hessa-local-email',
  WHATSAPP_TOKEN: 'hessa-local-whatsapp',
  WHATSAPP_APP_SECRET: 'hessa-local-whatsapp-app-key-that-everybody-knows',
  WHATSAPP_VERIFY_TOKEN: 'hessa-local-whatsapp-word-that-everybody-knows',
  EMAIL_WEBHOOK_SECRET: 'whsec_hessa-local-mail-webhook-that-everybody-knows',
  VAPID_PRIVATE_KEY: 'hessa-local-push-key-that-everybody-knowsAA',
  FAWRY_SECURE_KEY: 'hessa-local-fawry-key-that-everybody-knows',
  GOOGLE_CLIENT_SECRET: 'hessa-local-google',
  PAYMOB_SECRET_KEY: 'hessa-local-paymob-secret',
  PAYMOB_API_KEY: 'hessa-local-paymob-api',
  PAYMOB_PUBLIC_KEY: 'hessa-local-paymob-public',
  PAYMOB_HMAC_SECRET: 'hessa-local-paymob-hmac-key-that-everybody-knows',
} as const

/** By these the stand-in of the media server signs its reports, where the shell names no real one. */
export const localMediaKeys = {
  LIVEKIT_API_KEY: 'hessa-local-media',
  LIVEKIT_API_SECRET: 'hessa-local-media-key-that-everybody-knows',
} as const

/** The account at the stand-in of Paymob Payouts, which a deployment may do without. */
export const localPayoutKeys = {
  PAYMOB_PAYOUTS_CLIENT_ID: 'hessa-local-payouts-client',
  PAYMOB_PAYOUTS_CLIENT_SECRET: 'hessa-local-payouts-secret',
  PAYMOB_PAYOUTS_USER: 'hessa-local-payouts-user',
  PAYMOB_PAYOUTS_PASSWORD: 'hessa-local-payouts-password',
} as const

/** The public key of `VAPID_PRIVATE_KEY`. */
export const LOCAL_VAPID_PUBLIC_KEY =
  'BAr01rAERNyWDmt6YPgoAEjoSlnU4eMmFujMW5UWCDT4_IHKfwYMeUVsFSy4kaNGYuS5dx93kMFb7s8QwNPYiyg'

/** Throws when the shell contains a real key: the local environment must never affect real money or real people. */
export function refuseProductionKeys(environment: Record<string, string | undefined>): void {
  for (const name of Object.keys({ ...localKeys, ...localPayoutKeys })) {
    const value = environment[name]
    if (value && !value.includes(LOCAL_MARK))
      throw new Error(
        `${name} is set to a key that is not a local one. Unset it: the local marketplace takes no real keys.`,
      )
  }
}
