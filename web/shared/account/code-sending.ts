import { CODE_VALIDITY_MINUTES, HIGHEST_CODE } from '#domain/auth/verification-codes'
import { type Instant, minutes } from '#domain/cairo'
import { tabStorage } from '../../platform/storage.ts'

/** The wait before another message may be requested: a mail takes a moment, and the server sends no two within half a minute. */
export const RESEND_AFTER_MS = minutes(1)

export const CODE_LENGTH = String(HIGHEST_CODE).length

/** Where a code was sent: an account's e-mail (its id), its phone, the phone of its guardian, or an address whose password is reset. */
export type CodeTarget = number | `${number}.phone` | `${number}.guardian` | `reset.${string}`

const keyOf = (target: CodeTarget) => `hessa.code-sent.${target}`

/** Remembers in this tab that a code was sent: on request, or by the server at registration. */
export function recordCodeSent(target: CodeTarget, at: Instant): void {
  tabStorage.set(keyOf(target), String(at))
}

export function codeSentAt(target: CodeTarget): Instant | null {
  const stored = tabStorage.get(keyOf(target))
  return stored === null ? null : Number(stored)
}

/** Whether the last code is still valid: reopening the dialog does not replace it. */
export const hasValidCode = (sentAt: Instant | null, now: Instant): boolean =>
  sentAt !== null && now - sentAt < minutes(CODE_VALIDITY_MINUTES)

/** The first moment at which another code may be requested: a minute later, or when the server allows it. */
export const resendAllowedAt = (sentAt: Instant | null, refusedUntil: Instant): Instant =>
  Math.max(sentAt === null ? 0 : sentAt + RESEND_AFTER_MS, refusedUntil)

/** Whole seconds, rounded up; 0 when `at` has passed. */
export const secondsUntil = (at: Instant, now: Instant): number => Math.max(0, Math.ceil((at - now) / 1000))
