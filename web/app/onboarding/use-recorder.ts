import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { INTRO_VIDEO_SECONDS } from '#domain/onboarding/video-states'
import { log } from '../../platform/log.ts'
import {
  type CameraProblem,
  cameraProblemOf,
  closeCamera,
  openCamera,
  RECORDER_BITS,
  recordedType,
  whyNoRecording,
} from './camera.ts'

export type RecorderPhase =
  | { phase: 'opening' }
  | { phase: 'problem'; problem: CameraProblem }
  | { phase: 'ready' }
  /** Seconds until it begins. */
  | { phase: 'countdown'; left: number }
  /** Seconds recorded so far. */
  | { phase: 'recording'; length: number }
  /** The length and the index are written into the file. */
  | { phase: 'finishing' }

const COUNTDOWN_SECONDS = 3
const TICK_MS = 250
/** What is recorded is handed over in pieces, so that a crash of the recorder loses little. */
const PIECE_MS = 1000
/** Before the longest that is allowed: the last piece comes a little after the stop. */
const STOP_AT_SECONDS = INTRO_VIDEO_SECONDS.max - 0.5

/** The length and the index are missing from what recorders write; without them reviewers cannot seek. */
async function finished(file: File): Promise<File> {
  try {
    const { finishVideo } = await import('./video-tools.ts')
    return await finishVideo(file, { range: null, onProgress: () => {}, signal: new AbortController().signal })
  } catch (error) {
    log.warning('the recording is sent as the recorder left it', error)
    return file
  }
}

/**
 * Camera, countdown and recording. The camera is closed when the recording ends and when the component unmounts.
 * `onRecorded` receives the file; unplugging a device ends the recording with what was recorded so far.
 */
export function useRecorder(onRecorded: (file: File) => void) {
  const [state, setState] = useState<RecorderPhase>({ phase: 'opening' })
  const [stream, setStream] = useState<MediaStream | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  const hand = useEffectEvent(onRecorded)

  const opening = useRef(0)
  const open = async () => {
    opening.current += 1
    const mine = opening.current
    setState({ phase: 'opening' })
    const impossible = whyNoRecording()
    if (impossible) return setState({ phase: 'problem', problem: impossible })
    try {
      const opened = await openCamera()
      // The component was unmounted, or the camera was requested again.
      if (mine !== opening.current) return closeCamera(opened)
      setStream(opened)
      setState({ phase: 'ready' })
    } catch (error) {
      if (mine === opening.current) setState({ phase: 'problem', problem: cameraProblemOf(error) })
    }
  }
  const openFirst = useEffectEvent(open)
  useEffect(() => {
    void openFirst()
    return () => {
      opening.current += 1
    }
  }, [])
  useEffect(() => () => closeCamera(stream), [stream])
  useEffect(
    () => () => {
      const running = recorder.current
      recorder.current = null
      if (running && running.state !== 'inactive') running.stop()
    },
    [],
  )

  const record = () => {
    const type = recordedType()
    if (!stream || !type) return
    const pieces: Blob[] = []
    const running = new MediaRecorder(stream, { mimeType: type, ...RECORDER_BITS })
    recorder.current = running
    running.ondataavailable = ({ data }) => {
      if (data.size > 0) pieces.push(data)
    }
    running.onstop = async () => {
      if (recorder.current !== running) return
      setState({ phase: 'finishing' })
      closeCamera(stream)
      const container = type.startsWith('video/mp4') ? 'mp4' : 'webm'
      const file = await finished(new File(pieces, `intro.${container}`, { type: `video/${container}` }))
      if (recorder.current === running) hand(file)
    }
    for (const track of stream.getTracks()) track.onended = () => running.state !== 'inactive' && running.stop()
    running.start(PIECE_MS)
    setState({ phase: 'recording', length: 0 })
  }
  const stop = () => {
    if (recorder.current && recorder.current.state !== 'inactive') recorder.current.stop()
  }

  const { phase } = state
  const beginRecording = useEffectEvent(record)
  const stopRecording = useEffectEvent(stop)
  useEffect(() => {
    if (phase !== 'countdown' && phase !== 'recording') return
    const since = performance.now()
    const timer = setInterval(() => {
      const seconds = (performance.now() - since) / 1000
      if (phase === 'recording') {
        setState((now) => (now.phase === 'recording' ? { phase, length: seconds } : now))
        if (seconds >= STOP_AT_SECONDS) stopRecording()
        return
      }
      if (seconds >= COUNTDOWN_SECONDS) return beginRecording()
      setState((now) => (now.phase === 'countdown' ? { phase, left: Math.ceil(COUNTDOWN_SECONDS - seconds) } : now))
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [phase])

  return {
    state,
    stream,
    openAgain: () => void open(),
    begin: () => setState({ phase: 'countdown', left: COUNTDOWN_SECONDS }),
    stop,
  }
}
