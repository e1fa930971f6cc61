import { useEffect, useRef, useState } from 'react'
import type { UploadOptions } from '../../platform/upload.ts'

export type UploadState =
  | { status: 'idle' }
  /** `share` is from 0 to 1; at 1 the server is still storing it. */
  | { status: 'sending'; share: number }
  | { status: 'failed'; error: unknown }
  | { status: 'cancelled' }
  | { status: 'done' }

export type UploadHandlers = { signal: AbortSignal; onProgress: NonNullable<UploadOptions['onProgress']> }

export type Uploading = {
  state: UploadState
  /** Sends; resolves to whether it arrived. The options are passed on: `upload(contract, input, options)`. */
  start: (send: (options: UploadHandlers) => Promise<unknown>) => Promise<boolean>
  cancel: () => void
  reset: () => void
}

/** One upload at a time, with its progress and result. Unmounting cancels it. */
export function useUpload(): Uploading {
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start: Uploading['start'] = async (send) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    const update = (next: UploadState) => running.current === own && setState(next)
    update({ status: 'sending', share: 0 })
    try {
      await send({ signal: own.signal, onProgress: (share) => update({ status: 'sending', share }) })
      update({ status: 'done' })
      return true
    } catch (error) {
      update(own.signal.aborted ? { status: 'cancelled' } : { status: 'failed', error })
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
