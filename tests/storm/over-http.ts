/** The random acts against a running server, over HTTP, also while that server is killed. */
import type { Actor, Target } from './acts.ts'
import { CUT_OFF, RepeatedRequests } from './repeated-requests.ts'

type Body = { code?: string } | undefined

/** A connection for each call: one that is kept alive from before a crash fails after it. */
const fetchAlone = (url: string, { headers, ...init }: RequestInit, timeout: number): Promise<Response> =>
  fetch(url, {
    ...init,
    headers: { ...(headers as Record<string, string>), connection: 'close' },
    signal: AbortSignal.timeout(timeout),
  })

type RunningTarget = Target & {
  setNow(now: number): Promise<void>
  /** After a restart the product's clock is the machine's again. */
  reset(): Promise<void>
  creations: RepeatedRequests
}

export function overHttp(origin: string): RunningTarget {
  let ahead = 0

  async function answerOf(path: string, init: RequestInit): Promise<{ outcome: string; body: unknown }> {
    try {
      const answer = await fetchAlone(`${origin}/api/v1${path}`, init, 30_000)
      const text = await answer.text()
      const body = (text === '' ? undefined : JSON.parse(text)) as Body
      return { outcome: answer.ok ? 'ok' : (body?.code ?? String(answer.status)), body }
    } catch {
      return { outcome: CUT_OFF, body: undefined }
    }
  }

  async function dev<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const json = { 'content-type': 'application/json' }
    const init = { method, ...(body === undefined ? {} : { headers: json, body: JSON.stringify(body) }) }
    const answer = await fetchAlone(`${origin}/dev${path}`, init, 60_000)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  const setNow = async (now: number) => {
    ahead = now - Date.now()
    await dev('POST', '/clock', { now: new Date(now).toISOString() })
  }
  const now = () => Date.now() + ahead

  const ask = (method: string, path: string, as: Actor, body?: unknown, key?: string) => {
    const headers: Record<string, string> = {}
    if (as.token !== '') headers.authorization = `Bearer ${as.token}`
    if (key !== undefined) headers['idempotency-key'] = key
    if (body === undefined) return answerOf(path, { method, headers })
    headers['content-type'] = 'application/json'
    return answerOf(path, { method, headers, body: JSON.stringify(body) })
  }
  const creations = new RepeatedRequests((path, as, body, key) => ask('POST', path, as, body, key), now)

  return {
    ask,
    create: async (path, as, body) => (await creations.create(path, as, body)).outcome,
    creations,
    put: async (path, as, fields) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      const headers = { authorization: `Bearer ${as.token}` }
      return (await answerOf(path, { method: 'PUT', headers, body })).outcome
    },
    dev,
    runJob: async (name) => void (await dev('POST', `/jobs/${name}`)),
    now,
    setNow,
    reset: () => setNow(now()),
  }
}
