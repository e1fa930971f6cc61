import { type Instant, minutes } from '#domain/cairo'
import { CODE_VALIDITY_MINUTES } from '#domain/verification/codes'

/** How long one waits before another code: a mail takes a moment, and a new code ends the old one. */
export const RESEND_AFTER_MS = minutes(1)

const keyOf = (userId: number) => `hessa.code-sent.${userId}`

/** A code is on its way to this account: by us, or by the server at registration. */
export function noteCodeSent(userId: number, at: Instant): void {
  try {
    sessionStorage.setItem(keyOf(userId), String(at))
  } catch {
    // Without it one more mail is sent at most.
  }
}

export function codeSentAt(userId: number): Instant | null {
  try {
    const kept = sessionStorage.getItem(keyOf(userId))
    return kept === null ? null : Number(kept)
  } catch {
    return null
  }
}

/** A code that is still good is not replaced just because the dialog was closed and opened again. */
export const hasGoodCode = (sentAt: Instant | null, now: Instant): boolean =>
  sentAt !== null && now - sentAt < minutes(CODE_VALIDITY_MINUTES)

/** Seconds until another code may be asked for. */
export const secondsToResend = (sentAt: Instant | null, now: Instant): number =>
  sentAt === null ? 0 : Math.max(0, Math.ceil((sentAt + RESEND_AFTER_MS - now) / 1000))
