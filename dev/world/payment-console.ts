import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'
import { fawryConsole } from './fawry/console.ts'
import { fawryGateway } from './fawry/gateway.ts'
import { fawryPages } from './fawry/pages.ts'
import { paymobConsole } from './paymob/console.ts'
import { paymobPages } from './paymob/pages.ts'
import { paymobProvider } from './paymob/provider.ts'
import type { StandInHost } from './stand-in-host.ts'

/** Both providers with their pages and controls, over one host. */
export const paymentConsole = (host: StandInHost): Hono =>
  new Hono()
    .route('/fawry', fawryGateway(host))
    .route('/fawry', fawryPages(host))
    .route('/fawry', fawryConsole(host))
    .route('/paymob', paymobProvider(host))
    .route('/paymob', paymobPages(host))
    .route('/paymob', paymobConsole(host))

/** Where a provider's real host leads on a laptop. */
export const PROVIDER_HOSTS: Record<string, string> = {
  'www.atfawry.com': '/fawry',
  'atfawry.fawrystaging.com': '/fawry',
  'accept.paymob.com': '/paymob',
}

type Env = { API: Fetcher; CONTROL: { now(): Promise<number> } }

/** Keeps what the providers know, and answers for them one request after another. */
export class Payments extends DurableObject<Env> {
  readonly #world: Hono

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL)')
    this.#world = paymentConsole(this.#host())
  }

  /** Takes a request whose path begins with the provider's name. */
  override async fetch(request: Request): Promise<Response> {
    return this.#world.fetch(request)
  }

  #host(): StandInHost {
    const { sql } = this.ctx.storage
    const read = <T>(row: Record<string, SqlStorageValue>) => JSON.parse(String(row.value)) as T
    return {
      get: <T>(key: string) => {
        const [row] = sql.exec('SELECT value FROM kept WHERE key = ?', key).toArray()
        return row && read<T>(row)
      },
      put: (key, value) => {
        sql.exec('INSERT OR REPLACE INTO kept (key, value) VALUES (?, ?)', key, JSON.stringify(value))
      },
      delete: (key) => {
        sql.exec('DELETE FROM kept WHERE key = ?', key)
      },
      list: <T>(prefix: string) =>
        sql
          .exec('SELECT value FROM kept WHERE substr(key, 1, ?) = ? ORDER BY key', prefix.length, prefix)
          .toArray()
          .map((row) => read<T>(row)),
      now: () => this.env.CONTROL.now(),
      sendToProduct: (request) => this.env.API.fetch(request),
      waitUntil: (work) => this.ctx.waitUntil(work()),
    }
  }
}
