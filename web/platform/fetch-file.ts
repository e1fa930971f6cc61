import type { CallAddress } from '#contract/address'
import type { Input } from '#contract/client'
import { ApiError, addressOf } from './api.ts'
import { token } from './auth-token.ts'
import { loadErrorWords } from './error-words.ts'

/**
 * Fetches a private file. It cannot be an `<img src>` or a link: those requests carry no token.
 * @throws ApiError with the server's code, or `network` when there was no answer.
 */
export async function fetchFile<C extends CallAddress>(call: C, input: Input<C>, signal: AbortSignal): Promise<Blob> {
  const held = token()
  const headers: Record<string, string> = held ? { authorization: `${held.type} ${held.value}` } : {}
  const response = await fetch(addressOf(call, input as Parameters<typeof addressOf>[1]), {
    headers,
    credentials: 'include',
    signal,
  }).catch((error) => {
    throw signal.aborted ? error : new ApiError('network', 0, String(error))
  })
  if (response.ok) return response.blob()
  await loadErrorWords()
  const { code = 'unexpected' } = (await response.json().catch(() => ({}))) as { code?: string }
  throw new ApiError(code, response.status, response.statusText)
}
