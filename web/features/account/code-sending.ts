import { type Instant, minutes } from '#domain/cairo'
import { CODE_VALIDITY_MINUTES, HIGHEST_CODE } from '#domain/verification/codes'

/** How long one waits before another code: a mail takes a moment, and a new code ends the old one. */
export const RESEND_AFTER_MS = minutes(1)

export const CODE_LENGTH = String(HIGHEST_CODE).length

/** Which account a code was sent to: to its e-mail, to its phone, or to an address whose password was forgotten. */
export type CodeDoor = number | `${number}.phone` | `reset.${string}`

const keyOf = (door: CodeDoor) => `hessa.code-sent.${door}`

/** A code is on its way to this account: by us, or by the server at registration. */
export function noteCodeSent(door: CodeDoor, at: Instant): void {
  try {
    sessionStorage.setItem(keyOf(door), String(at))
  } catch {
    // Without it one more mail is sent at most.
  }
}

export function codeSentAt(door: CodeDoor): Instant | null {
  try {
    const kept = sessionStorage.getItem(keyOf(door))
    return kept === null ? null : Number(kept)
  } catch {
    return null
  }
}

/** A code that is still good is not replaced just because the dialog was closed and opened again. */
export const hasGoodCode = (sentAt: Instant | null, now: Instant): boolean =>
  sentAt !== null && now - sentAt < minutes(CODE_VALIDITY_MINUTES)

/** The first moment at which another code may be asked for: a minute later, or when the server allows it. */
export const resendsAt = (sentAt: Instant | null, refusedUntil: Instant): Instant =>
  Math.max(sentAt === null ? 0 : sentAt + RESEND_AFTER_MS, refusedUntil)

/** Whole seconds, rounded up; none once it has come. */
export const secondsUntil = (at: Instant, now: Instant): number => Math.max(0, Math.ceil((at - now) / 1000))
