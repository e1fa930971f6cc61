import { DomainError } from '#domain/errors'

/** The window of the platform's rate-limit bindings (`wrangler.toml`), in seconds. */
const WINDOW_SECONDS = 60

type RetriedCode = 'too-many-requests' | 'service-unavailable' | 'under-maintenance'

/** A refusal with the number of seconds until a retry may succeed, sent as `Retry-After`. */
export class RetryLater extends DomainError {
  readonly retryAfterSeconds: number

  constructor(code: RetriedCode, retryAfterSeconds: number, details?: DomainError['details']) {
    super(code, undefined, details)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The client makes too many requests. */
export class TooManyRequests extends RetryLater {
  constructor(retryAfterSeconds: number) {
    super('too-many-requests', retryAfterSeconds)
  }
}

/** The server is overloaded. */
export class ServiceBusy extends RetryLater {
  constructor(retryAfterSeconds: number) {
    super('service-unavailable', retryAfterSeconds)
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
