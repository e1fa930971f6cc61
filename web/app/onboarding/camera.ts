/** Why neither camera nor microphone can be recorded. */
export type CameraProblem = 'insecure' | 'unsupported' | 'denied' | 'missing' | 'busy' | 'unexpected'

const BY_NAME: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'insecure',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

export const cameraProblemOf = (failure: unknown): CameraProblem =>
  BY_NAME[String((failure as { name?: unknown } | null)?.name)] ?? 'unexpected'

/** The recorder's formats, of which the first supported one is used. The server accepts all of them. */
const TYPES = [
  'video/webm;codecs=vp8,opus',
  'video/webm;codecs=vp9,opus',
  'video/webm',
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/mp4',
]

export const recordedType = (): string | null =>
  typeof MediaRecorder === 'undefined' ? null : (TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null)

/** Known without asking for a device; null where recording may work. */
export function whyNoRecording(): CameraProblem | null {
  if (!window.isSecureContext) return 'insecure'
  return 'mediaDevices' in navigator && recordedType() !== null ? null : 'unsupported'
}

/** Sharp on a phone's screen, and about 11 MB a minute, which a slow connection can upload. */
const CONSTRAINTS: MediaStreamConstraints = {
  video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } },
  audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
}
export const RECORDER_BITS = { videoBitsPerSecond: 1_400_000, audioBitsPerSecond: 96_000 } as const

/** @throws DOMException as browsers do; `cameraProblemOf` interprets it. */
export const openCamera = (): Promise<MediaStream> => navigator.mediaDevices.getUserMedia(CONSTRAINTS)

export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
