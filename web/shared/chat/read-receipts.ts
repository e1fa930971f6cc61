/** After this a report that did not reach the server is sent again; each further pause is twice as long … */
const FIRST_PAUSE_MS = 2000
/** … up to this. */
const LONGEST_PAUSE_MS = 30_000

/**
 * Sends a report until it arrives or the returned function is called. `send` answers whether it has arrived: a socket that
 * stays open may refuse a frame for a while or lose its acknowledgement, and nothing else would send it again
 * (docs/rules/chat.md 4.2).
 */
export function reportUntilKnown(send: () => Promise<boolean>): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async (pauseMs: number): Promise<void> => {
    const isKnown = await send()
    if (isKnown || isStopped) return
    timer = setTimeout(() => void attempt(Math.min(2 * pauseMs, LONGEST_PAUSE_MS)), pauseMs)
  }
  void attempt(FIRST_PAUSE_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
