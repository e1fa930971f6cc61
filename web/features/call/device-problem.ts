export type Device = 'camera' | 'mic' | 'screen'

/** Why a device gives nothing (docs/rules/live.md 6.3). Each has its own way out. */
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

/** What a browser's refusal means; browsers differ in names, and Chrome tells the system's refusal by its message only. */
export function problemOf(failure: unknown): DeviceProblem {
  const { name, message } = (failure ?? {}) as Failure
  const known = BY_NAME[String(name)] ?? 'unexpected'
  const bySystem = known === 'permission-denied' && /system/i.test(String(message))
  return bySystem ? 'blocked-by-system' : known
}

/** What is in the way before anything is asked for; null where nothing is. */
export function whyNoDevices(): DeviceProblem | null {
  if (!window.isSecureContext) return 'insecure'
  return 'mediaDevices' in navigator && 'RTCPeerConnection' in window ? null : 'unsupported'
}

/** Asking again may be answered differently. */
export const isWorthAskingAgain = (problem: DeviceProblem): boolean =>
  problem !== 'insecure' && problem !== 'unsupported'
