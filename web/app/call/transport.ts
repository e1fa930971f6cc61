import type { DataSaverMode } from './data-saver.ts'
import type { Quality } from './quality.ts'

export const trackKinds = ['mic', 'camera', 'screen'] as const
export type TrackKind = (typeof trackKinds)[number]
export type Tracks = Readonly<Record<TrackKind, MediaStreamTrack | null>>

export const NO_TRACKS: Tracks = { mic: null, camera: null, screen: null }

/** The media connection to the other member: nobody is there, connecting, connected, or interrupted and being repaired. */
export type TransportState = 'waiting' | 'connecting' | 'connected' | 'interrupted'

export type TransportEvents = {
  onState: (state: TransportState) => void
  /** The other member's tracks. */
  onTracks: (tracks: Tracks) => void
  onQuality: (quality: Quality) => void
}

/** What carries audio and video between the two: a media server, or a connection from browser to browser. */
export type Transport = {
  /** Sends a track in place of the one before; null sends nothing. */
  send: (kind: TrackKind, track: MediaStreamTrack | null) => Promise<void>
  /** Limits what is sent, and asks the other side to apply the same limit. */
  setDataSaver: (mode: DataSaverMode) => Promise<void>
  /** The statistics of what is received; empty without a connection. */
  readStats: () => Promise<RTCStatsReport[]>
  close: () => void
}
