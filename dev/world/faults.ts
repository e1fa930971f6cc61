import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { StandInHost } from './stand-in-host.ts'

/** What a provider's API can be asked to do wrong. `lost-request` is not carried out, `lost-answer` is. */
export const API_FAULTS = ['401', '429', '500', '503', 'slow', 'lost-request', 'lost-answer'] as const
/** What can go wrong with its notifications. `reordered`: one is held back and sent after the next one. */
export const NOTICE_FAULTS = ['duplicate', 'reordered', 'lost'] as const
export const FAULTS = [...API_FAULTS, ...NOTICE_FAULTS] as const
export type Fault = (typeof FAULTS)[number]

/** Longer than the product waits. */
const SLOW_MS = 25_000
const MAX_TIMES = 1000

/** How many requests, or notifications, each fault still affects. */
type Left = Partial<Record<Fault, number>>

/** The faults that a developer has asked of one provider. */
export class Faults {
  readonly #host: StandInHost
  readonly #key: string

  constructor(host: StandInHost, provider: string) {
    this.#host = host
    this.#key = `${provider}:faults`
  }

  left = (): Left => this.#host.get<Left>(this.#key) ?? {}

  ask(fault: Fault, times: number): void {
    this.#host.put(this.#key, { ...this.left(), [fault]: times })
  }

  clear(): void {
    this.#host.delete(this.#key)
  }

  /** The fault, among these, that the next request or notification is affected by; it is then used up once. */
  take<F extends Fault>(among: readonly F[]): F | null {
    const left = this.left()
    const fault = among.find((one) => (left[one] ?? 0) > 0)
    if (fault === undefined) return null
    const { [fault]: times = 0, ...others } = left
    this.#host.put(this.#key, times > 1 ? { ...left, [fault]: times - 1 } : others)
    return fault
  }

  /** The id of the delivery that `reordered` holds back until the next one is sent. */
  hold(id: number): void {
    this.#host.put(`${this.#key}:held`, id)
  }

  /** The id of the delivery that was held back, once. */
  release(): number | null {
    const id = this.#host.get<number>(`${this.#key}:held`) ?? null
    this.#host.delete(`${this.#key}:held`)
    return id
  }
}

/** What a proxy before the provider answers: no JSON. */
const gatewayPage = (status: 500 | 502 | 503) =>
  new Response('<html><body>error</body></html>', { status, headers: { 'content-type': 'text/html' } })

/** Before the routes of a provider's API: answers with the fault that was asked for. */
export function withFaults(host: StandInHost, provider: string): MiddlewareHandler {
  const faults = new Faults(host, provider)
  return async (c, next) => {
    const fault = faults.take(API_FAULTS)
    if (fault === '401') return c.json({ detail: 'incorrect credentials' }, 401)
    if (fault === '429') return c.json({ detail: 'Request was throttled.' }, 429, { 'retry-after': '30' })
    if (fault === '500') return gatewayPage(500)
    if (fault === '503') return gatewayPage(503)
    if (fault === 'lost-request') return gatewayPage(502)
    await next()
    if (fault === 'lost-answer') c.res = gatewayPage(502)
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return undefined
  }
}

const isForm = (c: Context) => c.req.header('content-type')?.includes('urlencoded') ?? false
const isFault = (value: unknown): value is Fault => FAULTS.some((one) => one === value)

/** `GET /faults`: what is still to come. `POST /faults` with `{ fault, times? }` asks for one, `{ fault: 'none' }` for none. */
export function faultConsole(host: StandInHost, provider: string): Hono {
  const faults = new Faults(host, provider)
  return new Hono()
    .get('/faults', (c) => c.json(faults.left()))
    .post('/faults', async (c) => {
      const read = isForm(c) ? c.req.parseBody() : c.req.json()
      const { fault, times = 1 } = ((await read.catch(() => null)) ?? {}) as { fault?: unknown; times?: unknown }
      const count = Number(times || 1)
      if (fault === 'none') faults.clear()
      else if (isFault(fault) && Number.isInteger(count) && count >= 1 && count <= MAX_TIMES) faults.ask(fault, count)
      else
        return c.json(
          { code: 'bad-request', message: `fault: none, ${FAULTS.join(', ')}; times: 1 to ${MAX_TIMES}` },
          400,
        )
      return isForm(c) ? c.redirect(c.req.header('referer') ?? '.', 303) : c.json(faults.left())
    })
}
