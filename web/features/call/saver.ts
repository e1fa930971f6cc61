/** How much of a data bundle a meeting may eat: what is sent, and what the other one is asked to send. */
export const savers = ['high', 'p360', 'p216', 'audio'] as const
export type Saver = (typeof savers)[number]

type Limit = { height: number; frameRate: number; videoKbps: number }

export const AUDIO_KBPS = 32
const SCREEN_KBPS = 900

/** Null where no picture is sent nor asked for. */
export const LIMITS: Record<Saver, Limit | null> = {
  high: { height: 720, frameRate: 30, videoKbps: 1200 },
  p360: { height: 360, frameRate: 24, videoKbps: 400 },
  p216: { height: 216, frameRate: 15, videoKbps: 150 },
  audio: null,
}

/** A shared page has to stay readable, but not at any price. */
export const screenKbps = (saver: Saver): number => (saver === 'high' ? 2 * SCREEN_KBPS : SCREEN_KBPS)

/** Megabytes that a meeting uses, both ways together, as phone companies count them; rounded to what can be promised. */
export function megabytesOf(saver: Saver, minutes: number): number {
  const kbps = 2 * (AUDIO_KBPS + (LIMITS[saver]?.videoKbps ?? 0))
  const megabytes = (kbps * minutes * 60) / 8 / 1000
  return megabytes < 20 ? Math.ceil(megabytes) : Math.ceil(megabytes / 10) * 10
}

const KEY = 'hessa.data-saver'

/** What was chosen on this device before; without a choice the device's own wish to save is heard. */
export function rememberedSaver(): Saver {
  try {
    const stored = localStorage.getItem(KEY)
    const known = savers.find((saver) => saver === stored)
    if (known) return known
  } catch {
    // Nothing is remembered here.
  }
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData ? 'p216' : 'high'
}

export function rememberSaver(saver: Saver): void {
  try {
    localStorage.setItem(KEY, saver)
  } catch {
    // The choice still holds until the page is left.
  }
}
