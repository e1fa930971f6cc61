/** Longer than for other providers, because a payment gateway waits for banks. */
const TIMEOUT_MS = 20_000

/** No response, or an unreadable one. Whether the provider executed the request is unknown. */
export class ProviderUnreachable extends Error {
  override readonly name = 'ProviderUnreachable'
}

/** `list`: the answer where it is an array, whose `body` is empty. */
export type ProviderResponse = { status: number; body: Record<string, unknown>; list: unknown[] | null }

/** `form` is sent URL-encoded instead of a JSON body; `timeoutMs` is for a provider that answers later than others. */
export type ProviderRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: unknown
  form?: Record<string, string>
  timeoutMs?: number
}

const encodedBody = ({ body, form }: ProviderRequest) =>
  form ? new URLSearchParams(form) : body === undefined ? null : JSON.stringify(body)

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/**
 * Sends a request to a provider and returns its JSON response, for any status below 502.
 * @throws ProviderUnreachable after 20 s or the given time, without a connection, for a status of 502 and above, or for invalid JSON.
 */
export async function requestJson(url: string, request: ProviderRequest): Promise<ProviderResponse> {
  const { method, headers = {}, form, timeoutMs = TIMEOUT_MS } = request
  const { host } = new URL(url)
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        ...headers,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      body: encodedBody(request),
    })
    const text = await answer.text()
    if (answer.status >= 502) throw new Error(`status ${answer.status}`)
    const read: unknown = text === '' ? {} : JSON.parse(text)
    return { status: answer.status, body: asRecord(read), list: Array.isArray(read) ? read : null }
  } catch (error) {
    throw new ProviderUnreachable(`${host} did not answer: ${error instanceof Error ? error.message : String(error)}`)
  }
}
