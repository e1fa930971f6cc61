import { DurableObject } from 'cloudflare:workers'
import type { StandInHost } from './stand-in-host.ts'

type Env = { API: Fetcher; CONTROL: { now(): Promise<number> } }

/** A Durable Object that holds the state of stand-ins which send webhooks to the product. */
export abstract class ProviderObject extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL)')
  }

  protected host(): StandInHost {
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
