import { fingerprintOf, withBandwidth } from './bandwidth.ts'
import { type Carrier, type TrackKind, type Tracks, trackKinds } from './carrier.ts'
import { type Candidate, type Description, type Negotiation, negotiate } from './negotiation.ts'
import { AUDIO_KBPS, LIMITS, type Saver, screenKbps } from './saver.ts'

export type PeerState = 'connecting' | 'up' | 'interrupted' | 'failed' | 'gone'

type Deps = {
  iceServers: RTCIceServer[]
  /** Lays out the connection and makes the first offer; the other one is polite. */
  leads: boolean
  saver: Saver
  sending: Tracks
  tell: (description: { type: RTCSdpType; sdp: string }) => Promise<unknown>
  tellCandidate: (candidate: RTCIceCandidateInit) => void
  onState: (state: PeerState) => void
  onTracks: (tracks: Tracks) => void
}

export type Peer = Negotiation &
  Carrier & {
    pc: RTCPeerConnection
    /** Whether a description comes from the connection that this one speaks with. */
    knows: (description: Description) => boolean
    restart: () => void
  }

const CAMERA_SECTION = trackKinds.indexOf('camera')

const STATES: Partial<Record<RTCPeerConnectionState, PeerState>> = {
  connected: 'up',
  disconnected: 'interrupted',
  failed: 'failed',
  closed: 'gone',
}

/**
 * One connection between two browsers. It has three places from the first offer on (voice, camera, screen), in the order
 * of `trackKinds`, so that switching something on or off needs no new agreement.
 */
export function openPeer(deps: Deps): Peer {
  const pc = new RTCPeerConnection({ iceServers: deps.iceServers, bundlePolicy: 'max-bundle' })
  let sending = deps.sending
  let saver = deps.saver

  const placeOf = (kind: TrackKind) => pc.getTransceivers()[trackKinds.indexOf(kind)]
  const put = async (kind: TrackKind) => {
    const place = placeOf(kind)
    // A newer connection may have taken this one's place meanwhile.
    if (!place || pc.signalingState === 'closed') return
    // Who saves all pictures does not ask for one either.
    place.direction = kind === 'camera' && LIMITS[saver] === null ? 'sendonly' : 'sendrecv'
    await place.sender.replaceTrack(sending[kind])
    if (pc.connectionState !== 'closed') await limit(place.sender, kind, saver)
  }
  const putAll = async () => {
    for (const kind of trackKinds) await put(kind)
  }
  const negotiation = negotiate(pc, {
    isPolite: !deps.leads,
    beforeAnswer: putAll,
    tell: ({ type, sdp }) =>
      deps.tell({ type, sdp: withBandwidth(sdp, CAMERA_SECTION, LIMITS[saver]?.videoKbps ?? null) }),
    tellCandidate: (candidate) => deps.tellCandidate(candidate.toJSON()),
  })
  watch(pc, deps)
  if (deps.leads) {
    for (const kind of trackKinds) pc.addTransceiver(kind === 'mic' ? 'audio' : 'video', { direction: 'sendrecv' })
    void putAll()
  }
  return {
    ...negotiation,
    pc,
    knows: ({ sdp }) => !pc.remoteDescription || fingerprintOf(pc.remoteDescription.sdp) === fingerprintOf(sdp ?? ''),
    restart: () => pc.restartIce(),
    send: async (kind, track) => {
      sending = { ...sending, [kind]: track }
      await put(kind)
    },
    save: async (next) => {
      saver = next
      await putAll()
      // The new limit has to be told, and an agreement is the only way.
      if (pc.remoteDescription) pc.onnegotiationneeded?.(new Event('negotiationneeded'))
    },
    close: () => pc.close(),
  }
}

/** Tells what becomes of the connection, also that the other side hung up, which no state of the connection says. */
function watch(pc: RTCPeerConnection, { onState, onTracks }: Deps): void {
  pc.onconnectionstatechange = () => onState(STATES[pc.connectionState] ?? 'connecting')
  pc.ontrack = ({ receiver }) => {
    const transport = receiver.transport
    if (transport)
      transport.onstatechange = () => {
        if (transport.state === 'closed') onState('gone')
      }
    const [mic, camera, screen] = pc.getTransceivers().map((place) => place.receiver.track)
    onTracks({ mic: mic ?? null, camera: camera ?? null, screen: screen ?? null })
  }
}

async function limit(sender: RTCRtpSender, kind: TrackKind, saver: Saver): Promise<void> {
  const parameters = sender.getParameters()
  const [encoding] = parameters.encodings
  if (!encoding) return
  if (kind === 'mic') encoding.maxBitrate = AUDIO_KBPS * 1000
  else if (kind === 'screen') encoding.maxBitrate = screenKbps(saver) * 1000
  else encoding.maxBitrate = (LIMITS[saver]?.videoKbps ?? AUDIO_KBPS) * 1000
  await sender.setParameters(parameters).catch(() => undefined)
}

export type { Candidate, Description }
