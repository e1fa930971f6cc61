import { sessionToken } from '#contract/calls/sessions'
import type { IceServer, SessionReady } from '#contract/live/session'
import { request } from '../../platform/api.ts'
import { log } from '../../platform/log.ts'
import type { DataSaverMode } from './data-saver.ts'
import { openPeerTransport, type PeerTransport } from './peer-transport.ts'
import type { SignalingChannel } from './signaling.ts'
import {
  NO_TRACKS,
  type TrackKind,
  type Tracks,
  type Transport,
  type TransportEvents,
  trackKinds,
} from './transport.ts'

/** Only the peer transport needs the list of members; a media server has its own. */
type OpenTransport = Transport & Partial<Pick<PeerTransport, 'onEntered' | 'setOther'>>

type Deps = {
  sessionId: string
  myId: number
  /** The tracks that are sent from the start. */
  ownTracks: () => Tracks
  dataSaver: () => DataSaverMode
  events: TransportEvents
  /** The media server closed the connection. */
  onLost: () => void
}

/** With `exactOptionalPropertyTypes` the fields of an RTCIceServer may be absent, but not undefined as the wire's may. */
const asRtc = ({ urls, username, credential }: IceServer): RTCIceServer => ({
  urls,
  ...(username === undefined ? {} : { username }),
  ...(credential === undefined ? {} : { credential }),
})

/** Opens the transport that the server names, keeps it while it works, and opens it again after it was closed. */
export function createTransportManager({ sessionId, myId, ownTracks, dataSaver, events, onLost }: Deps) {
  let transport: Promise<OpenTransport> | null = null

  const open = async (signaling: SignalingChannel, ready: SessionReady): Promise<OpenTransport> => {
    const common = { dataSaver: dataSaver(), events }
    if (ready.carrier === 'peer')
      return openPeerTransport({ ...common, sessionId, myId, signaling, iceServers: ready.iceServers.map(asRtc) })
    const [server, { openLiveKitTransport }] = await Promise.all([
      request(sessionToken, { query: { sessionId } }),
      import('./livekit-transport.ts'),
    ])
    return openLiveKitTransport({ ...server, ...common, onLost })
  }
  const sendOwnTracks = async (to: OpenTransport) => {
    const tracks = ownTracks()
    for (const kind of trackKinds) if (tracks[kind]) await to.send(kind, tracks[kind])
    return to
  }
  const whenOpen = (act: (open: OpenTransport) => unknown) =>
    void transport?.then(act).catch((error: unknown) => log.warning('call: the transport failed', error))

  return {
    isOpen: () => transport !== null,
    /** @throws ApiError or the media server's own error when it cannot connect. */
    connect: (signaling: SignalingChannel, ready: SessionReady): Promise<unknown> => {
      transport ??= open(signaling, ready).then(sendOwnTracks)
      return transport
    },
    disconnect: () => {
      whenOpen((open) => open.close())
      transport = null
      events.onState('waiting')
      events.onTracks(NO_TRACKS)
      events.onQuality('unknown')
    },
    send: (kind: TrackKind, track: MediaStreamTrack | null) => whenOpen((open) => open.send(kind, track)),
    setDataSaver: (mode: DataSaverMode) => whenOpen((open) => open.setDataSaver(mode)),
    readStats: async (): Promise<RTCStatsReport[]> => (await transport)?.readStats() ?? [],
    setOther: (id: number | null) => whenOpen((open) => open.setOther?.(id)),
    onEntered: (id: number | null) => whenOpen((open) => open.onEntered?.(id)),
  }
}
