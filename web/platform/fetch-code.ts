import { ApiError } from './api.ts'

/** A network that does not answer within this time counts as none. */
const LONGEST_PROBE_MS = 5000

/** Whether a reload would load the page. A network that leads nowhere counts as one for `navigator.onLine`. */
async function isPageReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const signal = AbortSignal.timeout(LONGEST_PROBE_MS)
  return fetch(window.location.href, { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  )
}

/**
 * Fetches code that is not on the device yet. A request that was cut off is made once more; what is still not there with a
 * network belonged to an older version.
 * @throws ApiError `network` without a network; the browser's own error for code of an older version.
 */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (!(await isPageReachable())) throw new ApiError('network', 0, String(error))
    return load()
  }
}
