import type { ServerFrame } from '#contract/live/session'
import { log } from '../../platform/log.ts'
import type { DataSaverMode } from './data-saver.ts'
import { openPeerConnection, type PeerConnection, type PeerConnectionState } from './peer-connection.ts'
import { type Measured, type Quality, qualityOf } from './quality.ts'
import type { SignalingChannel } from './signaling.ts'
import { NO_TRACKS, type Tracks, type Transport, type TransportEvents } from './transport.ts'

type Counters = { lost: number; received: number }

function read(report: RTCStatsReport): Counters & { roundTripMs: number | null } {
  let [lost, received, roundTripMs] = [0, 0, null as number | null]
  report.forEach((entry) => {
    if (entry.type === 'inbound-rtp') {
      lost += entry.packetsLost ?? 0
      received += entry.packetsReceived ?? 0
    }
    if (entry.type === 'candidate-pair' && entry.nominated && entry.currentRoundTripTime !== undefined)
      roundTripMs = entry.currentRoundTripTime * 1000
  })
  return { lost, received, roundTripMs }
}

/** Reads the quality of a connection; lost packets are counted since the reading before. */
function qualityReader(pc: RTCPeerConnection): () => Promise<Quality> {
  let before: Counters = { lost: 0, received: 0 }
  return async () => {
    const { lost, received, roundTripMs } = read(await pc.getStats())
    const since: Measured = { lost: lost - before.lost, received: received - before.received, roundTripMs }
    before = { lost, received }
    return qualityOf(since)
  }
}

type Deps = {
  sessionId: string
  myId: number
  iceServers: RTCIceServer[]
  signaling: SignalingChannel
  dataSaver: DataSaverMode
  events: TransportEvents
}

export type PeerTransport = Transport & {
  /** This member has entered the session, for the first time or again. */
  onEntered: (otherId: number | null) => void
  setOther: (otherId: number | null) => void
}

/** An interrupted connection often recovers within this time; afterwards ICE is restarted. */
const RESTART_AFTER_MS = 1500
const TICK_MS = 2000
/** A connection that is not established after this many ticks is replaced by a new one. */
const RECONNECT_AFTER_TICKS = 4
/** A member who enters is announced twice, by the party and by their own ping: the second one must not connect again. */
const JUST_CONNECTED_MS = 1000

/**
 * A connection from browser to browser, negotiated through the session's party. The member with the smaller id is the
 * initiator and connects as soon as the other one is there; the other one asks for it by a ping. Each RTCPeerConnection has
 * its own DTLS fingerprint, so an offer with another fingerprint (the other member has reloaded the page) makes a new
 * connection here too.
 */
export function openPeerTransport(deps: Deps): PeerTransport {
  const { sessionId, myId, signaling, events } = deps
  let peer: PeerConnection | null = null
  let readQuality: (() => Promise<void>) | null = null
  let state: PeerConnectionState = 'closed'
  let sending: Tracks = NO_TRACKS
  let dataSaver = deps.dataSaver
  let otherId: number | null = null
  let ticksDown = 0
  let connectedAt = 0
  let restarting: ReturnType<typeof setTimeout> | undefined

  const send = (event: string, payload: Record<string, unknown>) => signaling.send(event, { sessionId, ...payload })
  const transportState = () => {
    if (state === 'connected') return 'connected'
    if (!peer) return otherId ? 'connecting' : 'waiting'
    return state === 'connecting' ? 'connecting' : 'interrupted'
  }
  const disconnect = () => {
    clearTimeout(restarting)
    peer?.close()
    peer = null
    readQuality = null
    state = 'closed'
    events.onTracks(NO_TRACKS)
    events.onQuality('unknown')
    events.onState(transportState())
  }
  const onState = (of: PeerConnection, next: PeerConnectionState) => {
    if (of !== peer) return
    state = next
    clearTimeout(restarting)
    if (next === 'connected') ticksDown = 0
    if (next === 'closed') return disconnect()
    if (next === 'interrupted') restarting = setTimeout(restartIce, RESTART_AFTER_MS)
    if (next === 'failed') restartIce()
    events.onState(transportState())
  }
  const isInitiator = () => otherId !== null && myId < otherId
  const connect = (): PeerConnection => {
    clearTimeout(restarting)
    peer?.close()
    const opened: PeerConnection = openPeerConnection({
      iceServers: deps.iceServers,
      isInitiator: isInitiator(),
      dataSaver,
      sending,
      sendDescription: (description) =>
        description.type === 'offer'
          ? send('SessionOffer', { offer: description })
          : send('SessionAnswer', { answer: description }),
      sendCandidate: (candidate) => void send('IceCandidate', { candidate }),
      onState: (next) => onState(opened, next),
      onTracks: (tracks) => opened === peer && events.onTracks(tracks),
    })
    const read = qualityReader(opened.pc)
    readQuality = async () => events.onQuality(await read())
    peer = opened
    state = 'connecting'
    ticksDown = 0
    connectedAt = performance.now()
    events.onState(transportState())
    return opened
  }
  const hasJustConnected = () => state === 'connecting' && performance.now() - connectedAt < JUST_CONNECTED_MS
  const requestConnection = () => {
    if (!isInitiator()) void send('PingSessionMember', { userId: otherId })
    else if (!hasJustConnected()) connect()
  }
  // In any other signaling state an offer or answer is on its way, and the restart would collide with it.
  const restartIce = () => {
    if (peer?.pc.signalingState === 'stable') peer.restartIce()
  }
  const onPing = () => {
    void send('PongSessionMember', { userId: otherId })
    if (isInitiator() && !hasJustConnected()) connect()
  }
  const stopListening = signaling.listen(createReceiver({ connect, current: () => peer, onPing }))
  const ticking = setInterval(() => {
    if (state === 'connected') void readQuality?.().catch(() => undefined)
    else if (otherId !== null && ++ticksDown % RECONNECT_AFTER_TICKS === 0) requestConnection()
    else if (otherId === null && peer && ++ticksDown >= RECONNECT_AFTER_TICKS) disconnect()
  }, TICK_MS)
  const stopWatchingNetwork = onNetworkChange(restartIce)

  return {
    onEntered: (id) => {
      otherId = id
      if (id !== null && state !== 'connected') requestConnection()
    },
    setOther: (id) => {
      const hasEntered = id !== null && otherId === null
      otherId = id
      if (hasEntered && isInitiator() && state !== 'connected') connect()
      events.onState(transportState())
    },
    send: async (kind, track) => {
      sending = { ...sending, [kind]: track }
      await peer?.send(kind, track)
    },
    setDataSaver: async (mode) => {
      dataSaver = mode
      await peer?.setDataSaver(mode)
    },
    readStats: async () => (await peer?.readStats()) ?? [],
    close: () => {
      clearInterval(ticking)
      stopListening()
      stopWatchingNetwork()
      disconnect()
    },
  }
}

/** The device is on another network: the old path is dead, and the connection itself would notice it seconds later. */
function onNetworkChange(listener: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: EventTarget }
  window.addEventListener('online', listener)
  connection?.addEventListener('change', listener)
  return () => {
    window.removeEventListener('online', listener)
    connection?.removeEventListener('change', listener)
  }
}

type ReceiverDeps = { connect: () => PeerConnection; current: () => PeerConnection | null; onPing: () => void }

/** Handles the other member's frames one after the other: a candidate cannot be added before its description is set. */
function createReceiver({ connect, current, onPing }: ReceiverDeps): (frame: ServerFrame) => void {
  const receive = async (frame: ServerFrame) => {
    const peer = current()
    if (frame.event === 'PingSessionMember') onPing()
    else if (frame.event === 'SessionOffer') {
      const { offer } = frame.payload
      await (peer?.isSameConnection(offer) ? peer : connect()).receive(offer)
    } else if (frame.event === 'SessionAnswer') {
      if (peer?.isSameConnection(frame.payload.answer)) await peer.receive(frame.payload.answer)
    } else if (frame.event === 'IceCandidate') await peer?.receiveCandidate(frame.payload.candidate)
  }
  let last = Promise.resolve()
  return (frame) => {
    last = last.then(() => receive(frame)).catch((error: unknown) => log.warning(`call: ${frame.event}`, error))
  }
}
