import type { VapidKeys } from '@block65/webcrypto-web-push'
import { type Env, staffAddress } from '../../env.ts'

/** The key with which browsers subscribe: they accept only messages signed by its owner (RFC 8292). */
export const publicKeyOf = (env: Env): string => env.VAPID_PUBLIC_KEY

export const vapidKeys = (env: Env): VapidKeys => ({
  subject: `mailto:${staffAddress(env)}`,
  publicKey: env.VAPID_PUBLIC_KEY,
  privateKey: env.VAPID_PRIVATE_KEY,
})
