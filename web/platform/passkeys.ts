import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Answer } from '#contract/client'
import type { beginConfirmation, beginPasskey } from '#contract/second-factor'
import { DASHBOARD_ORIGIN } from './origin.ts'

/** Passkeys in the browser; they are bound to the dashboard's host (docs/rules/staff.md 4.5). */

export const canUsePasskeys = (): boolean => window.location.origin === DASHBOARD_ORIGIN && browserSupportsWebAuthn()

/** Thrown when the user closes the browser's dialog, or it times out. */
export class PasskeyCanceled extends Error {}

const canceled = (error: unknown): never => {
  if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) throw new PasskeyCanceled()
  throw error
}

/** Asks the user's authenticator to sign. @throws PasskeyCanceled. */
export async function signWithPasskey(options: Answer<typeof beginConfirmation>) {
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options }).catch(canceled)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const signed = { clientDataJSON, authenticatorData, signature }
  return { id, rawId, type, response: userHandle ? { ...signed, userHandle } : signed }
}

/** Asks the user's authenticator for a new passkey. @throws PasskeyCanceled. */
export async function createPasskey(options: Answer<typeof beginPasskey>) {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options }).catch(canceled)
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}
