/** No provider is waited for longer than this. */
const TIMEOUT_MS = 10_000

/**
 * A JSON POST to a provider, with a time-out.
 * @throws Error with the status and the start of the answer when the provider refuses.
 */
export async function post(url: string, request: { headers: Record<string, string>; body: unknown }): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...request.headers },
    body: JSON.stringify(request.body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}: ${text.slice(0, 200)}`)
}
