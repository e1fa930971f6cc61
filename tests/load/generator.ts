import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Shot = { method: string; path: string; token?: string; body?: unknown; headers?: Record<string, string> }
export type Hit = { status: number; body: string; ms: number; headers: IncomingHttpHeaders }
export type Figures = { requests: number; failures: number; perSecond: number; p50: number; p99: number }

const agents = new Map<number, Agent>()

function agentOf(connections: number): Agent {
  const agent = agents.get(connections) ?? new Agent({ keepAlive: true, maxSockets: connections })
  agents.set(connections, agent)
  return agent
}

/**
 * One request over a kept-alive connection, timed from the first byte sent to the last received. It is sent again where the server had
 * closed the connection meanwhile: it does after five idle seconds, in which the bench measures something else.
 */
export function fire(port: number, shot: Shot, connections = 16): Promise<Hit> {
  const body = shot.body === undefined ? undefined : JSON.stringify(shot.body)
  const start = performance.now()
  return new Promise((done, fail) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method: shot.method,
        path: shot.path,
        agent: agentOf(connections),
        headers: {
          host: `localhost:${port}`,
          ...(shot.token ? { authorization: `Bearer ${shot.token}` } : {}),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...shot.headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            ms: performance.now() - start,
            headers: answer.headers,
          }),
        )
        answer.on('error', fail)
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) =>
      sent.reusedSocket && error.code === 'ECONNRESET' ? done(fire(port, shot, connections)) : fail(error),
    )
    sent.end(body)
  })
}

export const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Keeps `connections` requests in flight until `count` have been answered; the caller bounds the count. */
export async function load(
  port: number,
  count: number,
  connections: number,
  next: (index: number, connection: number) => Shot,
  learn: (connection: number, body: string) => void = () => {},
): Promise<Figures> {
  const times: number[] = []
  let failures = 0
  let started = 0
  const start = performance.now()
  const fireInTurn = async (number: number) => {
    while (started < count) {
      const hit = await fire(port, next(started++, number), connections)
      times.push(hit.ms)
      if (hit.status >= 400) failures++
      else learn(number, hit.body)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => fireInTurn(number)))
  const seconds = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  return {
    requests: times.length,
    failures,
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

export const closeConnections = () => {
  for (const agent of agents.values()) agent.destroy()
}
