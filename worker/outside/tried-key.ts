import type { KeyAnswer } from '#contract/provider-keys'
import { cutText } from '#domain/text'
import { type ProviderResponse, ProviderUnreachable } from './request-json.ts'

/** What a provider says of a key (docs/rules/api.md 1.11). */
export type TriedKey = Pick<KeyAnswer, 'state' | 'reason'>

const MAX_REASON = 200

export const ACCEPTED: TriedKey = { state: 'accepted', reason: '' }
export const ABSENT: TriedKey = { state: 'absent', reason: '' }
export const refusedKey = (reason: string): TriedKey => ({ state: 'refused', reason: cutText(reason, MAX_REASON) })

/** An answer that tells nothing of the key. */
export const unclearKey = ({ status, body }: ProviderResponse): TriedKey => ({
  state: 'unclear',
  reason: cutText(`answered ${status}: ${JSON.stringify(body)}`, MAX_REASON),
})

/** By the HTTP status alone: 2xx for a key, 401 and 403 against it. */
export function triedByStatus(response: ProviderResponse, key: string): TriedKey {
  if (response.status >= 200 && response.status < 300) return ACCEPTED
  if (response.status !== 401 && response.status !== 403) return unclearKey(response)
  return refusedKey(`${key}: ${JSON.stringify(response.body)}`)
}

/** What became of a try, also where the provider does not answer. */
export async function tried(attempt: () => Promise<TriedKey>): Promise<TriedKey> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { state: 'unclear', reason: cutText(error.message, MAX_REASON) }
    throw error
  }
}
