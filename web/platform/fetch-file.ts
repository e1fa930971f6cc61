import type { Call, Input } from '#contract/call'
import { ApiError, addressOf } from './api.ts'
import { token } from './session.ts'

/**
 * A file that is only shown to whoever is signed in: an address in the page cannot bear the token.
 * @throws ApiError with the server's code, or `network` when there was no answer.
 */
export async function fetchFile<C extends Call>(contract: C, input: Input<C>, signal: AbortSignal): Promise<Blob> {
  const held = token()
  const headers: Record<string, string> = held ? { authorization: `${held.type} ${held.value}` } : {}
  const response = await fetch(addressOf(contract, input as Parameters<typeof addressOf>[1]), {
    headers,
    credentials: 'include',
    signal,
  }).catch((error) => {
    throw signal.aborted ? error : new ApiError('network', 0, String(error))
  })
  if (response.ok) return response.blob()
  const { code = 'unexpected' } = (await response.json().catch(() => ({}))) as { code?: string }
  throw new ApiError(code, response.status, response.statusText)
}
