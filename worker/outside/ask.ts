/** A payment provider is waited for longer than others: its banks are slow. */
const TIMEOUT_MS = 20_000

/** The provider did not answer, or nothing that could be read: what it did is not known. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

export type ProviderAnswer = { status: number; body: Record<string, unknown> }

type Request = { method: 'GET' | 'POST' | 'DELETE'; headers?: Record<string, string>; body?: unknown }

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/**
 * A call to a payment provider that answers with JSON, whatever its status.
 * @throws ProviderAway after 20 s, without a connection, for a fault of the provider, or for an answer that is no JSON.
 */
export async function ask(url: string, { method, headers = {}, body }: Request): Promise<ProviderAnswer> {
  const { host } = new URL(url)
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status >= 502) throw new Error(`status ${answer.status}`)
    return { status: answer.status, body: asRecord(text === '' ? {} : JSON.parse(text)) }
  } catch (error) {
    throw new ProviderAway(`${host} did not answer: ${error instanceof Error ? error.message : String(error)}`)
  }
}
