const TRIES = 5

/** What is thrown where the runtime has closed the connection before it answered. */
const wasDropped = (error: unknown): boolean => error instanceof TypeError && error.message === 'fetch failed'

/**
 * Begins again what the local runtime did not answer. It closes a connection that was idle for five seconds, and a machine
 * that is too busy to notice asks over it all the same. Whatever is done here may be done twice.
 */
export async function overAnyConnection<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!wasDropped(error) || tries === TRIES) throw error
    }
}
