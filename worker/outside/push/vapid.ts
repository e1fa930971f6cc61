import type { VapidKeys } from '@block65/webcrypto-web-push'
import { type Env, staffAddress } from '../../env.ts'

/** The key with which browsers subscribe: they accept only messages signed by its owner (RFC 8292). */
export const publicKeyOf = (env: Env): string => env.VAPID_PUBLIC_KEY

/**
 * The pairs with which a browser may have subscribed: the present one, then the previous one while it is set
 * (docs/rules/api.md 1.10).
 */
export function vapidKeys(env: Env): [VapidKeys, ...VapidKeys[]] {
  const subject = `mailto:${staffAddress(env)}`
  const present = { subject, publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
  const { VAPID_PUBLIC_KEY_BEFORE: publicKey, VAPID_PRIVATE_KEY_BEFORE: privateKey } = env
  return publicKey && privateKey ? [present, { subject, publicKey, privateKey }] : [present]
}
