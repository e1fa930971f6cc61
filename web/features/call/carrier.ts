import type { Quality } from './quality.ts'
import type { Saver } from './saver.ts'

export const trackKinds = ['mic', 'camera', 'screen'] as const
export type TrackKind = (typeof trackKinds)[number]
export type Tracks = Readonly<Record<TrackKind, MediaStreamTrack | null>>

export const NO_TRACKS: Tracks = { mic: null, camera: null, screen: null }

/** The way to the other one: nobody there, being laid, standing, or broken and being mended. */
export type Line = 'waiting' | 'connecting' | 'up' | 'interrupted'

export type CarrierEvents = {
  onLine: (line: Line) => void
  /** What comes from the other one. */
  onTracks: (tracks: Tracks) => void
  onQuality: (quality: Quality) => void
}

/** What brings picture and sound across, whichever way: a media server, or from browser to browser. */
export type Carrier = {
  /** Sends a track in the place of the one before; null sends nothing. */
  send: (kind: TrackKind, track: MediaStreamTrack | null) => Promise<void>
  /** Sends less, and asks the other side for less. */
  save: (saver: Saver) => Promise<void>
  close: () => void
}
