import { log } from '../../platform/log.ts'
import { createStore } from '../../platform/store.ts'
import { type DataSaverMode, LIMITS } from './data-saver.ts'
import { type DeviceProblem, problemOf, whyNoDevices } from './device-problem.ts'
import { NO_TRACKS, type TrackKind, type Tracks } from './transport.ts'

export type ChosenDevices = { mic: string | null; camera: string | null; speaker: string | null }
export type DeviceLists = Readonly<Record<keyof ChosenDevices, readonly MediaDeviceInfo[]>>

export type DevicesState = {
  /** Open tracks. A muted microphone stays open: opening it again would take a moment. */
  tracks: Tracks
  isMuted: boolean
  /** The browser is asking the person for permission. */
  isAsking: boolean
  problems: Readonly<Partial<Record<TrackKind, DeviceProblem>>>
  lists: DeviceLists
  chosen: ChosenDevices
}

export type Devices = ReturnType<typeof createDevices>

const CLOSED: DevicesState = {
  tracks: NO_TRACKS,
  isMuted: false,
  isAsking: false,
  problems: {},
  lists: { mic: [], camera: [], speaker: [] },
  chosen: { mic: null, camera: null, speaker: null },
}

const only = (deviceId: string | null) => (deviceId ? { deviceId: { exact: deviceId } } : {})

const micConstraints = (deviceId: string | null): MediaTrackConstraints => ({
  ...only(deviceId),
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
})

function cameraConstraints(deviceId: string | null, mode: DataSaverMode): MediaTrackConstraints {
  const { height, frameRate } = LIMITS[mode] ?? { height: 216, frameRate: 15 }
  const size = {
    width: { ideal: Math.round((height * 16) / 9) },
    height: { ideal: height },
    frameRate: { max: frameRate },
  }
  return { ...only(deviceId), ...size, ...(deviceId ? {} : { facingMode: 'user' }) }
}

/** Camera, microphone, shared screen and loudspeaker of this device: opens, chooses and switches them, and keeps their problems. */
export function createDevices(initial: DataSaverMode) {
  const store = createStore(CLOSED)
  let dataSaver = initial
  let isOpen = false
  let onTrack: (kind: TrackKind, track: MediaStreamTrack | null) => void = () => undefined

  const change = (changes: Partial<DevicesState>) => store.set({ ...store.get(), ...changes })
  const setProblem = (device: TrackKind, problem: DeviceProblem | undefined) => {
    const { [device]: _, ...rest } = store.get().problems
    change({ problems: problem ? { ...rest, [device]: problem } : rest })
  }
  const setTrack = (kind: TrackKind, track: MediaStreamTrack | null) => {
    store.get().tracks[kind]?.stop()
    if (track) {
      // The device was unplugged, the permission withdrawn, or the sharing ended in the browser's own bar.
      track.onended = () => {
        if (store.get().tracks[kind] !== track) return
        setTrack(kind, null)
        if (kind !== 'screen') setProblem(kind, 'device-not-found')
      }
      setProblem(kind, undefined)
    }
    change({ tracks: { ...store.get().tracks, [kind]: track } })
    onTrack(kind, track)
  }
  const refreshLists = async () => {
    const all = await navigator.mediaDevices.enumerateDevices()
    const of = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind && device.deviceId !== '')
    change({ lists: { mic: of('audioinput'), camera: of('videoinput'), speaker: of('audiooutput') } })
  }
  const requestStream = async (constraints: MediaStreamConstraints): Promise<MediaStream | DeviceProblem> => {
    const problem = whyNoDevices()
    if (problem) return problem
    change({ isAsking: true })
    try {
      return await navigator.mediaDevices.getUserMedia(constraints)
    } catch (error) {
      log.warning('call: a device refused', error)
      return problemOf(error)
    } finally {
      change({ isAsking: false })
    }
  }
  /** A track that arrives after `close` is stopped, otherwise the camera's light would stay on. */
  const adoptTrack = (kind: 'mic' | 'camera', track: MediaStreamTrack | undefined) => {
    if (!track) return
    if (!isOpen) return track.stop()
    if (kind === 'mic') track.enabled = !store.get().isMuted
    setTrack(kind, track)
  }
  const openOne = async (kind: 'mic' | 'camera', deviceId = store.get().chosen[kind]): Promise<boolean> => {
    const constraints =
      kind === 'mic' ? { audio: micConstraints(deviceId) } : { video: cameraConstraints(deviceId, dataSaver) }
    const given = await requestStream(constraints)
    if (typeof given === 'string') {
      // The chosen device no longer exists: use the default one.
      if (deviceId && (given === 'overconstrained' || given === 'device-not-found')) {
        change({ chosen: { ...store.get().chosen, [kind]: null } })
        return openOne(kind, null)
      }
      setProblem(kind, given)
      return false
    }
    adoptTrack(kind, given.getTracks()[0])
    await refreshLists()
    return true
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** The receiver gets every track that is opened or closed from now on, and the microphone when it is muted. */
    sendTracksTo: (receiver: typeof onTrack) => {
      onTrack = receiver
    },
    /**
     * Requests both devices together, so that the browser asks the user once. If that fails, each is requested separately:
     * a missing camera must not prevent the microphone.
     */
    open: async () => {
      isOpen = true
      if (whyNoDevices() === null) navigator.mediaDevices.addEventListener('devicechange', refreshLists)
      const usesCamera = LIMITS[dataSaver] !== null
      const { chosen } = store.get()
      const both = usesCamera
        ? await requestStream({ audio: micConstraints(chosen.mic), video: cameraConstraints(chosen.camera, dataSaver) })
        : 'unexpected'
      if (typeof both !== 'string') {
        adoptTrack('mic', both.getAudioTracks()[0])
        adoptTrack('camera', both.getVideoTracks()[0])
        await refreshLists()
        return
      }
      if (!isOpen) return
      await openOne('mic')
      if (usesCamera && isOpen) await openOne('camera')
    },
    close: () => {
      isOpen = false
      navigator.mediaDevices?.removeEventListener('devicechange', refreshLists)
      for (const track of Object.values(store.get().tracks)) track?.stop()
      change({ ...CLOSED, chosen: store.get().chosen })
    },
    toggleMic: async () => {
      const { tracks, isMuted } = store.get()
      const { mic } = tracks
      if (!mic) {
        change({ isMuted: false })
        await openOne('mic')
        return
      }
      mic.enabled = isMuted
      change({ isMuted: !isMuted })
      onTrack('mic', mic)
    },
    toggleCamera: async () => {
      if (store.get().tracks.camera) setTrack('camera', null)
      else await openOne('camera')
    },
    toggleScreen: async () => {
      if (store.get().tracks.screen) return setTrack('screen', null)
      try {
        const given = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: false })
        const track = given.getVideoTracks()[0]
        // Sharp text matters more than motion: the encoder lowers the frame rate before the resolution.
        if (track) track.contentHint = 'detail'
        if (track && isOpen) setTrack('screen', track)
        else track?.stop()
      } catch (error) {
        const problem = problemOf(error)
        // Closing the browser's own dialog is a decision, not a problem to report.
        if (problem !== 'permission-denied') setProblem('screen', problem)
      }
    },
    choose: async (kind: keyof ChosenDevices, deviceId: string) => {
      change({ chosen: { ...store.get().chosen, [kind]: deviceId } })
      if (kind !== 'speaker') await openOne(kind)
    },
    setDataSaver: async (mode: DataSaverMode) => {
      const { camera } = store.get().tracks
      dataSaver = mode
      if (LIMITS[mode] === null) setTrack('camera', null)
      else await camera?.applyConstraints(cameraConstraints(null, mode)).catch(() => undefined)
    },
    forgetProblem: (device: TrackKind) => setProblem(device, undefined),
  }
}
