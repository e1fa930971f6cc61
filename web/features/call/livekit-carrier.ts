import type { RemoteParticipant, RemoteTrackPublication } from 'livekit-client'
import { type Carrier, type CarrierEvents, NO_TRACKS, type TrackKind } from './carrier.ts'
import type { Quality } from './quality.ts'
import { AUDIO_KBPS, LIMITS, type Saver, screenKbps } from './saver.ts'

type Deps = {
  url: string
  token: string
  saver: Saver
  events: CarrierEvents
  /** The server let go of us, or was never reached: a new token is needed. */
  onLost: () => void
}

/** Through a media server. Its client is large, so it comes when somebody goes in by it, and for nobody else. */
export async function openLiveKitCarrier({ url, token, saver, events, onLost }: Deps): Promise<Carrier> {
  const { ConnectionQuality, Room, RoomEvent, Track, VideoQuality } = await import('livekit-client')
  const room = new Room({ dynacast: true, disconnectOnPageLeave: true })
  const SOURCES = {
    mic: Track.Source.Microphone,
    camera: Track.Source.Camera,
    screen: Track.Source.ScreenShare,
  } as const
  const QUALITIES: Partial<Record<string, Quality>> = {
    [ConnectionQuality.Excellent]: 'good',
    [ConnectionQuality.Good]: 'good',
    [ConnectionQuality.Poor]: 'fair',
    [ConnectionQuality.Lost]: 'poor',
  }
  let current = saver
  let isBroken = false
  let isClosed = false

  const other = (): RemoteParticipant | undefined => [...room.remoteParticipants.values()][0]
  const publicationOf = (kind: TrackKind) => other()?.getTrackPublication(SOURCES[kind])
  const trackOf = (kind: TrackKind) => publicationOf(kind)?.track?.mediaStreamTrack ?? null
  const tell = () => {
    if (isClosed) return
    events.onLine(isBroken ? 'interrupted' : other() ? 'up' : 'waiting')
    const there = { mic: trackOf('mic'), camera: trackOf('camera'), screen: trackOf('screen') }
    events.onTracks(other() ? there : NO_TRACKS)
  }
  const askForLess = () => {
    const camera = publicationOf('camera') as RemoteTrackPublication | undefined
    camera?.setEnabled(LIMITS[current] !== null)
    const { HIGH, LOW, MEDIUM } = VideoQuality
    if (LIMITS[current]) camera?.setVideoQuality({ high: HIGH, p360: MEDIUM, p216: LOW, audio: LOW }[current])
  }
  const told = () => {
    askForLess()
    tell()
  }
  const broke = (broken: boolean) => () => {
    isBroken = broken
    tell()
  }
  for (const event of [
    RoomEvent.ParticipantConnected,
    RoomEvent.ParticipantDisconnected,
    RoomEvent.TrackSubscribed,
    RoomEvent.TrackUnsubscribed,
  ] as const)
    room.on(event, told)
  room.on(RoomEvent.Reconnecting, broke(true))
  room.on(RoomEvent.SignalReconnecting, broke(true))
  room.on(RoomEvent.Reconnected, broke(false))
  room.on(RoomEvent.ConnectionQualityChanged, (quality, participant) => {
    if (participant.isLocal) events.onQuality(QUALITIES[quality] ?? 'unknown')
  })
  room.on(RoomEvent.Disconnected, () => {
    if (!isClosed) onLost()
  })

  events.onLine('connecting')
  await room.connect(url, token, { autoSubscribe: true })
  told()

  const kbpsOf = (kind: TrackKind) =>
    kind === 'screen' ? screenKbps(current) : kind === 'mic' ? AUDIO_KBPS : (LIMITS[current]?.videoKbps ?? AUDIO_KBPS)
  return {
    send: async (kind, track) => {
      const before = room.localParticipant.getTrackPublication(SOURCES[kind])
      // A microphone is muted where it was opened; what is sent stays the same.
      if (before?.track?.mediaStreamTrack === track) return
      // What is sent was opened elsewhere, and is closed there.
      if (before?.track) await room.localParticipant.unpublishTrack(before.track, false)
      if (!track) return
      const encoding = { maxBitrate: kbpsOf(kind) * 1000 }
      await room.localParticipant.publishTrack(track, {
        source: SOURCES[kind],
        simulcast: kind === 'camera',
        ...(kind === 'mic' ? { audioPreset: encoding } : { videoEncoding: encoding, screenShareEncoding: encoding }),
      })
    },
    save: async (next) => {
      current = next
      askForLess()
    },
    close: () => {
      isClosed = true
      void room.disconnect(false)
    },
  }
}
