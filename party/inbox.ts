import type { Message } from '#contract/message'
import type { Instant } from '#domain/cairo'
import type { InboxEntry, Receipt, RoomEvent, RoomUpdate } from './interfaces.ts'
import { type Migration, migrate } from './migrations.ts'
import { isNewMessage } from './room-wire.ts'
import { readTimer } from './timer.ts'

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
  (sql) => {
    // `behind` is 1 while the row is dirty.
    sql.exec('ALTER TABLE inbox ADD COLUMN behind INTEGER NOT NULL DEFAULT 0')
  },
  // Marking a row as dirty was a commit of its own in each burst of messages. When it was written says as much.
  (sql) => {
    sql.exec('ALTER TABLE inbox ADD COLUMN written_at INTEGER NOT NULL DEFAULT 0')
    sql.exec('UPDATE inbox SET written_at = ? WHERE behind = 1', Math.round(readTimer()))
    sql.exec('ALTER TABLE inbox DROP COLUMN behind')
  },
]

/** A room with another event this soon after the previous one is busy: the event is kept in memory. */
const BUSY_MS = 2000
/** The longest time that a room's row is older than its values in memory. */
const MAX_LAG_MS = 30_000
/**
 * A new object takes rows for stale that were written up to this long before the newest one: a row that was dirty when the previous object
 * ended, whenever that was, is no older. Longer than `MAX_LAG_MS`, as clocks of machines differ.
 */
const STALE_MS = 60_000
/** In place of the time at which a row was written that no event in memory follows. */
const NEVER_STALE: Instant = 0
/** The maximum number of events, over all rooms, that are in memory only. */
const MAX_UNWRITTEN = 1000

type Row = { room_id: number; unread: number; latest: string | null }

/** The values of a room's row; `changedPos` is the position of the last event that changed an older message, 0 without one. */
type RowValues = { rev: number; unread: number; latest: string | null; pos: number; changedPos: number }

/** The cached part of a room's row, used for each message; `unwritten` are the values that a dirty row does not have yet. */
type Known = Receipt & { otherId: number; receivedAt: Instant; writtenAt: Instant; unwritten: RowValues | null }

/** A room that had events after a position; `hasChanges` where one of them was no new message, but changed older ones. */
export type ChangedRoom = InboxEntry & { hasChanges: boolean }

/** Adds the position to an event's JSON, so that the tab knows up to where it has received events. */
const withPos = (frame: string, pos: number): string => `${frame.slice(0, -1)},"pos":${pos}}`

const entryOf = ({ room_id: roomId, unread, latest }: Row): InboxEntry => ({
  roomId,
  unread,
  latest: latest === null ? null : (JSON.parse(latest) as Message),
})

/**
 * A user's chat inbox in their own object: their rooms, the partner in each, latest message and unread count. It is the only writer of
 * its table, so rows are read once and cached.
 *
 * Writes are deferred: a busy room's values stay in memory until the room asks for them to be stored, or the row is `MAX_LAG_MS` old;
 * the room deletes no event before that. If the object is restarted, the rows written last are taken for stale until their rooms have
 * answered whether there are later events.
 */
export class Inbox {
  readonly #storage: DurableObjectStorage
  readonly #known = new Map<number, Known>()
  #isMigrated = false
  #pos: number | null = null
  #storedPos = 0
  /** The rooms with values that are only in memory. */
  readonly #dirty = new Map<number, Known>()
  /** The rooms whose rows may have been dirty when the previous object ended and that have not answered since; null until read. */
  #stale: Set<number> | null = null

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
    const [row] = this.#sql().exec<{ otherId: number; rev: number }>(query, roomId).toArray()
    return row ? this.#learn(roomId, row.otherId, row.rev) : null
  }

  #learn(roomId: number, otherId: number, rev: number): Known {
    const known = { otherId, rev, storedRev: rev, receivedAt: 0, writtenAt: 0, unwritten: null }
    this.#known.set(roomId, known)
    return known
  }

  /** The other member of a room; null if the room is not known to be this user's. */
  partnerIn(roomId: number): number | null {
    return this.#knownOf(roomId)?.otherId ?? null
  }

  /** The events received from a room and stored; zeros before the first event. */
  receipt(roomId: number): Receipt {
    const { rev, storedRev } = this.#knownOf(roomId) ?? { rev: 0, storedRev: 0 }
    return { rev, storedRev }
  }

  /** The two members of a room never change, so an entry is never updated or removed. */
  addRoom(roomId: number, otherId: number): void {
    this.#add(roomId, otherId)
  }

  #add(roomId: number, otherId: number): Known {
    const known = this.#knownOf(roomId)
    if (known) return known
    this.#sql().exec('INSERT INTO inbox (room_id, other_id) VALUES (?, ?)', roomId, otherId)
    return this.#learn(roomId, otherId, 0)
  }

  /** The rooms that must be queried for events later than their rows. */
  staleRooms(): readonly number[] {
    return [...this.#readStale()]
  }

  /** Whether the object may have received events before a restart that the room's row does not include. */
  isStale(roomId: number): boolean {
    return this.#readStale().has(roomId)
  }

  #readStale(): Set<number> {
    if (this.#stale) return this.#stale
    const query = `SELECT room_id FROM inbox
      WHERE written_at > ${NEVER_STALE} AND written_at > (SELECT MAX(written_at) FROM inbox) - ${STALE_MS}`
    const rows = this.#sql().exec<{ room_id: number }>(query).toArray()
    this.#stale = new Set(rows.map(({ room_id: roomId }) => roomId))
    return this.#stale
  }

  /** Call when a stale room has no later event than its row, so that no other object asks it again. */
  markCurrent(roomId: number): void {
    if (!this.#readStale().delete(roomId)) return
    this.#sql().exec('UPDATE inbox SET written_at = ? WHERE room_id = ?', NEVER_STALE, roomId)
  }

  /**
   * The position of the last event of all rooms. Tabs may have positions from an earlier object that were never stored, so it continues
   * above all of them.
   */
  pos(): number {
    if (this.#pos !== null) return this.#pos
    const { pos } = this.#sql().exec<{ pos: number }>('SELECT COALESCE(MAX(pos), 0) AS pos FROM inbox').one()
    this.#storedPos = pos
    this.#pos = pos === 0 ? 0 : pos + MAX_UNWRITTEN
    return this.#pos
  }

  /**
   * Applies a delivery and returns the frames of its new events with their positions. Rooms deliver an event again until they know that
   * it has arrived, so those received before are skipped.
   */
  apply({ roomId, otherId, events, latest, unread }: RoomUpdate): string[] {
    const room = this.#add(roomId, otherId)
    const newEvents = events.filter(({ rev }) => rev > room.rev)
    const rev = newEvents.at(-1)?.rev
    if (rev === undefined) return []
    const before = this.pos()
    const pos = before + newEvents.length
    const values = { rev, unread, latest, pos, changedPos: this.#changedPos(roomId, room, newEvents, before) }
    const now = readTimer()
    const isBusy = now - room.receivedAt < BUSY_MS && now - room.writtenAt < MAX_LAG_MS
    room.rev = rev
    room.receivedAt = now
    this.#pos = pos
    if (isBusy && pos - this.#storedPos <= MAX_UNWRITTEN) this.#keep(roomId, room, values)
    else this.#write(roomId, room, values, now)
    return newEvents.map(({ frame }, index) => withPos(frame, before + index + 1))
  }

  #changedPos(roomId: number, { unwritten }: Known, newEvents: readonly RoomEvent[], before: number): number {
    // Events lost with the memory of the previous object may have changed older messages.
    if (this.#readStale().delete(roomId)) return before + newEvents.length
    const changed = newEvents.findLastIndex(({ frame }) => !isNewMessage(frame))
    return changed < 0 ? (unwritten?.changedPos ?? 0) : before + changed + 1
  }

  #keep(roomId: number, room: Known, values: RowValues): void {
    room.unwritten = values
    this.#dirty.set(roomId, room)
  }

  #write(roomId: number, room: Known, { rev, unread, latest, pos, changedPos }: RowValues, writtenAt: Instant): void {
    this.#sql().exec(
      `UPDATE inbox SET rev = ?, unread = ?, latest = ?, pos = ?, changed_pos = MAX(changed_pos, ?), written_at = ? WHERE room_id = ?`,
      ...[rev, unread, latest, pos, changedPos, Math.round(writtenAt), roomId],
    )
    room.writtenAt = writtenAt
    room.storedRev = rev
    room.unwritten = null
    this.#dirty.delete(roomId)
    this.#storedPos = Math.max(this.#storedPos, pos)
  }

  /** Writes the values that are only in memory, of all rooms in one commit. The next event of a room that is not busy is written at once. */
  store(): void {
    const now = readTimer()
    for (const [roomId, room] of this.#dirty) {
      const isBusy = now - room.receivedAt < BUSY_MS
      if (room.unwritten) this.#write(roomId, room, room.unwritten, isBusy ? now : NEVER_STALE)
    }
  }

  /** The rooms that had events after a position. */
  changedAfter(pos: number): ChangedRoom[] {
    if (pos >= this.pos()) return []
    this.store()
    const query = 'SELECT room_id, unread, latest, changed_pos FROM inbox WHERE pos > ?'
    const rows = this.#sql().exec<Row & { changed_pos: number }>(query, pos).toArray()
    return rows.map((row) => ({ ...entryOf(row), hasChanges: row.changed_pos > pos }))
  }

  /** The rooms that have received an event. */
  entries(): InboxEntry[] {
    this.store()
    const rows = this.#sql().exec<Row>('SELECT room_id, unread, latest FROM inbox WHERE rev > 0').toArray()
    return rows.map(entryOf)
  }
}
