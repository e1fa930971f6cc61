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
}

/** `unread` counts what each member, in the order of `members`, has written and the other has not read. */
export type StoredRoom = ChatRoom & { lastSeq: number; deleted: number; unread: readonly [number, number] }

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

/** An event queued for a member, as JSON; `rev` is never used again, so that a member recognises a repeated one. */
export type RoomEvent = { rev: number; frame: string }

/** `page` counts from 1; with `afterSeq` only later messages are listed. */
export type MessagePage = { page: number; size: number; afterSeq: number | null }

const searchText = (text: string) => normalise(plainMessage(text))

/** Every method is synchronous, so that no other event of the object runs between its statements. */
export class ChatStore {
  readonly #sql: SqlStorage

  constructor(storage: DurableObjectStorage) {
    migrate(storage, MIGRATIONS)
    this.#sql = storage.sql
  }

  #all<T extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): T[] {
    return this.#sql.exec<T>(query, ...values).toArray()
  }

  room(): StoredRoom | null {
    const [row] = this.#all<RoomRow>('SELECT * FROM room')
    if (!row) return null
    return {
      id: row.id,
      members: [row.lower_id, row.higher_id],
      lastSeq: row.last_seq,
      deleted: row.deleted,
      unread: [row.lower_unread, row.higher_unread],
    }
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

  add(seq: number, { userId, refId, text }: Pick<StoredMessage, 'userId' | 'refId' | 'text'>, now: Instant) {
    this.#sql.exec(
      'INSERT INTO messages (seq, user_id, ref_id, text, searched, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[seq, userId, refId, text, searchText(text), now, now],
    )
    this.#sql.exec(
      `UPDATE room SET last_seq = ?,
        lower_unread = lower_unread + (lower_id = ?), higher_unread = higher_unread + (higher_id = ?)`,
      ...[seq, userId, userId],
    )
  }

  edit(seq: number, text: string, now: Instant): void {
    const set = 'text = ?, searched = ?, edited = 1, updated_at = ?'
    this.#sql.exec(`UPDATE messages SET ${set} WHERE seq = ?`, text, searchText(text), now, seq)
  }

  /** Only marks the message: `seq` stays gap-free, and the text is kept for those who review reports. */
  delete(seq: number, now: Instant): void {
    this.#sql.exec('UPDATE messages SET deleted = 1, updated_at = ? WHERE seq = ?', now, seq)
    this.#sql.exec('UPDATE room SET deleted = deleted + 1')
    this.#countUnread()
  }

  /** Marks the author's messages up to and including `upTo` as read; returns whether any was unread. */
  markRead(authorId: number, upTo: number): boolean {
    const query = 'UPDATE messages SET read = 1 WHERE read = 0 AND user_id = ? AND seq <= ?'
    const wasUnread = this.#sql.exec(query, authorId, upTo).rowsWritten > 0
    if (wasUnread) this.#countUnread()
    return wasUnread
  }

  #countUnread(): void {
    this.#sql.exec(`UPDATE room SET lower_unread = ${unreadOf('lower_id')}, higher_unread = ${unreadOf('higher_id')}`)
  }

  /** The newest message that is not deleted. */
  latest(): StoredMessage | null {
    const [row] = this.#all<Row>(`SELECT ${COLUMNS} FROM messages WHERE deleted = 0 ORDER BY seq DESC LIMIT 1`)
    return row ? fromRow(row) : null
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

  queueEvent(userIds: readonly number[], frame: ServerFrame): void {
    const text = JSON.stringify(frame)
    for (const userId of userIds) this.#sql.exec('INSERT INTO events (user_id, frame) VALUES (?, ?)', userId, text)
  }

  queuedEvents(userId: number, afterRev: number, limit: number): RoomEvent[] {
    const query = 'SELECT rev, frame FROM events WHERE user_id = ? AND rev > ? ORDER BY rev LIMIT ?'
    return this.#all<RoomEvent>(query, userId, afterRev, limit)
  }

  deleteEvents(userId: number, upTo: number): void {
    this.#sql.exec('DELETE FROM events WHERE user_id = ? AND rev <= ?', userId, upTo)
  }

  hasEvents(): boolean {
    return this.#all<{ rev: number }>('SELECT rev FROM events LIMIT 1').length > 0
  }
}
