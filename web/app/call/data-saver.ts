/** The data limit of a session, for sending and for what the other side is asked to send. */
export const dataSaverModes = ['high', 'p360', 'p216', 'audio'] as const
export type DataSaverMode = (typeof dataSaverModes)[number]

type Limit = { height: number; frameRate: number; videoKbps: number }

export const AUDIO_KBPS = 32
const SCREEN_KBPS = 900

/** Null where no video is sent or requested. */
export const LIMITS: Record<DataSaverMode, Limit | null> = {
  high: { height: 720, frameRate: 30, videoKbps: 1200 },
  p360: { height: 360, frameRate: 24, videoKbps: 400 },
  p216: { height: 216, frameRate: 15, videoKbps: 150 },
  audio: null,
}

/** A shared page has to stay readable: the modes that save data have one limit, which is not lowered further. */
export const screenKbps = (mode: DataSaverMode): number => (mode === 'high' ? 2 * SCREEN_KBPS : SCREEN_KBPS)

/**
 * Megabytes (10^6 bytes, the unit of phone companies) that a session of this many minutes uses in both directions; rounded
 * up.
 */
export function megabytesOf(mode: DataSaverMode, minutes: number): number {
  const kbps = 2 * (AUDIO_KBPS + (LIMITS[mode]?.videoKbps ?? 0))
  const megabytes = (kbps * minutes * 60) / 8 / 1000
  return megabytes < 20 ? Math.ceil(megabytes) : Math.ceil(megabytes / 10) * 10
}
