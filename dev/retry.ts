const MAX_ATTEMPTS = 5

/** Undici's error for a connection that was closed before a response. */
const wasDropped = (error: unknown): boolean => error instanceof TypeError && error.message === 'fetch failed'

/**
 * Retries requests to the local runtime whose connection was dropped. The runtime closes connections that are idle for five
 * seconds; on a busy machine Node may send over one before it notices. A request may have been executed before its
 * connection dropped, so `work` must be repeatable.
 */
export async function retryDropped<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (!wasDropped(error) || attempt === MAX_ATTEMPTS) throw error
    }
}
