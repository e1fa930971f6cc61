import { log } from '../../platform/log.ts'
import { NO_TRACKS, type TrackKind, type Tracks } from './carrier.ts'
import { type Device, type DeviceProblem, problemOf, whyNoDevices } from './device-problem.ts'
import { LIMITS, type Saver } from './saver.ts'

export type DeviceChoice = { mic: string | null; camera: string | null; speaker: string | null }
export type DeviceLists = Readonly<Record<keyof DeviceChoice, readonly MediaDeviceInfo[]>>

export type DevicesState = {
  /** What is open now. A muted microphone stays open, so that it is heard again at once. */
  tracks: Tracks
  isMuted: boolean
  /** The browser is asking the person. */
  isAsking: boolean
  problems: Readonly<Partial<Record<Device, DeviceProblem>>>
  lists: DeviceLists
  chosen: DeviceChoice
}

export type Devices = ReturnType<typeof createDevices>

const NOTHING: DevicesState = {
  tracks: NO_TRACKS,
  isMuted: false,
  isAsking: false,
  problems: {},
  lists: { mic: [], camera: [], speaker: [] },
  chosen: { mic: null, camera: null, speaker: null },
}

const exactly = (deviceId: string | null) => (deviceId ? { deviceId: { exact: deviceId } } : {})

const micWish = (deviceId: string | null): MediaTrackConstraints => ({
  ...exactly(deviceId),
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
})

function cameraWish(deviceId: string | null, saver: Saver): MediaTrackConstraints {
  const { height, frameRate } = LIMITS[saver] ?? { height: 216, frameRate: 15 }
  const size = {
    width: { ideal: Math.round((height * 16) / 9) },
    height: { ideal: height },
    frameRate: { max: frameRate },
  }
  return { ...exactly(deviceId), ...size, ...(deviceId ? {} : { facingMode: 'user' }) }
}

/** Camera, microphone, screen and loudspeaker of this device: asked for, chosen, switched, and what is wrong with them. */
export function createDevices(initial: Saver) {
  let state = NOTHING
  let saver = initial
  let isOpen = false
  const listeners = new Set<() => void>()
  let onTrack: (kind: TrackKind, track: MediaStreamTrack | null) => void = () => undefined

  const change = (changes: Partial<DevicesState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }
  const setProblem = (device: Device, problem: DeviceProblem | undefined) => {
    const { [device]: _, ...rest } = state.problems
    change({ problems: problem ? { ...rest, [device]: problem } : rest })
  }
  const put = (kind: TrackKind, track: MediaStreamTrack | null) => {
    state.tracks[kind]?.stop()
    if (track) {
      // Pulled out, taken away, or the person ended the sharing in the browser's own bar.
      track.onended = () => {
        if (state.tracks[kind] !== track) return
        put(kind, null)
        if (kind !== 'screen') setProblem(kind, 'device-not-found')
      }
      setProblem(kind, undefined)
    }
    change({ tracks: { ...state.tracks, [kind]: track } })
    onTrack(kind, track)
  }
  const list = async () => {
    const all = await navigator.mediaDevices.enumerateDevices()
    const of = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind && device.deviceId !== '')
    change({ lists: { mic: of('audioinput'), camera: of('videoinput'), speaker: of('audiooutput') } })
  }
  const ask = async (wish: MediaStreamConstraints): Promise<MediaStream | DeviceProblem> => {
    const hindrance = whyNoDevices()
    if (hindrance) return hindrance
    change({ isAsking: true })
    try {
      return await navigator.mediaDevices.getUserMedia(wish)
    } catch (error) {
      log.warning('call: a device refused', error)
      return problemOf(error)
    } finally {
      change({ isAsking: false })
    }
  }
  /** What was asked for after the screen was left is given back at once. */
  const keep = (kind: 'mic' | 'camera', track: MediaStreamTrack | undefined) => {
    if (!track) return
    if (!isOpen) return track.stop()
    if (kind === 'mic') track.enabled = !state.isMuted
    put(kind, track)
  }
  const openOne = async (kind: 'mic' | 'camera', deviceId = state.chosen[kind]): Promise<boolean> => {
    const wish = kind === 'mic' ? { audio: micWish(deviceId) } : { video: cameraWish(deviceId, saver) }
    const given = await ask(wish)
    if (typeof given === 'string') {
      // The chosen one is gone: any other will do.
      if (deviceId && (given === 'overconstrained' || given === 'device-not-found')) {
        change({ chosen: { ...state.chosen, [kind]: null } })
        return openOne(kind, null)
      }
      setProblem(kind, given)
      return false
    }
    keep(kind, given.getTracks()[0])
    await list()
    return true
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Where the tracks go while a call is on. */
    deliverTo: (receiver: typeof onTrack) => {
      onTrack = receiver
    },
    /** Asks for both at once, so that the person is asked once; then for each, so that one lacking does not cost the other. */
    open: async () => {
      isOpen = true
      if (whyNoDevices() === null) navigator.mediaDevices.addEventListener('devicechange', list)
      const wantsCamera = LIMITS[saver] !== null
      const both = wantsCamera
        ? await ask({ audio: micWish(state.chosen.mic), video: cameraWish(state.chosen.camera, saver) })
        : 'unexpected'
      if (typeof both !== 'string') {
        keep('mic', both.getAudioTracks()[0])
        keep('camera', both.getVideoTracks()[0])
        await list()
        return
      }
      if (!isOpen) return
      await openOne('mic')
      if (wantsCamera && isOpen) await openOne('camera')
    },
    close: () => {
      isOpen = false
      navigator.mediaDevices?.removeEventListener('devicechange', list)
      for (const track of Object.values(state.tracks)) track?.stop()
      change({ ...NOTHING, chosen: state.chosen })
    },
    toggleMic: async () => {
      const { mic } = state.tracks
      if (!mic) {
        change({ isMuted: false })
        await openOne('mic')
        return
      }
      mic.enabled = state.isMuted
      change({ isMuted: !state.isMuted })
      onTrack('mic', mic)
    },
    toggleCamera: async () => {
      if (state.tracks.camera) put('camera', null)
      else await openOne('camera')
    },
    toggleScreen: async () => {
      if (state.tracks.screen) return put('screen', null)
      try {
        const given = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: false })
        const track = given.getVideoTracks()[0]
        if (track) track.contentHint = 'detail'
        if (track && isOpen) put('screen', track)
        else track?.stop()
      } catch (error) {
        const problem = problemOf(error)
        // Whoever closes the browser's question has changed their mind.
        if (problem !== 'permission-denied') setProblem('screen', problem)
      }
    },
    choose: async (kind: keyof DeviceChoice, deviceId: string) => {
      change({ chosen: { ...state.chosen, [kind]: deviceId } })
      if (kind !== 'speaker') await openOne(kind)
    },
    save: async (next: Saver) => {
      const hadCamera = state.tracks.camera !== null
      saver = next
      if (LIMITS[next] === null) put('camera', null)
      else if (hadCamera) await state.tracks.camera?.applyConstraints(cameraWish(null, next)).catch(() => undefined)
    },
    forgetProblem: (device: Device) => setProblem(device, undefined),
  }
}
