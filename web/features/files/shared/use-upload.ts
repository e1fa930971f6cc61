import { useEffect, useRef, useState } from 'react'
import type { UploadOptions } from '../../../platform/upload.ts'

export type UploadState =
  | { status: 'idle' }
  /** `share` is from 0 to 1; at 1 the server is still keeping it. */
  | { status: 'sending'; share: number }
  | { status: 'failed'; error: unknown }
  | { status: 'cancelled' }
  | { status: 'done' }

export type Sending = { signal: AbortSignal; onProgress: NonNullable<UploadOptions['onProgress']> }

export type Uploading = {
  state: UploadState
  /** Sends; answers whether it arrived. Give the function its options on: `upload(contract, input, options)`. */
  start: (send: (options: Sending) => Promise<unknown>) => Promise<boolean>
  cancel: () => void
  reset: () => void
}

/** One sending at a time: how far it is, and how it ended. Leaving the screen ends it. */
export function useUpload(): Uploading {
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start: Uploading['start'] = async (send) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const say = (next: UploadState) => running.current === own && setState(next)
    say({ status: 'sending', share: 0 })
    try {
      await send({ signal: own.signal, onProgress: (share) => say({ status: 'sending', share }) })
      say({ status: 'done' })
      return true
    } catch (error) {
      say(own.signal.aborted ? { status: 'cancelled' } : { status: 'failed', error })
      return false
    }
  }
  return {
    state,
    start,
    cancel: () => running.current?.abort(),
    reset: () => setState({ status: 'idle' }),
  }
}
