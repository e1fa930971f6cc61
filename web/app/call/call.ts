import { getSession } from '#contract/calls/sessions'
import type { ServerFrame, SessionReady } from '#contract/live/session'
import { isSessionId, kindOf } from '#domain/sessions/session-id'
import { ApiError, request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import type { SocketState } from '../../platform/socket.ts'
import { createStore } from '../../platform/store.ts'
import { nextFallback, WITH_PICTURES } from './audio-fallback.ts'
import type { DataSaverMode } from './data-saver.ts'
import type { Devices, DevicesState } from './devices.ts'
import { type OtherMember, otherMemberAfter } from './other-member.ts'
import { isInside as isInsideOf, type JoinRefusal, nextPhase, type Phase, type PhaseEvent } from './phase.ts'
import type { Quality } from './quality.ts'
import { openSignaling, type SignalingChannel } from './signaling.ts'
import { NO_TRACKS, type TrackKind, type Tracks, type TransportState, trackKinds } from './transport.ts'
import { createTransportManager } from './transport-manager.ts'

export type CallState = {
  phase: Phase
  socket: SocketState
  other: OtherMember
  transport: TransportState
  /** The other member's tracks. */
  tracks: Tracks
  quality: Quality
  /** The user's choice. */
  dataSaver: DataSaverMode
  /** The connection is poor, and audio goes alone until it is good again. */
  isAudioFallback: boolean
  /** The user has overruled the fallback: video is not switched off automatically again in this call. */
  isFallbackOverruled: boolean
}

type Reporter = ReturnType<typeof import('./call-reporter.ts').startReporting>

type Deps = { sessionId: string; myId: number; devices: Devices; dataSaver: DataSaverMode }

const RETRY_AFTER_MS = 2000
const READ_QUALITY_MS = 2000

const JOIN_REFUSALS: Partial<Record<string, JoinRefusal>> = {
  forbidden: 'unallowed',
  unallowed: 'unallowed',
  'lesson-not-found': 'not-found',
  'interview-not-found': 'not-found',
  'session-not-found': 'not-found',
  'invalid-session-id': 'not-found',
}
const refusalOf = (code: string): JoinRefusal => JOIN_REFUSALS[code] ?? 'unreachable'

type Sent = Pick<DevicesState, 'tracks' | 'isMuted'>
type Toggle = readonly [event: string, payload: Record<string, unknown>]

/** The event that tells the session's party whether a track of mine is on. */
function toggleOf(kind: TrackKind, session: string, { tracks, isMuted }: Sent): Toggle {
  const isOn = tracks[kind] !== null
  if (kind === 'mic') return ['ToggleMic', { session, mic: isOn && !isMuted }]
  if (kind === 'camera') return ['ToggleCamera', { session, camera: isOn }]
  return ['UserSharingScreen', { session, screen: isOn }]
}

/** One person's side of a session: the socket is open from the first screen on, the media from `join` on. */
export function createCall({ sessionId, myId, devices, dataSaver }: Deps) {
  const store = createStore<CallState>({
    phase: { type: 'pre' },
    socket: 'closed',
    other: null,
    transport: 'waiting',
    tracks: NO_TRACKS,
    quality: 'unknown',
    dataSaver,
    isAudioFallback: false,
    isFallbackOverruled: false,
  })
  const state = store.get
  const change = (changes: Partial<CallState>) => store.set({ ...state(), ...changes })
  const dispatch = (event: PhaseEvent) => change({ phase: nextPhase(state().phase, event) })
  let signaling: SignalingChannel | null = null
  let ready: SessionReady | null = null
  let fallback = WITH_PICTURES
  /** Null where the call is not measured: only lessons are. */
  let reporting: Promise<Reporter | null> = Promise.resolve(null)
  let reporter: Reporter | null = null
  let readingQuality: ReturnType<typeof setInterval> | undefined
  const isInside = () => isInsideOf(state().phase)
  /** What the media obey: the chosen mode, or audio alone while the connection is poor. */
  const mode = (): DataSaverMode => (state().isAudioFallback ? 'audio' : state().dataSaver)
  /**
   * The open tracks that are sent to the other member; the camera stays open while its track is not sent, so that it can
   * resume immediately.
   */
  const sentTracks = (): Tracks => {
    const { tracks } = devices.get()
    return state().isAudioFallback ? { ...tracks, camera: null } : tracks
  }

  /** The media server closed the connection or was not reached: it needs a new token, so everything is set up again. */
  const onLost = () => {
    transport.disconnect()
    change({ transport: 'interrupted' })
    setTimeout(() => {
      if (isInside() && !transport.isOpen()) void enter()
    }, RETRY_AFTER_MS)
  }
  const transport = createTransportManager({
    sessionId,
    myId,
    ownTracks: sentTracks,
    onLost,
    dataSaver: mode,
    events: {
      onState: (next) => next !== state().transport && change({ transport: next }),
      onTracks: (tracks) => change({ tracks }),
      onQuality: (quality) => quality !== state().quality && change({ quality }),
    },
  })
  /** Measures the call from now on. Loaded with the join, as nothing before it needs it. */
  const startReporter = async (): Promise<Reporter | null> => {
    if (!isSessionId(sessionId) || kindOf(sessionId) !== 'lesson') return null
    const { startReporting } = await import('./call-reporter.ts')
    if (!isInside()) return null
    stopReporter()
    reporter = startReporting({
      now,
      send: async (minutes) => (await signaling?.send('CallMinutes', { sessionId, minutes })) ?? 'unreachable',
      readStats: transport.readStats,
      view: () => {
        const { phase, other, socket } = state()
        return {
          isTogether: other !== null && (phase.type === 'in' || phase.type === 'reconnecting'),
          isConnected: state().transport === 'connected',
          isRoomMissing: phase.type === 'connecting' && socket !== 'open',
        }
      },
    })
    return reporter
  }
  const stopReporter = () => {
    reporter?.stop()
    reporter = null
  }
  const sendToggle = (kind: TrackKind) =>
    void signaling?.send(...toggleOf(kind, sessionId, { tracks: sentTracks(), isMuted: devices.get().isMuted }))

  const setAudioFallback = (isAudioFallback: boolean) => {
    change({ isAudioFallback })
    transport.setDataSaver(mode())
    transport.send('camera', sentTracks().camera)
    sendToggle('camera')
  }
  const readQuality = () => {
    const { quality, dataSaver: chosen, isFallbackOverruled } = state()
    if (!isInside() || chosen === 'audio' || isFallbackOverruled) return
    fallback = nextFallback(fallback, quality, performance.now())
    if (fallback.isAudio !== state().isAudioFallback) setAudioFallback(fallback.isAudio)
  }

  /** For a party that was unreachable while the socket is open; a socket that closed calls `onOpen` when it is back. */
  const retryLater = (over: SignalingChannel, act: () => unknown) =>
    setTimeout(() => {
      if (signaling === over && state().socket === 'open') act()
    }, RETRY_AFTER_MS)

  const joinSession = async (over: SignalingChannel) => {
    const code = await over.send('JoinSession', { sessionId })
    if (code === 'unreachable') return retryLater(over, () => isInside() && enter())
    if (code !== 'ok') return dispatch({ event: 'refused', why: refusalOf(code) })
    dispatch({ event: 'entered' })
    for (const kind of trackKinds) sendToggle(kind)
    transport.onEntered(state().other?.userId ?? null)
  }
  /**
   * Enters the session, or enters it again after the socket was lost; a working transport is kept. The user is inside as
   * soon as the party confirms, while the media may still be connecting.
   */
  const enter = async () => {
    if (!signaling || !ready || state().socket !== 'open') return
    try {
      // Before the join, so that the transport listens when the other member's first offer or ping comes.
      const connected = transport.connect(signaling, ready)
      await Promise.all([joinSession(signaling), connected])
    } catch (error) {
      log.error('call: not entered', error)
      const why = refusalOf(error instanceof ApiError ? error.code : '')
      if (why === 'unreachable' && state().phase.type !== 'connecting') return onLost()
      // Before the refusal, which closes the socket.
      if (why === 'unreachable' && ready.carrier === 'livekit') (await reporting)?.fail('media-server')
      transport.disconnect()
      dispatch({ event: 'refused', why })
    }
  }
  const onOpen = async () => {
    const over = signaling
    const code = await over?.send('PreJoinSession', { sessionId })
    if (!over || code === undefined) return
    if (code === 'unreachable') return retryLater(over, onOpen)
    if (code !== 'ok') return dispatch({ event: 'refused', why: refusalOf(code) })
    if (isInside()) await enter()
  }
  const onState = (socket: SocketState) => {
    change({ socket })
    if (socket !== 'open') dispatch({ event: 'lost', now: now() })
  }
  const onFrame = (frame: ServerFrame) => {
    if (frame.event === 'SessionEnded') return evict({ event: 'closed' })
    if (frame.event === 'SessionTakenOver') return evict({ event: 'refused', why: 'elsewhere' })
    if (frame.event === 'SessionReady') {
      ready = frame.payload
    }
    const other = otherMemberAfter(state().other, frame, myId)
    if (other === state().other) return
    change({ other })
    transport.setOther(other?.userId ?? null)
  }
  const onTrack = (kind: TrackKind) => {
    if (!isInside()) return
    transport.send(kind, sentTracks()[kind])
    sendToggle(kind)
  }
  /** The party closes this socket: without closing it here too, it would reconnect and be closed again without end. */
  const evict = (event: PhaseEvent) => {
    stopReporter()
    signaling?.close()
    signaling = null
    transport.disconnect()
    dispatch(event)
  }
  /** A socket that was refused would be tried again without end: the API says whether this person may be here at all. */
  const onRepeatedFailure = async () => {
    const over = signaling
    try {
      await request(getSession, { params: { id: sessionId } })
    } catch (error) {
      const why = refusalOf(error instanceof ApiError ? error.code : '')
      if (signaling === over && why !== 'unreachable') evict({ event: 'refused', why })
    }
  }
  const hangUp = () => {
    stopReporter()
    void signaling?.send('LeaveSession', { sessionId })
    transport.disconnect()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Opens the socket without joining: the screen before the call already shows who is inside. */
    open: () => {
      devices.sendTracksTo(onTrack)
      ready = null
      fallback = WITH_PICTURES
      change({ other: null, isAudioFallback: false, isFallbackOverruled: false })
      readingQuality = setInterval(readQuality, READ_QUALITY_MS)
      signaling = openSignaling(sessionId, {
        onState,
        onOpen: () => void onOpen(),
        onRepeatedFailure: () => void onRepeatedFailure(),
      })
      signaling.listen(onFrame)
    },
    close: () => {
      clearInterval(readingQuality)
      if (isInside()) hangUp()
      stopReporter()
      signaling?.close()
      signaling = null
    },
    join: () => {
      dispatch({ event: 'join' })
      reporting = startReporter().catch((error: unknown) => {
        log.warning('call: not measured', error)
        return null
      })
      // Pre-joins once more: the answer of when this screen was opened may be hours old, and a relay's credential expires.
      void onOpen()
    },
    leave: () => {
      hangUp()
      dispatch({ event: 'leave' })
    },
    /** The session's time is over. */
    end: () => {
      if (!isInside()) return
      hangUp()
      dispatch({ event: 'closed' })
    },
    /** Back to the screen before the call, after leaving or a refusal. */
    restart: () => dispatch({ event: 'restart' }),
    /** Resumes video now, and keeps it however poor the connection is. */
    overruleFallback: () => {
      fallback = WITH_PICTURES
      change({ isFallbackOverruled: true })
      setAudioFallback(false)
    },
    setDataSaver: async (chosen: DataSaverMode) => {
      const wasFallback = state().isAudioFallback
      fallback = WITH_PICTURES
      change({ dataSaver: chosen, isAudioFallback: false })
      await devices.setDataSaver(chosen)
      transport.setDataSaver(chosen)
      if (wasFallback) setAudioFallback(false)
    },
  }
}
