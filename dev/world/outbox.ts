import { DurableObject } from 'cloudflare:workers'
import type { Outcome, ReportedChannel } from './delivery-reports.ts'

export type SentMessage = {
  channel: 'email' | 'whatsapp' | 'push'
  to: string
  template: string
  params: Record<string, string>
  text: string
  at: string
}

/** Every message that the product has sent, as its recipient would read it. */
export class Outbox extends DurableObject<Record<string, never>> {
  constructor(state: DurableObjectState, env: Record<string, never>) {
    super(state, env)
    state.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS sent (id INTEGER PRIMARY KEY, recipient TEXT NOT NULL, at TEXT NOT NULL, message TEXT NOT NULL)',
    )
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS keys (key TEXT PRIMARY KEY, id INTEGER NOT NULL)')
  }

  /** For a key that was used before it stores nothing, and returns the id of the first message. */
  save(message: SentMessage, key: string | null): number {
    const { sql } = this.ctx.storage
    const [known] = sql.exec<{ id: number }>('SELECT id FROM keys WHERE key = ?', key).toArray()
    if (known) return known.id
    const id = this.#insert(message)
    if (key !== null) sql.exec('INSERT INTO keys (key, id) VALUES (?, ?)', key, id)
    return id
  }

  /** What becomes of messages of the channel; they are delivered unless a developer has chosen otherwise. */
  outcome(channel: ReportedChannel): Outcome {
    return this.ctx.storage.kv.get<Outcome>(`outcome ${channel}`) ?? 'delivered'
  }

  setOutcome(channel: ReportedChannel, outcome: Outcome): void {
    this.ctx.storage.kv.put(`outcome ${channel}`, outcome)
  }

  #insert(message: SentMessage): number {
    const row = this.ctx.storage.sql
      .exec<{ id: number }>(
        'INSERT INTO sent (recipient, at, message) VALUES (?, ?, ?) RETURNING id',
        message.to,
        message.at,
        JSON.stringify(message),
      )
      .one()
    return row.id
  }

  /** Oldest first; `to` is an e-mail address, or a phone with or without its country; `since` an ISO instant (inclusive). */
  list(to: string | null, since: string | null): SentMessage[] {
    return this.ctx.storage.sql
      .exec<{ message: string }>(
        `SELECT message FROM sent WHERE (?1 IS NULL OR recipient IN (?1, '2' || ?1)) AND (?2 IS NULL OR at >= ?2) ORDER BY id LIMIT 5000`,
        to,
        since,
      )
      .toArray()
      .map((row) => JSON.parse(row.message) as SentMessage)
  }
}
