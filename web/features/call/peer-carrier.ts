import type { ServerFrame } from '#contract/live/session'
import { log } from '../../platform/log.ts'
import { type Carrier, type CarrierEvents, NO_TRACKS, type Tracks } from './carrier.ts'
import { openPeer, type Peer, type PeerState } from './peer.ts'
import { qualityReader } from './peer-stats.ts'
import type { Saver } from './saver.ts'
import type { Signals } from './signals.ts'

type Deps = {
  sessionId: string
  myId: number
  iceServers: RTCIceServer[]
  signals: Signals
  saver: Saver
  events: CarrierEvents
}

export type PeerCarrier = Carrier & {
  /** This side has come in, for the first time or again. */
  entered: (otherId: number | null) => void
  setOther: (otherId: number | null) => void
}

/** A lost line is first mended in place, and laid anew when that did not help. */
const MEND_AFTER_MS = 1500
const TICK_MS = 2000
const ANEW_AFTER_TICKS = 4
/** Who has just come is heard of twice: by the party, and by their own ping. */
const FRESH_MS = 1000

/**
 * From browser to browser, agreed on through the session's party. The one with the smaller id leads: it makes the
 * connection when the other is there; the other one asks for it by a ping. Each connection has a fingerprint of its own, so
 * a description from a new one (the other reloaded the page) replaces what stood.
 */
export function openPeerCarrier(deps: Deps): PeerCarrier {
  const { sessionId, myId, signals, events } = deps
  let peer: Peer | null = null
  let quality: (() => Promise<void>) | null = null
  let state: PeerState = 'gone'
  let sending: Tracks = NO_TRACKS
  let saver = deps.saver
  let otherId: number | null = null
  let ticksDown = 0
  let laidAt = 0
  let mending: ReturnType<typeof setTimeout> | undefined

  const tell = (event: string, payload: Record<string, unknown>) => signals.send(event, { sessionId, ...payload })
  const lineNow = () => {
    if (state === 'up') return 'up'
    if (!peer) return otherId ? 'connecting' : 'waiting'
    return state === 'connecting' ? 'connecting' : 'interrupted'
  }
  const drop = () => {
    clearTimeout(mending)
    peer?.close()
    peer = null
    quality = null
    state = 'gone'
    events.onTracks(NO_TRACKS)
    events.onQuality('unknown')
    events.onLine(lineNow())
  }
  const onState = (of: Peer, next: PeerState) => {
    if (of !== peer) return
    state = next
    clearTimeout(mending)
    if (next === 'up') ticksDown = 0
    if (next === 'gone') return drop()
    if (next === 'interrupted') mending = setTimeout(mend, MEND_AFTER_MS)
    if (next === 'failed') mend()
    events.onLine(lineNow())
  }
  const leads = () => otherId !== null && myId < otherId
  const lay = (): Peer => {
    clearTimeout(mending)
    peer?.close()
    const made: Peer = openPeer({
      iceServers: deps.iceServers,
      leads: leads(),
      saver,
      sending,
      tell: (description) =>
        description.type === 'offer'
          ? tell('SessionOffer', { offer: description })
          : tell('SessionAnswer', { answer: description }),
      tellCandidate: (candidate) => void tell('IceCandidate', { candidate }),
      onState: (next) => onState(made, next),
      onTracks: (tracks) => made === peer && events.onTracks(tracks),
    })
    const read = qualityReader(made.pc)
    quality = async () => events.onQuality(await read())
    peer = made
    state = 'connecting'
    ticksDown = 0
    laidAt = performance.now()
    events.onLine(lineNow())
    return made
  }
  const isFresh = () => state === 'connecting' && performance.now() - laidAt < FRESH_MS
  const ask = () => {
    if (!leads()) void tell('PingSessionMember', { userId: otherId })
    else if (!isFresh()) lay()
  }
  const mend = () => {
    if (peer?.pc.signalingState === 'stable') peer.restart()
  }
  const onPing = () => {
    void tell('PongSessionMember', { userId: otherId })
    if (leads() && !isFresh()) lay()
  }
  const hears = hearer({ lay, now: () => peer, onPing })
  const forget = signals.listen((frame) => hears(frame))
  const ticking = setInterval(() => {
    if (state === 'up') void quality?.().catch(() => undefined)
    else if (otherId !== null && ++ticksDown % ANEW_AFTER_TICKS === 0) ask()
    else if (otherId === null && peer && ++ticksDown >= ANEW_AFTER_TICKS) drop()
  }, TICK_MS)
  const forgetNetwork = onNetworkChange(mend)

  return {
    entered: (id) => {
      otherId = id
      if (id !== null && state !== 'up') ask()
    },
    setOther: (id) => {
      const came = id !== null && otherId === null
      otherId = id
      if (came && leads() && state !== 'up') lay()
      events.onLine(lineNow())
    },
    send: async (kind, track) => {
      sending = { ...sending, [kind]: track }
      await peer?.send(kind, track)
    },
    save: async (next) => {
      saver = next
      await peer?.save(next)
    },
    close: () => {
      clearInterval(ticking)
      forget()
      forgetNetwork()
      drop()
    },
  }
}

/** Another network, or one again: the old way leads nowhere, and waiting for that to show costs seconds. */
function onNetworkChange(listener: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: EventTarget }
  window.addEventListener('online', listener)
  connection?.addEventListener('change', listener)
  return () => {
    window.removeEventListener('online', listener)
    connection?.removeEventListener('change', listener)
  }
}

type HearerDeps = { lay: () => Peer; now: () => Peer | null; onPing: () => void }

/** Takes in what the other side says, one thing after the other: a candidate before its description is worth nothing. */
function hearer({ lay, now, onPing }: HearerDeps): (frame: ServerFrame) => void {
  const hear = async (frame: ServerFrame) => {
    const peer = now()
    if (frame.event === 'PingSessionMember') onPing()
    else if (frame.event === 'SessionOffer') {
      const { offer } = frame.payload
      await (peer?.knows(offer) ? peer : lay()).hear(offer)
    } else if (frame.event === 'SessionAnswer') {
      if (peer?.knows(frame.payload.answer)) await peer.hear(frame.payload.answer)
    } else if (frame.event === 'IceCandidate') await peer?.hearCandidate(frame.payload.candidate)
  }
  let last = Promise.resolve()
  return (frame) => {
    last = last.then(() => hear(frame)).catch((error: unknown) => log.warning(`call: ${frame.event}`, error))
  }
}
