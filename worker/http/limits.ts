import { DomainError } from '#domain/errors'

/** The window of the platform's rate-limit bindings (`wrangler.toml`), in seconds. */
const WINDOW_SECONDS = 60

/** A refusal that says when it is worth asking again: the answer bears it as `Retry-After`. */
export class TooManyRequests extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('too-many-requests')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Counts one use of `key` in the platform's rate-limit window (60 s, a place at a time, approximate).
 * @throws TooManyRequests past the limit.
 */
export async function spend(limit: RateLimit, key: string): Promise<void> {
  const { success } = await limit.limit({ key })
  if (!success) throw new TooManyRequests(WINDOW_SECONDS)
}
