import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  abortIntroVideoUpload,
  beginIntroVideoUpload,
  completeIntroVideoUpload,
  putIntroVideoPart,
  readIntroVideoUpload,
} from '#contract/calls/intro-video-uploads'
import { ApiError, request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { randomId } from '../../platform/random-id.ts'
import { formOf, upload } from '../../platform/upload.ts'
import { type Failure, type PartServer, sendInParts } from './send-in-parts.ts'
import { forgetUpload, readStoredUpload, type StoredUpload, storeUpload } from './stored-upload.ts'
import { type Sample, secondsLeft, withSample } from './upload-speed.ts'

export type UploadStatus =
  /** Whether an upload was under way before a reload is not known yet. */
  | { status: 'loading' }
  | { status: 'idle' }
  | { status: 'sending' | 'interrupted'; name: string; sent: number; total: number; secondsLeft: number | null }
  | { status: 'paused'; name: string; sent: number; total: number }
  /** Everything has arrived, and the server looks at it. */
  | { status: 'checking'; name: string }
  | { status: 'failed'; error: unknown }

export type IntroVideoUploading = {
  state: UploadStatus
  start: (file: File) => void
  pause: () => void
  /** Continues after a pause, or immediately while waiting for the network. */
  resume: () => void
  giveUp: () => void
}

const TOO_MANY_REQUESTS = 429
const SERVER_FAULT = 500
const MAX_WAIT_MS = 15_000

function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'refused'
  if (error.code === 'upload-not-found') return 'gone'
  const isTemporary = error.code === 'network' || error.status === TOO_MANY_REQUESTS || error.status >= SERVER_FAULT
  return isTemporary ? 'temporary' : 'refused'
}

function serverFor(signal: AbortSignal): PartServer {
  // A retry of the same attempt after a lost answer gets the same upload.
  const idempotencyKey = randomId()
  return {
    begin: async (bytes) => {
      const begun = await request(beginIntroVideoUpload, { body: { bytes } }, { signal, idempotencyKey })
      return begun.id
    },
    read: (id) => request(readIntroVideoUpload, { params: { id } }, { signal }),
    put: async (id, number, part, onProgress) => {
      // Read first: a file that has changed on the disk since it was chosen would look like a line that is down.
      const bytes = await part.arrayBuffer()
      const body = formOf({ part: new File([bytes], 'part') })
      await upload(putIntroVideoPart, { params: { id, number }, body }, { signal, onProgress })
    },
    complete: (id) => request(completeIntroVideoUpload, { params: { id } }, { signal }),
  }
}

/** Resolves when the device is online again, after some seconds, or when `wake` is called. */
function untilRetry(failures: number, signal: AbortSignal, wakers: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, Math.min(MAX_WAIT_MS, 1000 * 2 ** (failures - 1)))
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      wakers.delete(done)
      resolve()
    }
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
    wakers.add(done)
  })
}

/**
 * The upload of the user's intro video. It is stored on the device with its file, so that it continues after a network
 * failure, after a pause, and after the page was closed; leaving the page interrupts it.
 */
export function useIntroVideoUpload(): IntroVideoUploading {
  const { id: userId } = useMe()
  const queryClient = useQueryClient()
  const [state, setState] = useState<UploadStatus>({ status: 'loading' })
  const stored = useRef<StoredUpload | null>(null)
  const running = useRef<AbortController | null>(null)
  const wakers = useRef(new Set<() => void>())
  const samples = useRef<Sample[]>([])
  const sent = useRef(0)

  const store = (next: StoredUpload) => {
    stored.current = next
    return storeUpload(userId, next)
  }
  const forget = () => {
    stored.current = null
    return forgetUpload(userId)
  }

  const run = async (current: StoredUpload) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    samples.current = []
    const { name, size: total } = current.file
    const show = (next: UploadStatus) => {
      if (running.current === own && !own.signal.aborted) setState(next)
    }
    const progress = (status: 'sending' | 'interrupted') =>
      show({ status, name, sent: sent.current, total, secondsLeft: secondsLeft(samples.current, total) })
    progress('sending')
    try {
      await sendInParts({
        file: current.file,
        id: current.id,
        server: serverFor(own.signal),
        failureOf,
        signal: own.signal,
        untilRetry: (failures) => untilRetry(failures, own.signal, wakers.current),
        onBegun: async (id) => {
          if (stored.current) await store({ ...stored.current, id })
        },
        onProgress: (bytes) => {
          sent.current = bytes
          samples.current = withSample(samples.current, { at: performance.now(), sent: bytes })
          progress('sending')
        },
        onChecking: () => show({ status: 'checking', name }),
        onInterrupted: () => {
          samples.current = []
          progress('interrupted')
        },
      })
      await forget()
      await queryClient.invalidateQueries({ queryKey: keys.introVideos })
      show({ status: 'idle' })
    } catch (error) {
      if (own.signal.aborted) return
      await forget()
      show({ status: 'failed', error })
      // "There is one already" means that another tab or device has sent it.
      void queryClient.invalidateQueries({ queryKey: keys.introVideos })
    }
  }

  const continueStored = useEffectEvent(async () => {
    const found = await readStoredUpload(userId)
    if (stored.current || running.current) return
    if (!found) return setState({ status: 'idle' })
    stored.current = found
    if (!found.isPaused) return void run(found)
    setState({ status: 'paused', name: found.file.name, sent: sent.current, total: found.file.size })
  })
  useEffect(() => {
    void continueStored()
    return () => {
      running.current?.abort()
      running.current = null
      stored.current = null
    }
  }, [])

  return {
    state,
    start: (file) => {
      sent.current = 0
      const next = { file, id: null, isPaused: false }
      void store(next)
      void run(next)
    },
    pause: () => {
      const current = stored.current
      running.current?.abort()
      if (!current) return
      void store({ ...current, isPaused: true })
      setState({ status: 'paused', name: current.file.name, sent: sent.current, total: current.file.size })
    },
    resume: () => {
      if (state.status === 'interrupted') {
        for (const wake of [...wakers.current]) wake()
        return
      }
      const current = stored.current
      if (!current) return
      const next = { ...current, isPaused: false }
      void store(next)
      void run(next)
    },
    giveUp: () => {
      const id = stored.current?.id
      running.current?.abort()
      void forget()
      setState({ status: 'idle' })
      // Otherwise the server drops it after two days.
      if (id) void request(abortIntroVideoUpload, { params: { id } }).catch(() => undefined)
    },
  }
}
