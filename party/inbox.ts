import type { Message } from '#contract/chat'
import type { RoomEvent } from './chat-store.ts'
import { type Migration, migrate } from './migrations.ts'

/** A room's delivery to one member: events in order, and the room's latest message, as JSON, and unread count after them. */
export type RoomUpdate = {
  roomId: number
  otherId: number
  events: RoomEvent[]
  latest: string | null
  unread: number
}

/** A room's row in its member's list. */
export type InboxEntry = { roomId: number; unread: number; latest: Message | null }

/** The tables of a user's object. Append only: see `migrations.ts`. */
const MIGRATIONS: readonly Migration[] = [
  (sql) => {
    sql.exec(`CREATE TABLE IF NOT EXISTS inbox (
      room_id INTEGER PRIMARY KEY, other_id INTEGER NOT NULL, rev INTEGER NOT NULL DEFAULT 0,
      unread INTEGER NOT NULL DEFAULT 0, latest TEXT)`)
  },
  (sql) => {
    sql.exec(`
      ALTER TABLE inbox ADD COLUMN pos INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE inbox ADD COLUMN changed_pos INTEGER NOT NULL DEFAULT 0;`)
  },
]

type Row = { room_id: number; unread: number; latest: string | null }

/** What is read for each message: who the other member of a room is, and the last event received from it. */
type Known = { otherId: number; rev: number }

/** A room that had events after a position; `hasChanges` where one of them was no new message, but changed older ones. */
export type ChangedRoom = InboxEntry & { hasChanges: boolean }

const isNewMessage = (frame: string): boolean => frame.startsWith('{"event":"RoomMessage",')

/** Writes a position into the JSON of an event: each tab that has received it knows up to where it has. */
const withPos = (frame: string, pos: number): string => `${frame.slice(0, -1)},"pos":${pos}}`

const entryOf = ({ room_id: roomId, unread, latest }: Row): InboxEntry => ({
  roomId,
  unread,
  latest: latest === null ? null : (JSON.parse(latest) as Message),
})

/**
 * A user's chat inbox in their own object: their rooms, the partner in each, latest message and unread count. What is needed for
 * each message is read once: nobody else writes it.
 */
export class Inbox {
  readonly #storage: DurableObjectStorage
  readonly #known = new Map<number, Known>()
  #isMigrated = false
  #pos: number | null = null

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Migrated on first use: an object that only answers `isOnline` for an absent user must not store anything. */
  #sql(): SqlStorage {
    if (!this.#isMigrated) migrate(this.#storage, MIGRATIONS)
    this.#isMigrated = true
    return this.#storage.sql
  }

  #knownOf(roomId: number): Known | null {
    const known = this.#known.get(roomId)
    if (known) return known
    const query = 'SELECT other_id AS otherId, rev FROM inbox WHERE room_id = ?'
    const [row] = this.#sql().exec<Known>(query, roomId).toArray()
    if (row) this.#known.set(roomId, row)
    return row ?? null
  }

  /** The other member of a room; null if the room is not known to be this user's. */
  partnerIn(roomId: number): number | null {
    return this.#knownOf(roomId)?.otherId ?? null
  }

  /** The last event that was received from a room; 0 before the first. */
  lastRev(roomId: number): number {
    return this.#knownOf(roomId)?.rev ?? 0
  }

  /** The two members of a room never change, so an entry is never updated or removed. */
  addRoom(roomId: number, otherId: number): void {
    if (this.#knownOf(roomId)) return
    this.#sql().exec('INSERT INTO inbox (room_id, other_id) VALUES (?, ?)', roomId, otherId)
    this.#known.set(roomId, { otherId, rev: 0 })
  }

  /** How many events all rooms have brought. Read once: nobody else writes it. */
  pos(): number {
    this.#pos ??= this.#sql().exec<{ pos: number }>('SELECT COALESCE(MAX(pos), 0) AS pos FROM inbox').one().pos
    return this.#pos
  }

  /**
   * Applies a delivery and returns the frames of its new events, with the position of each: a room delivers again whatever it does
   * not know to have arrived.
   */
  apply({ roomId, otherId, events, latest, unread }: RoomUpdate): string[] {
    this.addRoom(roomId, otherId)
    const last = this.lastRev(roomId)
    const fresh = events.filter(({ rev }) => rev > last)
    const rev = fresh.at(-1)?.rev
    if (rev === undefined) return []
    const before = this.pos()
    const changed = fresh.findLastIndex(({ frame }) => !isNewMessage(frame))
    const pos = before + fresh.length
    this.#sql().exec(
      `UPDATE inbox SET rev = ?, unread = ?, latest = ?, pos = ?, changed_pos = MAX(changed_pos, ?) WHERE room_id = ?`,
      ...[rev, unread, latest, pos, changed < 0 ? 0 : before + changed + 1, roomId],
    )
    this.#known.set(roomId, { otherId, rev })
    this.#pos = pos
    return fresh.map(({ frame }, index) => withPos(frame, before + index + 1))
  }

  /** The rooms that had events after a position. */
  changedAfter(pos: number): ChangedRoom[] {
    if (pos >= this.pos()) return []
    const query = 'SELECT room_id, unread, latest, changed_pos FROM inbox WHERE pos > ?'
    const rows = this.#sql().exec<Row & { changed_pos: number }>(query, pos).toArray()
    return rows.map((row) => ({ ...entryOf(row), hasChanges: row.changed_pos > pos }))
  }

  /** The rooms that have received an event. */
  entries(): InboxEntry[] {
    const rows = this.#sql().exec<Row>('SELECT room_id, unread, latest FROM inbox WHERE rev > 0').toArray()
    return rows.map(entryOf)
  }
}
