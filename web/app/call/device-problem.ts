/** Why a device gives nothing (docs/rules/live.md 6.3). Each has its own remedy. */
export type DeviceProblem =
  | 'insecure'
  | 'unsupported'
  | 'permission-denied'
  | 'blocked-by-system'
  | 'device-not-found'
  | 'device-in-use'
  | 'overconstrained'
  | 'unexpected'

const BY_NAME: Record<string, DeviceProblem> = {
  NotAllowedError: 'permission-denied',
  PermissionDeniedError: 'permission-denied',
  SecurityError: 'insecure',
  NotFoundError: 'device-not-found',
  DevicesNotFoundError: 'device-not-found',
  NotReadableError: 'device-in-use',
  TrackStartError: 'device-in-use',
  AbortError: 'device-in-use',
  OverconstrainedError: 'overconstrained',
  ConstraintNotSatisfiedError: 'overconstrained',
  NotSupportedError: 'unsupported',
}

type Failure = { name?: unknown; message?: unknown }

/**
 * The meaning of a media error. Browsers use different names; Chrome reports a refusal by the operating system only in the
 * message.
 */
export function problemOf(failure: unknown): DeviceProblem {
  const { name, message } = (failure ?? {}) as Failure
  const known = BY_NAME[String(name)] ?? 'unexpected'
  const isBySystem = known === 'permission-denied' && /system/i.test(String(message))
  return isBySystem ? 'blocked-by-system' : known
}

/** Why this page cannot use any device, known without requesting one; null if it can. */
export function whyNoDevices(): DeviceProblem | null {
  if (!window.isSecureContext) return 'insecure'
  return 'mediaDevices' in navigator && 'RTCPeerConnection' in window ? null : 'unsupported'
}

/** Whether another attempt may succeed without reloading the page. */
export const isRetryable = (problem: DeviceProblem): boolean => problem !== 'insecure' && problem !== 'unsupported'
