import { DurableObject } from 'cloudflare:workers'
import type { Hono } from 'hono'
import { googleProvider } from './provider.ts'

type Env = { CONTROL: { now(): Promise<number> } }

/** The state of the identity provider's stand-in: accounts, signing keys and access tokens. */
export class Google extends DurableObject<Env> {
  readonly #provider: Hono

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    const { kv } = state.storage
    this.#provider = googleProvider({
      get: (key) => kv.get(key),
      put: (key, value) => kv.put(key, value),
      list: <T>(prefix: string) => [...kv.list({ prefix })].map(([, value]) => value as T),
      now: () => env.CONTROL.now(),
    })
  }

  override async fetch(request: Request): Promise<Response> {
    return this.#provider.fetch(request)
  }
}
