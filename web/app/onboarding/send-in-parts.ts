import type { IntroVideoUpload } from '#contract/intro-video-uploads'

/**
 * The meaning of a failed request: the network or the server was unavailable, the server has dropped the upload, or it
 * refuses the content.
 */
export type Failure = 'temporary' | 'gone' | 'refused'

/** The calls of an upload in parts; all of them may be made again after a lost answer. */
export type PartServer = {
  /** Begins an upload and answers its id. */
  begin: (bytes: number) => Promise<string>
  read: (id: string) => Promise<Pick<IntroVideoUpload, 'arrived' | 'isComplete' | 'partBytes'>>
  /** `onShare` gets how much of the part has been sent, from 0 to 1. */
  put: (id: string, number: number, part: Blob, onShare: (share: number) => void) => Promise<unknown>
  complete: (id: string) => Promise<unknown>
}

export type PartListeners = {
  /** The upload has another id from now on. */
  onBegun: (id: string) => Promise<void>
  onProgress: (sentBytes: number) => void
  /** Everything has arrived, and the server looks at it. */
  onChecking: () => void
  /** The line is down; `untilRetry` says when it is tried again. */
  onInterrupted: () => void
}

type Sending = PartListeners & {
  file: Blob
  /** The id of an upload that was already started; null for a new one. */
  id: string | null
  server: PartServer
  failureOf: (error: unknown) => Failure
  signal: AbortSignal
  /** Resolves when the line is worth another attempt; `failures` counts those since a part has last arrived. */
  untilRetry: (failures: number) => Promise<void>
}

/** Sends the parts that the server does not have, in order, then completes the upload. */
async function sendMissing(id: string, { file, server, ...on }: Sending, onArrived: () => void): Promise<void> {
  const { arrived, isComplete, partBytes } = await server.read(id)
  if (isComplete) return
  const numbers = Array.from({ length: Math.ceil(file.size / partBytes) }, (_, index) => index + 1)
  const missing = numbers.filter((number) => !arrived.includes(number))
  const partOf = (number: number) => file.slice((number - 1) * partBytes, number * partBytes)
  let sent = file.size - missing.reduce((sum, number) => sum + partOf(number).size, 0)
  for (const number of missing) {
    const part = partOf(number)
    on.onProgress(sent)
    await server.put(id, number, part, (share) => on.onProgress(sent + share * part.size))
    sent += part.size
    onArrived()
  }
  on.onProgress(file.size)
  on.onChecking()
  await server.complete(id)
}

/**
 * Sends a file part by part until the server has all of it. After a network failure it queries the received parts and
 * continues from there. An upload that the server no longer knows is restarted once; a second time means that another tab
 * or device has taken over.
 * @throws what the server refuses; whatever was thrown once `signal` is aborted.
 */
export async function sendInParts(sending: Sending): Promise<void> {
  const { file, server, signal } = sending
  let { id } = sending
  let failures = 0
  let hasRestarted = false
  for (;;) {
    try {
      if (id === null) {
        id = await server.begin(file.size)
        await sending.onBegun(id)
      }
      return await sendMissing(id, sending, () => {
        failures = 0
      })
    } catch (error) {
      if (signal.aborted) throw error
      const failure = sending.failureOf(error)
      if (failure === 'gone' && !hasRestarted) {
        id = null
        hasRestarted = true
        continue
      }
      if (failure !== 'temporary') throw error
      failures += 1
      sending.onInterrupted()
      await sending.untilRetry(failures)
      if (signal.aborted) throw error
    }
  }
}
