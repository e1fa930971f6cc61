import type { ServerFrame, SessionReady } from '#contract/live/session'
import { ApiError } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import type { ConnectionState } from '../../platform/socket.ts'
import { createCarriage } from './carriage.ts'
import { type Line, NO_TRACKS, type TrackKind, type Tracks, trackKinds } from './carrier.ts'
import type { Devices, DevicesState } from './devices.ts'
import { type OtherMember, otherAfter } from './other-member.ts'
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

const AGAIN_AFTER_MS = 2000

const REFUSALS: Partial<Record<string, Refusal>> = {
  forbidden: 'unallowed',
  unallowed: 'unallowed',
  'lesson-not-found': 'not-found',
  'interview-not-found': 'not-found',
  'session-not-found': 'not-found',
  'invalid-session-id': 'not-found',
}
const refusalOf = (code: string): Refusal => REFUSALS[code] ?? 'unreachable'

function createStore(saver: Saver) {
  let state: CallState = {
    phase: { is: 'pre' },
    socket: 'closed',
    other: null,
    line: 'waiting',
    tracks: NO_TRACKS,
    quality: 'unknown',
    saver,
  }
  const listeners = new Set<() => void>()
  const change = (changes: Partial<CallState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    change,
    happen: (event: PhaseEvent) => change({ phase: nextPhase(state.phase, event) }),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Toggle = readonly [event: string, payload: Record<string, unknown>]

/** What I have switched on, in the words of the session's party. */
function toggleOf(kind: TrackKind, session: string, { tracks, isMuted }: DevicesState): Toggle {
  const isOn = tracks[kind] !== null
  if (kind === 'mic') return ['ToggleMic', { session, mic: isOn && !isMuted }]
  if (kind === 'camera') return ['ToggleCamera', { session, camera: isOn }]
  return ['UserSharingScreen', { session, screen: isOn }]
}

/** A meeting as one person holds it: the socket from the first screen on, picture and sound from the "ready" press on. */
export function createCall({ sessionId, myId, devices, saver: initialSaver }: Deps) {
  const { state, change, happen, subscribe } = createStore(initialSaver)
  let signals: Signals | null = null
  let ready: SessionReady | null = null
  const isInside = () => isInsideOf(state().phase)

  /** The media server let go, or was not reached: with a new token it takes us back. */
  const onLost = () => {
    carriage.drop()
    change({ line: 'interrupted' })
    setTimeout(() => {
      if (isInside() && !carriage.stands()) void enter()
    }, AGAIN_AFTER_MS)
  }
  const carriage = createCarriage({
    sessionId,
    myId,
    devices,
    onLost,
    saver: () => state().saver,
    events: {
      onLine: (line) => line !== state().line && change({ line }),
      onTracks: (tracks) => change({ tracks }),
      onQuality: (quality) => quality !== state().quality && change({ quality }),
    },
  })
  const tellToggle = (kind: TrackKind) => void signals?.send(...toggleOf(kind, sessionId, devices.state()))

  /** The party was disturbed while the line stands; where the line is gone, its next opening asks again. */
  const soon = (over: Signals, act: () => unknown) =>
    setTimeout(() => {
      if (signals === over && state().socket === 'open') act()
    }, AGAIN_AFTER_MS)

  const join = async (over: Signals) => {
    const code = await over.send('JoinSession', { sessionId })
    if (code === 'unreachable') return soon(over, () => isInside() && enter())
    if (code !== 'ok') return happen({ event: 'refused', why: refusalOf(code) })
    happen({ event: 'entered' })
    for (const kind of trackKinds) tellToggle(kind)
    carriage.entered(state().other?.userId ?? null)
  }
  /**
   * Comes in, or in again after the socket was lost; whatever still stands is kept. One is inside at once, and heard as
   * soon as the media have found their way.
   */
  const enter = async () => {
    if (!signals || !ready || state().socket !== 'open') return
    try {
      const laid = carriage.lay(signals, ready)
      await Promise.all([join(signals), laid])
    } catch (error) {
      log.error('call: not entered', error)
      const why = refusalOf(error instanceof ApiError ? error.code : '')
      if (why === 'unreachable' && state().phase.is !== 'connecting') return onLost()
      carriage.drop()
      happen({ event: 'refused', why })
    }
  }
  const onOpen = async () => {
    const over = signals
    const code = await over?.send('PreJoinSession', { sessionId })
    if (!over || code === undefined) return
    if (code === 'unreachable') return soon(over, onOpen)
    if (code !== 'ok') return happen({ event: 'refused', why: refusalOf(code) })
    if (isInside()) await enter()
  }
  const onState = (socket: ConnectionState) => {
    change({ socket })
    if (socket !== 'open') happen({ event: 'lost', now: now() })
  }
  const onFrame = (frame: ServerFrame) => {
    if (frame.event === 'SessionEnded') return putOut({ event: 'closed' })
    if (frame.event === 'SessionTakenOver') return putOut({ event: 'refused', why: 'elsewhere' })
    if (frame.event === 'SessionReady') {
      ready = frame.payload
      if (isInside() && !carriage.stands()) void enter()
    }
    const other = otherAfter(state().other, frame, myId)
    if (other === state().other) return
    change({ other })
    carriage.setOther(other?.userId ?? null)
  }
  const onTrack = (kind: TrackKind, track: MediaStreamTrack | null) => {
    if (!isInside()) return
    carriage.send(kind, track)
    tellToggle(kind)
  }
  /** The party will not have this socket any more: it would be closed as often as it is opened. */
  const putOut = (event: PhaseEvent) => {
    signals?.close()
    signals = null
    carriage.drop()
    happen(event)
  }
  const hangUp = () => {
    void signals?.send('LeaveSession', { sessionId })
    carriage.drop()
  }

  return {
    state,
    subscribe,
    /** Opens the socket: who is inside already is seen before one goes in. */
    open: () => {
      devices.deliverTo(onTrack)
      ready = null
      change({ other: null })
      signals = openSignals(sessionId, { onState, onOpen: () => void onOpen() })
      signals.listen(onFrame)
    },
    close: () => {
      if (isInside()) hangUp()
      signals?.close()
      signals = null
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
      carriage.save(saver)
    },
  }
}
