import type { RemoteParticipant, RemoteTrack, RemoteTrackPublication } from 'livekit-client'
import { AUDIO_KBPS, type DataSaverMode, LIMITS, screenKbps } from './data-saver.ts'
import type { Quality } from './quality.ts'
import { NO_TRACKS, type TrackKind, type Transport, type TransportEvents, trackKinds } from './transport.ts'

type Deps = {
  url: string
  token: string
  dataSaver: DataSaverMode
  events: TransportEvents
  /** The server closed the connection, or was never reached: a new token is needed. */
  onLost: () => void
}

/** Through a media server. Its client is large and is loaded only by those whose session uses it. */
export async function openLiveKitTransport({ url, token, dataSaver, events, onLost }: Deps): Promise<Transport> {
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
    [ConnectionQuality.Poor]: 'poor',
    [ConnectionQuality.Lost]: 'poor',
  }
  let mode = dataSaver
  let isInterrupted = false
  let isClosed = false

  const other = (): RemoteParticipant | undefined => [...room.remoteParticipants.values()][0]
  const publicationOf = (kind: TrackKind) => other()?.getTrackPublication(SOURCES[kind])
  const trackOf = (kind: TrackKind) => publicationOf(kind)?.track?.mediaStreamTrack ?? null
  const emitState = () => {
    if (isClosed) return
    events.onState(isInterrupted ? 'interrupted' : other() ? 'connected' : 'waiting')
    const tracks = { mic: trackOf('mic'), camera: trackOf('camera'), screen: trackOf('screen') }
    events.onTracks(other() ? tracks : NO_TRACKS)
  }
  const limitReceivedVideo = () => {
    const camera = publicationOf('camera') as RemoteTrackPublication | undefined
    camera?.setEnabled(LIMITS[mode] !== null)
    const { HIGH, LOW, MEDIUM } = VideoQuality
    if (LIMITS[mode]) camera?.setVideoQuality({ high: HIGH, p360: MEDIUM, p216: LOW, audio: LOW }[mode])
  }
  const onTracksChanged = () => {
    limitReceivedVideo()
    emitState()
  }
  const setInterrupted = (next: boolean) => () => {
    isInterrupted = next
    emitState()
  }
  for (const event of [
    RoomEvent.ParticipantConnected,
    RoomEvent.ParticipantDisconnected,
    RoomEvent.TrackSubscribed,
    RoomEvent.TrackUnsubscribed,
  ] as const)
    room.on(event, onTracksChanged)
  room.on(RoomEvent.Reconnecting, setInterrupted(true))
  room.on(RoomEvent.SignalReconnecting, setInterrupted(true))
  room.on(RoomEvent.Reconnected, setInterrupted(false))
  room.on(RoomEvent.ConnectionQualityChanged, (quality, participant) => {
    if (participant.isLocal) events.onQuality(QUALITIES[quality] ?? 'unknown')
  })
  room.on(RoomEvent.Disconnected, () => {
    if (!isClosed) onLost()
  })

  events.onState('connecting')
  await room.connect(url, token, { autoSubscribe: true })
  onTracksChanged()

  const kbpsOf = (kind: TrackKind) =>
    kind === 'screen' ? screenKbps(mode) : kind === 'mic' ? AUDIO_KBPS : (LIMITS[mode]?.videoKbps ?? AUDIO_KBPS)
  return {
    send: async (kind, track) => {
      const before = room.localParticipant.getTrackPublication(SOURCES[kind])
      // A microphone is muted at the track itself (`devices.ts`): the published track stays the same.
      if (before?.track?.mediaStreamTrack === track) return
      // Without stopping the track: `devices.ts` owns it, and may still show it.
      if (before?.track) await room.localParticipant.unpublishTrack(before.track, false)
      if (!track) return
      const encoding = { maxBitrate: kbpsOf(kind) * 1000 }
      await room.localParticipant.publishTrack(track, {
        source: SOURCES[kind],
        simulcast: kind === 'camera',
        ...(kind === 'mic' ? { audioPreset: encoding } : { videoEncoding: encoding, screenShareEncoding: encoding }),
      })
    },
    setDataSaver: async (next) => {
      mode = next
      limitReceivedVideo()
    },
    readStats: async () => {
      const tracks = trackKinds.map((kind) => publicationOf(kind)?.track as RemoteTrack | undefined)
      const reports = await Promise.all(tracks.map((track) => track?.getRTCStatsReport()))
      return reports.filter((report) => report !== undefined)
    },
    close: () => {
      isClosed = true
      void room.disconnect(false)
    },
  }
}
