import { fromIso } from '#domain/cairo'
import { now } from '../../platform/clock.ts'
import { startGoogleSignIn } from './google-sign-in.ts'

/**
 * A proof by a fresh Google sign-in (docs/rules/accounts.md 3.12). The redirect reloads the page: the proof is kept in
 * memory for the screen that requested it, and used once.
 */

type HeldProof = { proof: string; expiresAt: string }
let held: HeldProof | null = null

/** Redirects to Google and back to `returnTo`, an address of this app. */
export const proveByGoogleRedirect = (returnTo: string): Promise<void> =>
  startGoogleSignIn({ purpose: 'prove', redirect: returnTo })

export const holdGoogleProof = (proof: HeldProof): void => {
  held = proof
}

/** Whether a proof is at hand that is still valid. */
export const hasGoogleProof = (): boolean => held !== null && fromIso(held.expiresAt) > now()

/** The proof as calls take it, once; null without a valid one. */
export function takeGoogleProof(): { google: string } | null {
  const proof = hasGoogleProof() ? held : null
  held = null
  return proof && { google: proof.proof }
}
