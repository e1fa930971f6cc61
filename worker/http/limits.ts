import { DomainError } from '#domain/errors'

/**
 * Counts one use of `key` in the platform's rate-limit window (60 s, a place at a time, approximate).
 * @throws DomainError `too-many-requests` past the limit.
 */
export async function spend(limit: RateLimit, key: string): Promise<void> {
  const { success } = await limit.limit({ key })
  if (!success) throw new DomainError('too-many-requests')
}
