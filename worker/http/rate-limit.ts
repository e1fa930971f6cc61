import { DomainError } from '#domain/errors'

/** The window of the platform's rate-limit bindings (`wrangler.toml`), in seconds. */
const WINDOW_SECONDS = 60

/** A `too-many-requests` with the seconds until a retry can succeed, which the answer states as `Retry-After`. */
export class TooManyRequests extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('too-many-requests')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Counts one use of `key` in the platform's rate-limit window: 60 seconds, counted per location of the platform and
 * approximately. Where an exact count is needed, see `throttle.ts`.
 * @throws TooManyRequests past the limit.
 */
export async function consumeRateLimit(limit: RateLimit, key: string): Promise<void> {
  const { success } = await limit.limit({ key })
  if (!success) throw new TooManyRequests(WINDOW_SECONDS)
}
