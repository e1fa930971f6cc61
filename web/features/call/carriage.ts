import type { IceServer, SessionReady } from '#contract/live/session'
import { sessionToken } from '#contract/sessions'
import { request } from '../../platform/api.ts'
import { log } from '../../platform/log.ts'
import { type Carrier, type CarrierEvents, NO_TRACKS, type TrackKind, trackKinds } from './carrier.ts'
import type { Devices } from './devices.ts'
import { openPeerCarrier, type PeerCarrier } from './peer-carrier.ts'
import type { Saver } from './saver.ts'
import type { Signals } from './signals.ts'

/** The carriers behind one interface; who is in the room matters to one of them only. */
type Carried = Carrier & Partial<Pick<PeerCarrier, 'entered' | 'setOther'>>

type Deps = {
  sessionId: string
  myId: number
  devices: Devices
  saver: () => Saver
  events: CarrierEvents
  /** The media server let go of us. */
  onLost: () => void
}

/** The wire's `undefined`s are none to a browser. */
const asRtc = ({ urls, username, credential }: IceServer): RTCIceServer => ({
  urls,
  ...(username === undefined ? {} : { username }),
  ...(credential === undefined ? {} : { credential }),
})

/** Picture and sound of one meeting, by whichever way the server names: laid once, kept while it stands, laid again. */
export function createCarriage({ sessionId, myId, devices, saver, events, onLost }: Deps) {
  let carrier: Promise<Carried> | null = null

  const open = async (signals: Signals, { carrier: way, iceServers }: SessionReady): Promise<Carried> => {
    const common = { saver: saver(), events }
    if (way === 'peer')
      return openPeerCarrier({ ...common, sessionId, myId, signals, iceServers: iceServers.map(asRtc) })
    const [server, { openLiveKitCarrier }] = await Promise.all([
      request(sessionToken, { query: { sessionId } }),
      import('./livekit-carrier.ts'),
    ])
    return openLiveKitCarrier({ ...server, ...common, onLost })
  }
  const deliver = async (to: Carried) => {
    const { tracks } = devices.state()
    for (const kind of trackKinds) if (tracks[kind]) await to.send(kind, tracks[kind])
    return to
  }
  const then = (act: (open: Carried) => unknown) =>
    void carrier?.then(act).catch((error: unknown) => log.warning('call: the carrier refused', error))

  return {
    stands: () => carrier !== null,
    /** @throws ApiError or the media server's own error when it cannot be laid. */
    lay: (signals: Signals, ready: SessionReady): Promise<unknown> => {
      carrier ??= open(signals, ready).then(deliver)
      return carrier
    },
    drop: () => {
      then((standing) => standing.close())
      carrier = null
      events.onLine('waiting')
      events.onTracks(NO_TRACKS)
      events.onQuality('unknown')
    },
    send: (kind: TrackKind, track: MediaStreamTrack | null) => then((standing) => standing.send(kind, track)),
    save: (next: Saver) => then((standing) => standing.save(next)),
    setOther: (id: number | null) => then((standing) => standing.setOther?.(id)),
    entered: (id: number | null) => then((standing) => standing.entered?.(id)),
  }
}
