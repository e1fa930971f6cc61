import type { IceServer, ServerFrame, SessionReady } from '#contract/live/session'
import { sessionToken } from '#contract/sessions'
import { call as ask, CallError } from '../../lib/call.ts'
import { log } from '../../lib/log.ts'
import { now } from '../../lib/now.ts'
import type { ConnectionState } from '../../lib/socket.ts'
import { type Carrier, type CarrierEvents, type Line, NO_TRACKS, type TrackKind, type Tracks } from './carrier.ts'
import type { Devices } from './devices.ts'
import { type OtherMember, otherAfter } from './other-member.ts'
import { openPeerCarrier, type PeerCarrier } from './peer-carrier.ts'
import { isInside as isInsideOf, nextPhase, type Phase, type PhaseEvent, type Refusal } from './phase.ts'
import type { Quality } from './quality.ts'
import type { Saver } from './saver.ts'
import { openSignals, type Signals } from './signals.ts'

export type CallState = {
  phase: Phase
  socket: ConnectionState
  other: OtherMember
  line: Line
  /** What comes from the other one. */
  tracks: Tracks
  quality: Quality
  saver: Saver
}

type Deps = { sessionId: string; myId: number; devices: Devices; saver: Saver }

export type Call = ReturnType<typeof createCall>

const AGAIN_AFTER_MS = 2000

const REFUSALS: Partial<Record<string, Refusal>> = {
  forbidden: 'unallowed',
  unallowed: 'unallowed',
  'session-not-found': 'not-found',
  'invalid-session-id': 'not-found',
}
const refusalOf = (code: string): Refusal => REFUSALS[code] ?? 'unreachable'

/** The carriers behind one interface; who is in the room matters to one of them only. */
type Carried = Carrier & Partial<Pick<PeerCarrier, 'entered' | 'setOther'>>

/** A meeting as one person holds it: the socket from the first screen on, picture and sound from the "ready" press on. */
export function createCall({ sessionId, myId, devices, saver: initialSaver }: Deps) {
  let state: CallState = {
    ...{ phase: { is: 'pre' }, socket: 'closed', other: null, line: 'waiting' },
    ...{ tracks: NO_TRACKS, quality: 'unknown', saver: initialSaver },
  }
  let signals: Signals | null = null
  let ready: SessionReady | null = null
  let carrier: Promise<Carried> | null = null
  const listeners = new Set<() => void>()

  const change = (changes: Partial<CallState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const happen = (event: PhaseEvent) => change({ phase: nextPhase(state.phase, event) })
  const isInside = () => isInsideOf(state.phase)
  const events: CarrierEvents = {
    onLine: (line) => line !== state.line && change({ line }),
    onTracks: (tracks) => change({ tracks }),
    onQuality: (quality) => quality !== state.quality && change({ quality }),
  }

  const dropCarrier = () => {
    void carrier?.then((open) => open.close()).catch(() => undefined)
    carrier = null
    change({ line: 'waiting', tracks: NO_TRACKS, quality: 'unknown' })
  }
  /** The media server let go, or was not reached: with a new token it takes us back. */
  const onLost = () => {
    dropCarrier()
    change({ line: 'interrupted' })
    setTimeout(() => {
      if (isInside() && carrier === null) void enter()
    }, AGAIN_AFTER_MS)
  }
  const lay = async (over: Signals, { carrier: way, iceServers }: SessionReady): Promise<Carried> => {
    const { saver } = state
    if (way === 'peer')
      return openPeerCarrier({ sessionId, myId, iceServers: iceServers.map(asRtc), signals: over, saver, events })
    const [server, { openLiveKitCarrier }] = await Promise.all([
      ask(sessionToken, { query: { sessionId } }),
      import('./livekit-carrier.ts'),
    ])
    return openLiveKitCarrier({ ...server, saver, events, onLost })
  }
  const deliver = async (to: Carried) => {
    const { tracks } = devices.state()
    for (const kind of ['mic', 'camera', 'screen'] as const) if (tracks[kind]) await to.send(kind, tracks[kind])
  }
  const tellToggle = (kind: TrackKind) => {
    const { tracks, isMuted } = devices.state()
    const session = sessionId
    if (kind === 'mic') void signals?.send('ToggleMic', { session, mic: tracks.mic !== null && !isMuted })
    else if (kind === 'camera') void signals?.send('ToggleCamera', { session, camera: tracks.camera !== null })
    else void signals?.send('UserSharingScreen', { session, screen: tracks.screen !== null })
  }
  const tellAll = () => {
    tellToggle('mic')
    tellToggle('camera')
    tellToggle('screen')
  }

  const join = async (over: Signals) => {
    const code = await over.send('JoinSession', { sessionId })
    if (code === 'ok') {
      happen({ event: 'entered' })
      tellAll()
    } else if (code !== 'unreachable') happen({ event: 'refused', why: refusalOf(code) })
    return code
  }
  const enterBy = async (over: Signals, how: SessionReady) => {
    carrier ??= lay(over, how).then(async (open) => {
      await deliver(open)
      return open
    })
    // One is inside at once, and heard as soon as the media have found their way.
    const [code, open] = await Promise.all([join(over), carrier])
    if (code === 'ok') open.entered?.(state.other?.userId ?? null)
  }
  /** Comes in, or in again after the socket was lost; whatever still stands is kept. */
  const enter = async () => {
    if (!signals || !ready || state.socket !== 'open') return
    try {
      await enterBy(signals, ready)
    } catch (error) {
      log.error('call: not entered', error)
      const why = refusalOf(error instanceof CallError ? error.code : '')
      if (why === 'unreachable' && state.phase.is !== 'connecting') return onLost()
      dropCarrier()
      happen({ event: 'refused', why })
    }
  }
  const onOpen = async () => {
    const code = await signals?.send('PreJoinSession', { sessionId })
    if (code === undefined || code === 'unreachable') return
    if (code !== 'ok') return happen({ event: 'refused', why: refusalOf(code) })
    if (isInside()) await enter()
  }
  const onState = (socket: ConnectionState) => {
    change({ socket })
    if (socket !== 'open') happen({ event: 'lost', now: now() })
  }
  const onSent = (kind: TrackKind, track: MediaStreamTrack | null) => {
    if (!isInside()) return
    void carrier?.then((open) => open.send(kind, track)).catch((error) => log.warning('call: not sent', error))
    tellToggle(kind)
  }
  const onFrame = (frame: ServerFrame) => {
    if (frame.event === 'SessionReady') {
      ready = frame.payload
      if (isInside() && carrier === null) void enter()
    } else if (frame.event === 'SessionEnded') putOut({ event: 'closed' })
    else if (frame.event === 'SessionTakenOver') putOut({ event: 'refused', why: 'elsewhere' })
    const other = otherAfter(state.other, frame, myId)
    if (other === state.other) return
    change({ other })
    void carrier?.then((open) => open.setOther?.(other?.userId ?? null)).catch(() => undefined)
  }
  /** The party will not have this socket any more: it would be closed as often as it is opened. */
  const putOut = (event: PhaseEvent) => {
    signals?.close()
    signals = null
    dropCarrier()
    happen(event)
  }
  const hangUp = () => {
    void signals?.send('LeaveSession', { sessionId })
    dropCarrier()
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Opens the socket: who is inside already is seen before one goes in. */
    open: () => {
      devices.deliverTo(onSent)
      signals = openSignals(sessionId, { onState, onOpen: () => void onOpen() })
      signals.listen(onFrame)
    },
    close: () => {
      if (isInside()) hangUp()
      signals?.close()
      signals = null
      dropCarrier()
    },
    join: () => {
      happen({ event: 'join' })
      void enter()
    },
    leave: () => {
      hangUp()
      happen({ event: 'leave' })
    },
    end: () => {
      if (!isInside()) return
      hangUp()
      happen({ event: 'closed' })
    },
    again: () => happen({ event: 'again' }),
    save: async (saver: Saver) => {
      change({ saver })
      await devices.save(saver)
      await (await carrier)?.save(saver)
    },
  }
}

/** The wire's `undefined`s are none to a browser. */
const asRtc = ({ urls, username, credential }: IceServer): RTCIceServer => ({
  urls,
  ...(username === undefined ? {} : { username }),
  ...(credential === undefined ? {} : { credential }),
})
