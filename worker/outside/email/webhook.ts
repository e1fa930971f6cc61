import { type Instant, minutes } from '#domain/cairo'
import { acceptedKeys, type Env } from '../../env.ts'
import { isHmacOf } from '../../http/signatures.ts'

/** An older event is a replay (Svix signs its time, too). */
const TOLERANCE = minutes(5)
const PREFIX = 'whsec_'

/**
 * Whether Resend has signed the body, as Svix does: HMAC-SHA256 of id, time in seconds and body, base64, one or several
 * signatures with their version (docs/rules/messages.md 1.10).
 */
export function isEmailEventSigned(env: Env, text: string, headers: Headers, now: Instant): boolean {
  const id = headers.get('svix-id')
  const timestamp = headers.get('svix-timestamp') ?? ''
  const signatures = (headers.get('svix-signature') ?? '').split(' ')
  if (!id || !/^\d{1,11}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > TOLERANCE) return false
  const keys = acceptedKeys(env, 'EMAIL_WEBHOOK_SECRET').map((key) => Buffer.from(key.replace(PREFIX, ''), 'base64'))
  const isOurs = (signature: string) =>
    keys.some((key) =>
      isHmacOf({ algorithm: 'sha256', key }, `${id}.${timestamp}.${text}`, Buffer.from(signature, 'base64')),
    )
  return signatures.some((one) => one.startsWith('v1,') && isOurs(one.slice('v1,'.length)))
}
