import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import type { Instant } from '#domain/cairo'
import type { LiveKitKey } from './token.ts'

/** In seconds: what the media server's clock may differ from ours, as its own receivers allow. */
const CLOCK_TOLERANCE = 10

/** Whether the text is the base64 of the SHA-256 of the body; compared in constant time. */
function isHashOf(text: string, claim: unknown): boolean {
  if (typeof claim !== 'string') return false
  const [expected, given] = [Buffer.from(createHash('sha256').update(text).digest('base64')), Buffer.from(claim)]
  return given.length === expected.length && timingSafeEqual(expected, given)
}

/**
 * Whether LiveKit has signed the body: `header` is a JWT by our key, valid now, whose `sha256` is that of the body
 * (docs/rules/live.md 6.5). The tokens that members get are signed by the same key, and have no such claim.
 */
export async function isLiveKitSigned(
  { key, secret }: LiveKitKey,
  text: string,
  header: string | null,
  now: Instant,
): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(header ?? '', new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      issuer: key,
      currentDate: new Date(now),
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp', 'sha256'],
    })
    return isHashOf(text, payload.sha256)
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}
