import type { Message } from '#contract/chat'
import type { ServerFrame } from '#contract/live/user'
import { normalise } from '#domain/arabic'
import { type Instant, toIso } from '#domain/cairo'
import { type ChatRoom, messageIdOf, plainMessage, type StoredMessage } from '#domain/chat/room'
import { type Migration, migrate } from './migrations.ts'

const unreadOf = (author: string) =>
  `(SELECT COUNT(*) FROM messages WHERE user_id = ${author} AND read = 0 AND deleted = 0)`

/** The tables of a chat room: itself, its messages, and the events not delivered yet. Append only: see `migrations.ts`. */
const MIGRATIONS: readonly Migration[] = [
  (sql) => {
    sql.exec(`
      CREATE TABLE IF NOT EXISTS room (
        id INTEGER PRIMARY KEY, lower_id INTEGER NOT NULL, higher_id INTEGER NOT NULL,
        last_seq INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE IF NOT EXISTS messages (
        seq INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, ref_id TEXT, text TEXT NOT NULL, searched TEXT NOT NULL,
        read INTEGER NOT NULL DEFAULT 0, edited INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (user_id, ref_id));
      CREATE INDEX IF NOT EXISTS messages_unread ON messages (user_id, seq) WHERE read = 0;
      CREATE TABLE IF NOT EXISTS events (
        rev INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL, frame TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS events_user ON events (user_id, rev);`)
  },
  // What each member has written and the other not read yet was counted anew for every message.
  (sql) => {
    sql.exec(`
      ALTER TABLE room ADD COLUMN lower_unread INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE room ADD COLUMN higher_unread INTEGER NOT NULL DEFAULT 0;
      UPDATE room SET lower_unread = ${unreadOf('lower_id')}, higher_unread = ${unreadOf('higher_id')};`)
  },
  // An event was a row for each member, one after the other: the lower id's was odd. It takes the odd one's number, which whoever has
  // received theirs has reached.
  (sql) => {
    sql.exec(`
      ALTER TABLE room ADD COLUMN last_rev INTEGER NOT NULL DEFAULT 0;
      UPDATE room SET last_rev = COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0);
      CREATE TABLE queued_events (rev INTEGER PRIMARY KEY, frame TEXT NOT NULL);
      INSERT INTO queued_events SELECT MIN(rev) - 1 + MIN(rev) % 2, MIN(frame) FROM events GROUP BY (rev - 1) / 2;
      DROP TABLE events;`)
  },
]

type Row = {
  seq: number
  user_id: number
  ref_id: string | null
  text: string
  read: number
  edited: number
  deleted: number
  created_at: number
  updated_at: number
}
type RoomRow = {
  id: number
  lower_id: number
  higher_id: number
  last_seq: number
  deleted: number
  lower_unread: number
  higher_unread: number
  last_rev: number
}

/**
 * `unread` counts what each member, in the order of `members`, has written and the other has not read; `lastRev` is the number of the
 * newest event.
 */
export type StoredRoom = ChatRoom & {
  lastSeq: number
  lastRev: number
  deleted: number
  unread: readonly [number, number]
}

const COLUMNS = 'seq, user_id, ref_id, text, read, edited, deleted, created_at, updated_at'

const fromRow = (row: Row): StoredMessage => ({
  seq: row.seq,
  userId: row.user_id,
  refId: row.ref_id,
  text: row.text,
  read: row.read === 1,
  edited: row.edited === 1,
  deleted: row.deleted === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** A message in the form of the API. */
export const wireMessage = (roomId: number, message: StoredMessage): Message => ({
  id: messageIdOf(roomId, message.seq),
  roomId,
  userId: message.userId,
  refId: message.refId,
  text: message.text,
  read: message.read,
  edited: message.edited,
  deleted: message.deleted,
  createdAt: toIso(message.createdAt),
  updatedAt: toIso(message.updatedAt),
})

/** An event queued for both members, as JSON; `rev` counts on without a gap, so that a member recognises a repeated one. */
export type RoomEvent = { rev: number; frame: string }

/** `page` counts from 1; with `afterSeq` only later messages are listed. */
export type MessagePage = { page: number; size: number; afterSeq: number | null }

const searchText = (text: string) => normalise(plainMessage(text))

/** The newest events are kept in memory, for the members who follow them. */
const RECENT_EVENTS = 200

/**
 * Every method is synchronous, so that no other event of the object runs between its statements. The room, its newest message and
 * its newest events are read once: nobody else writes them.
 */
export class ChatStore {
  readonly #storage: DurableObjectStorage
  readonly #sql: SqlStorage
  #room: StoredRoom | null = null
  /** As JSON; null in a room without messages, undefined until it is read. */
  #latest: string | null | undefined
  #recent: RoomEvent[] = []

  constructor(storage: DurableObjectStorage) {
    migrate(storage, MIGRATIONS)
    this.#storage = storage
    this.#sql = storage.sql
  }

  #all<T extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): T[] {
    return this.#sql.exec<T>(query, ...values).toArray()
  }

  /** Commits all that `work` changes, or nothing of it; the room's row is written once. */
  change<T>(work: () => T): T {
    const before = this.#room
    try {
      return this.#storage.transactionSync(() => {
        const result = work()
        if (this.#room !== before) this.#writeRoom()
        return result
      })
    } catch (error) {
      this.#room = null
      this.#latest = undefined
      this.#recent = []
      throw error
    }
  }

  room(): StoredRoom | null {
    this.#room ??= this.#readRoom()
    return this.#room
  }

  #readRoom(): StoredRoom | null {
    const [row] = this.#all<RoomRow>('SELECT * FROM room')
    if (!row) return null
    return {
      id: row.id,
      members: [row.lower_id, row.higher_id],
      lastSeq: row.last_seq,
      lastRev: row.last_rev,
      deleted: row.deleted,
      unread: [row.lower_unread, row.higher_unread],
    }
  }

  #writeRoom(): void {
    const { lastSeq, lastRev, deleted, unread } = this.#changeable()
    this.#sql.exec(
      'UPDATE room SET last_seq = ?, last_rev = ?, deleted = ?, lower_unread = ?, higher_unread = ?',
      ...[lastSeq, lastRev, deleted, ...unread],
    )
  }

  #changeable(): StoredRoom {
    const room = this.room()
    if (!room) throw new Error('A room is changed before it is known')
    return room
  }

  saveRoom({ id, members: [lower, higher] }: ChatRoom): void {
    this.#sql.exec('INSERT OR IGNORE INTO room (id, lower_id, higher_id) VALUES (?, ?, ?)', id, lower, higher)
  }

  message(seq: number): StoredMessage | null {
    const [row] = this.#all<Row>(`SELECT ${COLUMNS} FROM messages WHERE seq = ?`, seq)
    return row ? fromRow(row) : null
  }

  byRefId(userId: number, refId: string): StoredMessage | null {
    const query = `SELECT ${COLUMNS} FROM messages WHERE user_id = ? AND ref_id = ?`
    const [row] = this.#all<Row>(query, userId, refId)
    return row ? fromRow(row) : null
  }

  /** Within a change. */
  add({ userId, refId, text }: Pick<StoredMessage, 'userId' | 'refId' | 'text'>, now: Instant): Message {
    const room = this.#changeable()
    const { lastSeq, members, unread } = room
    const seq = lastSeq + 1
    this.#sql.exec(
      'INSERT INTO messages (seq, user_id, ref_id, text, searched, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[seq, userId, refId, text, searchText(text), now, now],
    )
    const [lower, higher] = unread
    this.#room = {
      ...room,
      lastSeq: seq,
      unread: userId === members[0] ? [lower + 1, higher] : [lower, higher + 1],
    }
    const times = { createdAt: now, updatedAt: now }
    const message = wireMessage(room.id, {
      seq,
      userId,
      refId,
      text,
      read: false,
      edited: false,
      deleted: false,
      ...times,
    })
    this.#latest = JSON.stringify(message)
    return message
  }

  /** Within a change. */
  edit(seq: number, text: string, now: Instant): void {
    const set = 'text = ?, searched = ?, edited = 1, updated_at = ?'
    this.#sql.exec(`UPDATE messages SET ${set} WHERE seq = ?`, text, searchText(text), now, seq)
    this.#latest = undefined
  }

  /** Within a change. Only marks the message: `seq` stays gap-free, and the text is kept for those who review reports. */
  delete(seq: number, now: Instant): void {
    this.#sql.exec('UPDATE messages SET deleted = 1, updated_at = ? WHERE seq = ?', now, seq)
    const room = this.#changeable()
    this.#room = { ...room, deleted: room.deleted + 1, unread: this.#countUnread(room) }
    this.#latest = undefined
  }

  /** Within a change. Marks the author's messages up to and including `upTo` as read; returns whether any was unread. */
  markRead(authorId: number, upTo: number): boolean {
    const query = 'UPDATE messages SET read = 1 WHERE read = 0 AND user_id = ? AND seq <= ?'
    if (this.#sql.exec(query, authorId, upTo).rowsWritten === 0) return false
    const room = this.#changeable()
    this.#room = { ...room, unread: this.#countUnread(room) }
    this.#latest = undefined
    return true
  }

  #countUnread({ members: [lower, higher] }: StoredRoom): [number, number] {
    const [counts] = this.#all<{ lower: number; higher: number }>(
      `SELECT ${unreadOf('?')} AS lower, ${unreadOf('?')} AS higher`,
      ...[lower, higher],
    )
    return [counts?.lower ?? 0, counts?.higher ?? 0]
  }

  /** The newest message that is not deleted, as JSON in the form of the API. */
  latest(): string | null {
    if (this.#latest === undefined) {
      const [row] = this.#all<Row>(`SELECT ${COLUMNS} FROM messages WHERE deleted = 0 ORDER BY seq DESC LIMIT 1`)
      this.#latest = row ? JSON.stringify(wireMessage(this.#changeable().id, fromRow(row))) : null
    }
    return this.#latest
  }

  /** Newest first; with `afterSeq` oldest first, so that messages which arrive meanwhile do not shift the pages. */
  list({ page, size, afterSeq }: MessagePage): { messages: StoredMessage[]; total: number } {
    const where = 'deleted = 0 AND seq > ?'
    const order = afterSeq === null ? 'DESC' : 'ASC'
    const query = `SELECT ${COLUMNS} FROM messages WHERE ${where} ORDER BY seq ${order} LIMIT ? OFFSET ?`
    const messages = this.#all<Row>(query, afterSeq ?? 0, size, (page - 1) * size).map(fromRow)
    return { messages, total: this.#countAfter(afterSeq) }
  }

  #countAfter(afterSeq: number | null): number {
    const { lastSeq = 0, deleted = 0 } = this.room() ?? {}
    if (afterSeq === null) return lastSeq - deleted
    const query = 'SELECT COUNT(*) AS count FROM messages WHERE deleted = 0 AND seq > ?'
    return this.#all<{ count: number }>(query, afterSeq)[0]?.count ?? 0
  }

  /** Whether a message that is not deleted contains the text; pass it through `normalise` first. */
  hasMessageContaining(normalised: string): boolean {
    const query = 'SELECT 1 AS found FROM messages WHERE deleted = 0 AND instr(searched, ?) > 0 LIMIT 1'
    return this.#all<{ found: number }>(query, normalised).length > 0
  }

  /** Within a change. */
  queueEvent(frame: ServerFrame): void {
    const room = this.#changeable()
    const event = { rev: room.lastRev + 1, frame: JSON.stringify(frame) }
    this.#sql.exec('INSERT INTO queued_events (rev, frame) VALUES (?, ?)', event.rev, event.frame)
    this.#room = { ...room, lastRev: event.rev }
    this.#recent.push(event)
    if (this.#recent.length > RECENT_EVENTS) this.#recent.shift()
  }

  /** So many events after `rev`, in order. */
  eventsAfter(rev: number, limit: number): RoomEvent[] {
    if (rev >= this.#changeable().lastRev) return []
    const [first] = this.#recent
    if (first && first.rev <= rev + 1) return this.#recent.slice(rev + 1 - first.rev).slice(0, limit)
    return this.#all<RoomEvent>('SELECT rev, frame FROM queued_events WHERE rev > ? ORDER BY rev LIMIT ?', rev, limit)
  }

  deleteEvents(upTo: number): void {
    this.#sql.exec('DELETE FROM queued_events WHERE rev <= ?', upTo)
    this.#recent = this.#recent.filter(({ rev }) => rev > upTo)
  }

  hasEvents(): boolean {
    return this.#all<{ rev: number }>('SELECT rev FROM queued_events LIMIT 1').length > 0
  }
}
