const MAX_ATTEMPTS = 5

/** Undici's error for a connection that was closed before an answer came. */
const wasDropped = (error: unknown): boolean => error instanceof TypeError && error.message === 'fetch failed'

/**
 * Repeats requests to the local runtime whose connection was dropped. The runtime closes connections that are idle for five
 * seconds; on a busy machine Node sends over one that it has not seen closing. A request may have been carried out before
 * its connection dropped, so `work` must allow to be done twice.
 */
export async function retryDropped<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (!wasDropped(error) || attempt === MAX_ATTEMPTS) throw error
    }
}
