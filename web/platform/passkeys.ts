import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { Answer } from '#contract/client'
import type { beginConfirmation, beginPasskey } from '#contract/second-factor'
import type { PasskeySite } from '#domain/auth/second-factor'
import { APP_ORIGIN, DASHBOARD_ORIGIN } from './origin.ts'

/** Passkeys in the browser; they are bound to one host (docs/rules/staff.md 4.5). */

const ORIGINS: Record<PasskeySite, string> = { app: APP_ORIGIN, dashboard: DASHBOARD_ORIGIN }

/** Whether this page is on the host that an account's passkeys belong to, in a browser that has passkeys. */
export const canUsePasskeys = (site: PasskeySite): boolean =>
  window.location.origin === ORIGINS[site] && browserSupportsWebAuthn()

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
