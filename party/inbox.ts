import type { Message } from '#contract/chat'
import type { RoomEvent } from './chat-store.ts'

/** What a room tells a member: events in order, and how the room stands for them after the last. */
export type RoomNews = {
  roomId: number
  otherId: number
  events: RoomEvent[]
  latest: Message | null
  unread: number
}

/** A room as its member's list shows it. */
export type InboxEntry = { roomId: number; unread: number; latest: Message | null }

type Row = { room_id: number; unread: number; latest: string | null }

/** A person's chat inbox in their own database: which rooms are theirs, with whom, and what is new in each. */
export class Inbox {
  readonly #storage: DurableObjectStorage
  #isReady = false

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Made when it is first needed: whoever is only asked after keeps nothing. */
  #sql(): SqlStorage {
    if (!this.#isReady)
      this.#storage.sql.exec(`CREATE TABLE IF NOT EXISTS inbox (
        room_id INTEGER PRIMARY KEY, other_id INTEGER NOT NULL, rev INTEGER NOT NULL DEFAULT 0,
        unread INTEGER NOT NULL DEFAULT 0, latest TEXT)`)
    this.#isReady = true
    return this.#storage.sql
  }

  /** With whom a room is shared; null where it is not known to be this person's. */
  partnerIn(roomId: number): number | null {
    const rows = this.#sql().exec<{ other_id: number }>('SELECT other_id FROM inbox WHERE room_id = ?', roomId)
    return rows.toArray()[0]?.other_id ?? null
  }

  /** The pair of a room never changes: what was learnt once stays true. */
  keep(roomId: number, otherId: number): void {
    this.#sql().exec('INSERT OR IGNORE INTO inbox (room_id, other_id) VALUES (?, ?)', roomId, otherId)
  }

  /** Takes what a room tells, and answers what of it is new: a room that is not sure of having been heard tells again. */
  take({ roomId, otherId, events, latest, unread }: RoomNews): RoomEvent[] {
    this.keep(roomId, otherId)
    const [row] = this.#sql().exec<{ rev: number }>('SELECT rev FROM inbox WHERE room_id = ?', roomId).toArray()
    const fresh = events.filter(({ rev }) => rev > (row?.rev ?? 0))
    const rev = fresh.at(-1)?.rev
    if (rev !== undefined)
      this.#sql().exec(
        'UPDATE inbox SET rev = ?, unread = ?, latest = ? WHERE room_id = ?',
        ...[rev, unread, latest && JSON.stringify(latest), roomId],
      )
    return fresh
  }

  /** The rooms in which something was written. */
  entries(): InboxEntry[] {
    const rows = this.#sql().exec<Row>('SELECT room_id, unread, latest FROM inbox WHERE rev > 0').toArray()
    return rows.map(({ room_id: roomId, unread, latest }) => ({
      roomId,
      unread,
      latest: latest === null ? null : (JSON.parse(latest) as Message),
    }))
  }
}
