import { fingerprintOf, withBandwidth } from './bandwidth.ts'
import { AUDIO_KBPS, type DataSaverMode, LIMITS, screenKbps } from './data-saver.ts'
import { type Description, type Negotiation, negotiate } from './negotiation.ts'
import { type TrackKind, type Tracks, type Transport, trackKinds } from './transport.ts'

export type PeerConnectionState = 'connecting' | 'connected' | 'interrupted' | 'failed' | 'closed'

type Deps = {
  iceServers: RTCIceServer[]
  /** Adds the transceivers and makes the first offer; the other side is the polite one. */
  isInitiator: boolean
  dataSaver: DataSaverMode
  sending: Tracks
  sendDescription: (description: { type: RTCSdpType; sdp: string }) => Promise<unknown>
  sendCandidate: (candidate: RTCIceCandidateInit) => void
  onState: (state: PeerConnectionState) => void
  onTracks: (tracks: Tracks) => void
}

export type PeerConnection = Negotiation &
  Transport & {
    pc: RTCPeerConnection
    /** Whether a description comes from the other side's same connection; a new one has another fingerprint. */
    isSameConnection: (description: Description) => boolean
    restartIce: () => void
  }

const CAMERA_SECTION = trackKinds.indexOf('camera')

const STATES: Partial<Record<RTCPeerConnectionState, PeerConnectionState>> = {
  connected: 'connected',
  disconnected: 'interrupted',
  failed: 'failed',
  closed: 'closed',
}

/**
 * One connection between two browsers. It has three transceivers from the first offer on (audio, camera, screen), in the
 * order of `trackKinds`, so that a track can be switched on or off without another negotiation.
 */
export function openPeerConnection(deps: Deps): PeerConnection {
  const pc = new RTCPeerConnection({ iceServers: deps.iceServers, bundlePolicy: 'max-bundle' })
  let sending = deps.sending
  let dataSaver = deps.dataSaver

  const transceiverOf = (kind: TrackKind) => pc.getTransceivers()[trackKinds.indexOf(kind)]
  const replaceTrack = async (kind: TrackKind) => {
    const transceiver = transceiverOf(kind)
    // A newer connection may have replaced this one meanwhile: its transceivers throw once it is closed.
    if (!transceiver || pc.signalingState === 'closed') return
    // Without video in this mode, none is requested from the other side either.
    transceiver.direction = kind === 'camera' && LIMITS[dataSaver] === null ? 'sendonly' : 'sendrecv'
    await transceiver.sender.replaceTrack(sending[kind])
    if (pc.connectionState !== 'closed') await limitBitrate(transceiver.sender, kind, dataSaver)
  }
  const replaceAllTracks = async () => {
    for (const kind of trackKinds) await replaceTrack(kind)
  }
  const negotiation = negotiate(pc, {
    isPolite: !deps.isInitiator,
    beforeAnswer: replaceAllTracks,
    send: ({ type, sdp }) =>
      deps.sendDescription({ type, sdp: withBandwidth(sdp, CAMERA_SECTION, LIMITS[dataSaver]?.videoKbps ?? null) }),
    sendCandidate: (candidate) => deps.sendCandidate(candidate.toJSON()),
  })
  watch(pc, deps)
  if (deps.isInitiator) {
    for (const kind of trackKinds) pc.addTransceiver(kind === 'mic' ? 'audio' : 'video', { direction: 'sendrecv' })
    void replaceAllTracks()
  }
  return {
    ...negotiation,
    pc,
    isSameConnection: ({ sdp }) =>
      !pc.remoteDescription || fingerprintOf(pc.remoteDescription.sdp) === fingerprintOf(sdp ?? ''),
    restartIce: () => pc.restartIce(),
    send: async (kind, track) => {
      sending = { ...sending, [kind]: track }
      await replaceTrack(kind)
    },
    setDataSaver: async (mode) => {
      dataSaver = mode
      await replaceAllTracks()
      // The other side learns the new limit from a description, so a negotiation has to be made.
      if (pc.remoteDescription) pc.onnegotiationneeded?.(new Event('negotiationneeded'))
    },
    readStats: async () => [await pc.getStats()],
    close: () => pc.close(),
  }
}

/** Reports the connection's state and tracks. Only the DTLS transport reports that the other side has hung up. */
function watch(pc: RTCPeerConnection, { onState, onTracks }: Deps): void {
  pc.onconnectionstatechange = () => onState(STATES[pc.connectionState] ?? 'connecting')
  pc.ontrack = ({ receiver }) => {
    const transport = receiver.transport
    if (transport)
      transport.onstatechange = () => {
        if (transport.state === 'closed') onState('closed')
      }
    const [mic, camera, screen] = pc.getTransceivers().map((transceiver) => transceiver.receiver.track)
    onTracks({ mic: mic ?? null, camera: camera ?? null, screen: screen ?? null })
  }
}

async function limitBitrate(sender: RTCRtpSender, kind: TrackKind, dataSaver: DataSaverMode): Promise<void> {
  const parameters = sender.getParameters()
  const [encoding] = parameters.encodings
  if (!encoding) return
  if (kind === 'mic') encoding.maxBitrate = AUDIO_KBPS * 1000
  else if (kind === 'screen') encoding.maxBitrate = screenKbps(dataSaver) * 1000
  else encoding.maxBitrate = (LIMITS[dataSaver]?.videoKbps ?? AUDIO_KBPS) * 1000
  await sender.setParameters(parameters).catch(() => undefined)
}
