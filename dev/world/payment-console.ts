import { DurableObject } from 'cloudflare:workers'
import { Hono } from 'hono'
import { faultConsole } from './faults.ts'
import { fawryConsole } from './fawry/console.ts'
import { fawryGateway } from './fawry/gateway.ts'
import { fawryPages } from './fawry/pages.ts'
import { paymobConsole } from './paymob/console.ts'
import { paymobPages } from './paymob/pages.ts'
import { paymobProvider } from './paymob/provider.ts'
import type { StandInHost } from './stand-in-host.ts'

/** Both payment providers: their APIs, the pages that payers see, and the console for developers. */
export const paymentConsole = (host: StandInHost): Hono =>
  new Hono()
    .route('/fawry', fawryGateway(host))
    .route('/fawry', fawryPages(host))
    .route('/fawry', fawryConsole(host))
    .route('/fawry', faultConsole(host, 'fawry'))
    .route('/paymob', paymobProvider(host))
    .route('/paymob', paymobPages(host))
    .route('/paymob', paymobConsole(host))
    .route('/paymob', faultConsole(host, 'paymob'))

/** The path at which each of the providers' real hosts is served in local development. */
export const PROVIDER_HOSTS: Record<string, string> = {
  'www.atfawry.com': '/fawry',
  'atfawry.fawrystaging.com': '/fawry',
  'accept.paymob.com': '/paymob',
}

type Env = { API: Fetcher; CONTROL: { now(): Promise<number> } }

/** The providers' state. One object answers every request, so that the order numbers of both stay unique. */
export class Payments extends DurableObject<Env> {
  readonly #console: Hono

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL)')
    this.#console = paymentConsole(this.#host())
  }

  /** The path of the request begins with the provider's name. */
  override async fetch(request: Request): Promise<Response> {
    return this.#console.fetch(request)
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
