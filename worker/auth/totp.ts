import { Secret, TOTP } from 'otpauth'
import { TOTP_PERIOD_SECONDS, TOTP_WINDOW } from '#domain/auth/second-factor'
import type { Instant } from '#domain/cairo'
import { latinDigits } from '#domain/digits'

/** Six digits by SHA-1 every 30 seconds, which every authenticator app supports (RFC 6238). */
const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Hessa', label, secret: Secret.fromBase32(secret), period: TOTP_PERIOD_SECONDS })

/** A new key of 160 bits, in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth:` address that an authenticator app scans. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString()

const stepAt = (now: Instant): number => Math.floor(now / 1000 / TOTP_PERIOD_SECONDS)

/** The time step of a code, among the current one and its neighbours; null for any other text. */
export function stepOfCode(secret: string, typed: string, now: Instant): number | null {
  const token = latinDigits(typed).replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(secret, '').validate({ token, timestamp: now, window: TOTP_WINDOW })
  return delta === null ? null : stepAt(now) + delta
}
