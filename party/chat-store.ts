import type { ServerFrame } from '#contract/live/user'
import type { Message } from '#contract/message'
import { normalise } from '#domain/arabic'
import { type Instant, toIso } from '#domain/cairo'
import { type ChatRoom, messageIdOf, plainMessage, type StoredMessage } from '#domain/chat/room'
import type { MessagePage, RoomEvent } from './interfaces.ts'
import { type Migration, migrate } from './migrations.ts'
import { newMessageFrame } from './room-wire.ts'

const unreadOf = (author: string) =>
  `(SELECT COUNT(*) FROM messages WHERE user_id = ${author} AND read = 0 AND deleted = 0)`

/** What a message is found by. */
const searchText = (text: string) => normalise(plainMessage(text))

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
  // Unread messages were counted again for every new message.
  (sql) => {
    sql.exec(`
      ALTER TABLE room ADD COLUMN lower_unread INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE room ADD COLUMN higher_unread INTEGER NOT NULL DEFAULT 0;
      UPDATE room SET lower_unread = ${unreadOf('lower_id')}, higher_unread = ${unreadOf('higher_id')};`)
  },
  // An event was one row per member, in pairs: the lower id's row had the odd number. The merged event takes the odd number, which a
  // member who has received either row has reached.
  (sql) => {
    sql.exec(`
      ALTER TABLE room ADD COLUMN last_rev INTEGER NOT NULL DEFAULT 0;
      UPDATE room SET last_rev = COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0);
      CREATE TABLE queued_events (rev INTEGER PRIMARY KEY, frame TEXT NOT NULL);
      INSERT INTO queued_events SELECT MIN(rev) - 1 + MIN(rev) % 2, MIN(frame) FROM events GROUP BY (rev - 1) / 2;
      DROP TABLE events;`)
  },
  // A message was three rows: itself, its event and the room's. The message alone contains the other two.
  (sql) => {
    sql.exec(`
      ALTER TABLE messages ADD COLUMN rev INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE room ADD COLUMN stored_rev INTEGER NOT NULL DEFAULT 0;
      UPDATE room SET stored_rev = COALESCE((SELECT MIN(rev) - 1 FROM queued_events), last_rev);
      ALTER TABLE room DROP COLUMN last_seq;
      ALTER TABLE room DROP COLUMN lower_unread;
      ALTER TABLE room DROP COLUMN higher_unread;`)
  },
  // Reading covers all messages of one author up to a `seq`, so one number replaces a flag and an index entry per message.
  (sql) => {
    sql.exec(`
      ALTER TABLE room ADD COLUMN lower_read INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE room ADD COLUMN higher_read INTEGER NOT NULL DEFAULT 0;
      UPDATE room SET
        lower_read = COALESCE((SELECT MAX(seq) FROM messages WHERE user_id = lower_id AND read = 1), 0),
        higher_read = COALESCE((SELECT MAX(seq) FROM messages WHERE user_id = higher_id AND read = 1), 0);
      DROP INDEX messages_unread;
      ALTER TABLE messages DROP COLUMN read;`)
  },
  // `normalise` folds more letters: messages that it folded before are folded again.
  (sql) => {
    const from = 'SELECT seq, text FROM messages WHERE seq > ? ORDER BY seq LIMIT 500'
    const after = (seq: number) => sql.exec<{ seq: number; text: string }>(from, seq).toArray()
    for (let page = after(0); page.length > 0; page = after(page.at(-1)?.seq ?? 0))
      for (const { seq, text } of page)
        sql.exec('UPDATE messages SET searched = ? WHERE seq = ?', searchText(text), seq)
  },
]

type Row = {
  seq: number
  user_id: number
  ref_id: string | null
  text: string
  edited: number
  deleted: number
  created_at: number
  updated_at: number
}
type RoomRow = {
  id: number
  lower_id: number
  higher_id: number
  deleted: number
  last_rev: number
  stored_rev: number
  lower_read: number
  higher_read: number
}

/**
 * For each member, in the order of `members`: `readUpTo` is the last `seq` of theirs that the other has read, `unread` counts what
 * they have written after it. `lastRev` is the number of the newest event, `storedRev` that of the last which both members have stored.
 */
export type StoredRoom = ChatRoom & {
  lastSeq: number
  lastRev: number
  storedRev: number
  deleted: number
  readUpTo: readonly [number, number]
  unread: readonly [number, number]
}

/** The members' values with another one for `member`. */
const withValueOf = (
  { members }: ChatRoom,
  member: number,
  [lower, higher]: readonly [number, number],
  value: number,
): readonly [number, number] => (member === members[0] ? [value, higher] : [lower, value])

const COLUMNS = 'seq, user_id, ref_id, text, edited, deleted, created_at, updated_at'

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

/** A room as a backup has it: its row, and its messages with the texts of deleted ones, which those who review reports may read. */
type RoomBackup = { room: RoomRow; messages: (Row & { rev: number })[] }

/** What members have received of the lost object is not known: events of a restored room are numbered above all of that. */
const REVS_AFTER_RESTORE = 1_000_000

/** The newest events are kept in memory, for the members who follow them. */
const RECENT_EVENTS = 200

/**
 * Every method is synchronous, so that no other event of the object runs between its statements. It is the only writer of its tables,
 * so the room, its newest message and its newest events are read once and cached.
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

  /** Commits all that `work` changes, or nothing of it, with the room's row. */
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
    const [newest] = this.#all<{ seq: number; rev: number }>('SELECT seq, rev FROM messages ORDER BY seq DESC LIMIT 1')
    const members = [row.lower_id, row.higher_id] as const
    const readUpTo = [row.lower_read, row.higher_read] as const
    return {
      id: row.id,
      members,
      lastSeq: newest?.seq ?? 0,
      lastRev: Math.max(row.last_rev, newest?.rev ?? 0),
      storedRev: row.stored_rev,
      deleted: row.deleted,
      readUpTo,
      unread: this.#countUnread(members, readUpTo),
    }
  }

  #writeRoom(): void {
    const { lastRev, storedRev, deleted, readUpTo } = this.#known()
    this.#sql.exec(
      'UPDATE room SET last_rev = ?, stored_rev = ?, deleted = ?, lower_read = ?, higher_read = ?',
      ...[lastRev, storedRev, deleted, ...readUpTo],
    )
  }

  #fromRow(row: Row): StoredMessage {
    const { members, readUpTo } = this.#known()
    return {
      seq: row.seq,
      userId: row.user_id,
      refId: row.ref_id,
      text: row.text,
      read: row.seq <= (readUpTo[members.indexOf(row.user_id)] ?? 0),
      edited: row.edited === 1,
      deleted: row.deleted === 1,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  }

  #known(): StoredRoom {
    const room = this.room()
    if (!room) throw new Error('A room is used before it is known')
    return room
  }

  saveRoom({ id, members: [lower, higher] }: ChatRoom): void {
    this.#sql.exec('INSERT OR IGNORE INTO room (id, lower_id, higher_id) VALUES (?, ?, ?)', id, lower, higher)
  }

  message(seq: number): StoredMessage | null {
    const [row] = this.#all<Row>(`SELECT ${COLUMNS} FROM messages WHERE seq = ?`, seq)
    return row ? this.#fromRow(row) : null
  }

  byRefId(userId: number, refId: string | null): StoredMessage | null {
    const query = `SELECT ${COLUMNS} FROM messages WHERE user_id = ? AND ref_id = ?`
    const [row] = this.#all<Row>(query, userId, refId)
    return row ? this.#fromRow(row) : null
  }

  /** Stores a message, whose row is its event as well. Returns the existing message if the author has used this `refId` before. */
  add({ userId, refId, text }: Pick<StoredMessage, 'userId' | 'refId' | 'text'>, now: Instant): StoredMessage | null {
    const room = this.#known()
    const [seq, rev] = [room.lastSeq + 1, room.lastRev + 1]
    const { rowsWritten } = this.#sql.exec(
      `INSERT INTO messages (seq, user_id, ref_id, text, searched, created_at, updated_at, rev) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (user_id, ref_id) DO NOTHING`,
      ...[seq, userId, refId, text, searchText(text), now, now, rev],
    )
    if (rowsWritten === 0) return this.byRefId(userId, refId)
    const unread = withValueOf(room, userId, room.unread, this.unreadOf(userId) + 1)
    this.#room = { ...room, lastSeq: seq, lastRev: rev, unread }
    const isNew = { read: false, edited: false, deleted: false, createdAt: now, updatedAt: now }
    this.#latest = JSON.stringify(wireMessage(room.id, { seq, userId, refId, text, ...isNew }))
    this.#remember({ rev, frame: newMessageFrame(this.#latest) })
    return null
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
    const room = this.#known()
    this.#room = { ...room, deleted: room.deleted + 1, unread: this.#countUnread(room.members, room.readUpTo) }
    this.#latest = undefined
  }

  /**
   * Within a change. Deletes the oldest messages of a member with their text, and returns the `seq` of those that were not deleted
   * before. Events that have the text of an edited one tell of its deletion instead.
   */
  erase(userId: number, limit: number, now: Instant): number[] {
    const query =
      "SELECT seq, deleted FROM messages WHERE user_id = ? AND (text <> '' OR deleted = 0) ORDER BY seq LIMIT ?"
    const found = this.#all<{ seq: number; deleted: number }>(query, userId, limit)
    const seqs = JSON.stringify(found.map(({ seq }) => seq))
    this.#sql.exec(
      `UPDATE messages SET text = '', searched = '', ref_id = NULL, deleted = 1, updated_at = ?
        WHERE seq IN (SELECT value FROM json_each(?))`,
      now,
      seqs,
    )
    this.#sql.exec(
      `UPDATE queued_events SET frame = json_object('event', 'RoomMessageDeleted', 'payload',
          json_object('roomId', json_extract(frame, '$.payload.roomId'), 'messageId', json_extract(frame, '$.payload.id')))
        WHERE json_extract(frame, '$.payload.text') IS NOT NULL AND json_extract(frame, '$.payload.userId') = ?`,
      userId,
    )
    const gone = found.filter(({ deleted }) => deleted === 0).map(({ seq }) => seq)
    const room = this.#known()
    this.#room = {
      ...room,
      deleted: room.deleted + gone.length,
      unread: this.#countUnread(room.members, room.readUpTo),
    }
    this.#latest = undefined
    this.#recent = []
    return gone
  }

  /** How many messages of a member have a text, or are not deleted. */
  wordsOf(userId: number): number {
    const query = "SELECT COUNT(*) AS count FROM messages WHERE user_id = ? AND (text <> '' OR deleted = 0)"
    return this.#all<{ count: number }>(query, userId)[0]?.count ?? 0
  }

  /** Within a change. Marks the author's messages up to and including `upTo`, which is one, as read; returns whether it was unread. */
  markRead(authorId: number, upTo: number): boolean {
    const room = this.#known()
    const { members } = room
    if (upTo <= (room.readUpTo[members.indexOf(authorId)] ?? 0)) return false
    const readUpTo = withValueOf(room, authorId, room.readUpTo, upTo)
    this.#room = { ...room, readUpTo, unread: this.#countUnread(members, readUpTo) }
    this.#latest = undefined
    return true
  }

  /** How many messages of a member the other has not read. */
  unreadOf(authorId: number): number {
    const { members, unread } = this.#known()
    return unread[members.indexOf(authorId)] ?? 0
  }

  #countUnread(
    [lower, higher]: ChatRoom['members'],
    [lowerRead, higherRead]: StoredRoom['readUpTo'],
  ): [number, number] {
    const of = '(SELECT COUNT(*) FROM messages WHERE seq > ? AND user_id = ? AND deleted = 0)'
    const query = `SELECT ${of} AS lower, ${of} AS higher`
    const [counts] = this.#all<{ lower: number; higher: number }>(query, lowerRead, lower, higherRead, higher)
    return [counts?.lower ?? 0, counts?.higher ?? 0]
  }

  /** The newest message that is not deleted, as JSON in the form of the API. */
  latest(): string | null {
    if (this.#latest === undefined) {
      const [row] = this.#all<Row>(`SELECT ${COLUMNS} FROM messages WHERE deleted = 0 ORDER BY seq DESC LIMIT 1`)
      this.#latest = row ? JSON.stringify(wireMessage(this.#known().id, this.#fromRow(row))) : null
    }
    return this.#latest
  }

  /** Newest first; with `afterSeq` oldest first, so that messages which arrive meanwhile do not shift the pages. */
  list({ page, size, afterSeq }: MessagePage): { messages: StoredMessage[]; total: number } {
    const where = 'deleted = 0 AND seq > ?'
    const order = afterSeq === null ? 'DESC' : 'ASC'
    const query = `SELECT ${COLUMNS} FROM messages WHERE ${where} ORDER BY seq ${order} LIMIT ? OFFSET ?`
    const messages = this.#all<Row>(query, afterSeq ?? 0, size, (page - 1) * size).map((row) => this.#fromRow(row))
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

  /** Within a change. A new message is its own event. */
  queueEvent(frame: ServerFrame): void {
    const room = this.#known()
    const event = { rev: room.lastRev + 1, frame: JSON.stringify(frame) }
    this.#sql.exec('INSERT INTO queued_events (rev, frame) VALUES (?, ?)', event.rev, event.frame)
    this.#room = { ...room, lastRev: event.rev }
    this.#remember(event)
  }

  #remember(event: RoomEvent): void {
    this.#recent.push(event)
    if (this.#recent.length > RECENT_EVENTS) this.#recent.shift()
  }

  /** At most `limit` events after `rev`, in order, without those that both members have stored. */
  eventsAfter(rev: number, limit: number): RoomEvent[] {
    const { id, lastRev, storedRev } = this.#known()
    const from = Math.max(rev, storedRev)
    if (from >= lastRev) return []
    const [first] = this.#recent
    if (first && first.rev <= from + 1) return this.#recent.slice(from + 1 - first.rev).slice(0, limit)
    const queued = this.#all<RoomEvent>('SELECT rev, frame FROM queued_events WHERE rev > ?', from)
    // Each message took one `rev`, so the wanted ones are among the newest `lastRev - from` messages.
    const query = `SELECT * FROM (SELECT ${COLUMNS}, rev FROM messages ORDER BY seq DESC LIMIT ?) WHERE rev > ?`
    const messages = this.#all<Row & { rev: number }>(query, lastRev - from, from).map((row) => ({
      rev: row.rev,
      frame: newMessageFrame(JSON.stringify(wireMessage(id, this.#fromRow(row)))),
    }))
    return [...queued, ...messages].sort((one, other) => one.rev - other.rev).slice(0, limit)
  }

  /** Deletes the events that both members have stored. */
  deleteEvents(upTo: number): void {
    const room = this.#known()
    if (upTo <= room.storedRev) return
    this.change(() => {
      this.#sql.exec('DELETE FROM queued_events WHERE rev <= ?', upTo)
      this.#room = { ...room, storedRev: upTo }
    })
    this.#recent = this.#recent.filter(({ rev }) => rev > upTo)
  }

  hasEvents(): boolean {
    const { lastRev, storedRev } = this.#known()
    return lastRev > storedRev
  }

  /** All that is needed to make the room again, as JSON; null for a room without messages. */
  backUp(): string | null {
    const room = this.room()
    if (!room || room.lastSeq === 0) return null
    const [row] = this.#all<RoomRow>('SELECT * FROM room')
    const messages = this.#all<Row & { rev: number }>(`SELECT ${COLUMNS}, rev FROM messages ORDER BY seq`)
    return JSON.stringify({ room: { ...row, last_rev: room.lastRev }, messages })
  }

  /** Makes the room of a backup, all of it or nothing. Returns false, and changes nothing, for a room that has messages. */
  restore(backup: string): boolean {
    if ((this.room()?.lastSeq ?? 0) > 0) return false
    const { room, messages } = JSON.parse(backup) as RoomBackup
    const lastRev = room.last_rev + REVS_AFTER_RESTORE
    this.#storage.transactionSync(() => {
      this.#sql.exec(
        `INSERT OR REPLACE INTO room (id, lower_id, higher_id, deleted, last_rev, stored_rev, lower_read, higher_read)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[room.id, room.lower_id, room.higher_id, room.deleted, lastRev, lastRev, room.lower_read, room.higher_read],
      )
      for (const row of messages)
        this.#sql.exec(
          `INSERT INTO messages (seq, user_id, ref_id, text, searched, edited, deleted, created_at, updated_at, rev)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[row.seq, row.user_id, row.ref_id, row.text, searchText(row.text), row.edited, row.deleted],
          ...[row.created_at, row.updated_at, row.rev],
        )
    })
    this.#room = null
    this.#latest = undefined
    this.#recent = []
    return true
  }
}
