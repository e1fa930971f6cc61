const TIMEOUT_MS = 10_000

/**
 * Sends a JSON POST to a provider. Times out after 10 s.
 * @throws Error with the status and the start of the response when the status is not 2xx.
 */
export async function postJson(
  url: string,
  request: { headers: Record<string, string>; body: unknown },
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...request.headers },
    body: JSON.stringify(request.body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}: ${text.slice(0, 200)}`)
}
