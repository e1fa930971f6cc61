import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { messageIdOf } from '#domain/chat/room'
import { bindings } from '#tests/people'
import { type Migration, migrate } from '../../party/migrations.ts'
import { broadcastParty } from '../../party/stubs.ts'
import { NOW, startClockAtNoon } from '../api/lesson-fixtures.ts'
import {
  allMessages,
  drainRoom,
  inChatParty,
  inUserParty,
  receivedMessages,
  roomOfTwo,
  roomStub,
  userStub,
} from './chat-rooms.ts'
import { openUserSocket } from './socket.ts'

startClockAtNoon()

const VERSION = 'schema-version'

/** The tables as objects had them before their version was recorded. Never edited: such objects exist. */
const CHAT_TABLES = `
  CREATE TABLE room (
    id INTEGER PRIMARY KEY, lower_id INTEGER NOT NULL, higher_id INTEGER NOT NULL,
    last_seq INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE messages (
    seq INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, ref_id TEXT, text TEXT NOT NULL, searched TEXT NOT NULL,
    read INTEGER NOT NULL DEFAULT 0, edited INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (user_id, ref_id));
  CREATE INDEX messages_unread ON messages (user_id, seq) WHERE read = 0;
  CREATE TABLE events (
    rev INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL, frame TEXT NOT NULL);
  CREATE INDEX events_user ON events (user_id, rev);`
const INBOX_TABLE = `CREATE TABLE inbox (
  room_id INTEGER PRIMARY KEY, other_id INTEGER NOT NULL, rev INTEGER NOT NULL DEFAULT 0,
  unread INTEGER NOT NULL DEFAULT 0, latest TEXT)`

/** Makes the storage what the code before versions would have written: these tables and rows, and no version. */
function rewrite({ sql, kv }: DurableObjectStorage, tables: string, rows: readonly [string, ...SqlStorageValue[]][]) {
  const made = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray()
  for (const { name } of made) if (!/^(?:_cf_|sqlite_)/.test(name)) sql.exec(`DROP TABLE ${name}`)
  kv.delete(VERSION)
  sql.exec(tables)
  for (const [query, ...values] of rows) sql.exec(query, ...values)
}

const versionOf = ({ kv }: DurableObjectStorage) => kv.get<number>(VERSION)

describe('an object written before its version was recorded', () => {
  it('opens with its messages and undelivered events intact', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const messages = 'INSERT INTO messages (seq, user_id, ref_id, text, searched, created_at, updated_at)'
    const event = { event: 'UserTyping', payload: { roomId, userId: student.id } }
    const [lower, higher] = [student.id, tutor.id].sort((one, other) => one - other) as [number, number]
    await inChatParty(roomId, (_room, { storage }) =>
      rewrite(storage, CHAT_TABLES, [
        ['INSERT INTO room (id, lower_id, higher_id, last_seq) VALUES (?, ?, ?, 2)', roomId, lower, higher],
        [`${messages} VALUES (1, ?, 'a', 'أهلا', 'اهلا', ?, ?)`, student.id, NOW, NOW],
        [`${messages} VALUES (2, ?, 'b', 'بيك', 'بيك', ?, ?)`, tutor.id, NOW, NOW],
        ['UPDATE messages SET read = 1 WHERE seq = 1'],
        // Each event was queued for the lower id and then for the other: the student has received hers of the second.
        ['INSERT INTO events (rev, user_id, frame) VALUES (1, ?, ?)', lower, JSON.stringify(event)],
        ['INSERT INTO events (rev, user_id, frame) VALUES (2, ?, ?)', higher, JSON.stringify(event)],
        [
          'INSERT INTO events (rev, user_id, frame) VALUES (?, ?, ?)',
          ...[tutor.id === lower ? 3 : 4, tutor.id, JSON.stringify(event)],
        ],
      ]),
    )
    const received = 'INSERT INTO inbox (room_id, other_id, rev) VALUES (?, ?, ?)'
    await inUserParty(student, (_party, { storage }) =>
      rewrite(storage, INBOX_TABLE, [[received, roomId, tutor.id, student.id === lower ? 3 : 4]]),
    )
    await evictDurableObject(userStub(student))
    await evictDurableObject(roomStub(roomId))
    const his = await openUserSocket(tutor)

    expect(await allMessages(student, roomId)).toMatchObject([
      { id: messageIdOf(roomId, 1), userId: student.id, refId: 'a', text: 'أهلا', read: true },
      { id: messageIdOf(roomId, 2), userId: tutor.id, refId: 'b', text: 'بيك', read: false },
    ])
    expect(await inChatParty(roomId, (_room, { storage }) => versionOf(storage))).toBe(6)

    const hers = await openUserSocket(student)
    expect(await hers.send('SendMessage', { roomId, text: 'أهلا', refId: 'a' })).toBe('ok')
    expect(await hers.send('SendMessage', { roomId, text: 'تمام', refId: 'c' })).toBe('ok')
    expect((await receivedMessages(his, 1)).map(({ id }) => id)).toEqual([messageIdOf(roomId, 3)])
    expect(his.received('UserTyping')).toEqual([event.payload, event.payload])
    await drainRoom(roomId)
    expect(await hers.receivedInAll('UserTyping')).toEqual([])
    expect(await his.receivedInAll('UserTyping')).toHaveLength(2)
    expect(await allMessages(student, roomId)).toHaveLength(3)
    expect(await inUserParty(tutor, (party) => party.inbox())).toMatchObject([{ roomId, unread: 1 }])
    expect(await inUserParty(student, (party) => party.inbox())).toMatchObject([{ roomId, unread: 1 }])
  })

  it('opens with its inbox intact', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const insertion = 'INSERT INTO inbox (room_id, other_id, rev, unread, latest) VALUES (?, ?, 7, 3, NULL)'
    await inUserParty(tutor, (_party, { storage }) => rewrite(storage, INBOX_TABLE, [[insertion, roomId, student.id]]))
    await evictDurableObject(userStub(tutor))
    expect(await inUserParty(tutor, (party) => party.inbox())).toEqual([{ roomId, unread: 3, latest: null }])
    expect(await inUserParty(tutor, (_party, { storage }) => versionOf(storage))).toBe(4)
  })

  it('stores nothing while it is only asked for presence', async () => {
    const { tutor } = await roomOfTwo()
    expect(await inUserParty(tutor, (party) => party.isOnline())).toBe(false)
    expect(await inUserParty(tutor, (_party, { storage }) => versionOf(storage))).toBeUndefined()
  })
})

describe('a step', () => {
  /** An object without tables of its own; each test has another. */
  let objects = 0
  const inEmptyObject = (look: (storage: DurableObjectStorage) => void) =>
    runInDurableObject(broadcastParty(bindings, 'TutorsCache', ++objects), (_party, { storage }) => look(storage))

  it('runs exactly once, in order, whenever it is added', () =>
    inEmptyObject((storage) => {
      const ran: number[] = []
      const steps: Migration[] = [1, 2, 3].map((number) => () => void ran.push(number))
      migrate(storage, steps.slice(0, 2))
      migrate(storage, steps.slice(0, 2))
      expect(ran).toEqual([1, 2])
      migrate(storage, steps)
      migrate(storage, steps)
      expect(ran).toEqual([1, 2, 3])
      expect(versionOf(storage)).toBe(3)
    }))

  it('changes the tables of the step before and keeps their rows', () =>
    inEmptyObject((storage) => {
      const first: Migration = (sql) => void sql.exec('CREATE TABLE notes (text TEXT NOT NULL)')
      migrate(storage, [first])
      storage.sql.exec("INSERT INTO notes (text) VALUES ('kept')")
      migrate(storage, [
        first,
        (sql) => void sql.exec('ALTER TABLE notes ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0'),
      ])
      expect(storage.sql.exec('SELECT * FROM notes').toArray()).toEqual([{ text: 'kept', pinned: 0 }])
    }))

  it('that fails leaves nothing behind and is run again', () =>
    inEmptyObject((storage) => {
      const first: Migration = (sql) => void sql.exec('CREATE TABLE notes (text TEXT NOT NULL)')
      const failing: Migration = (sql) => {
        sql.exec("INSERT INTO notes (text) VALUES ('half')")
        throw new Error('half-way')
      }
      expect(() => migrate(storage, [first, failing])).toThrow('half-way')
      expect([versionOf(storage), storage.sql.exec('SELECT * FROM notes').toArray()]).toEqual([1, []])
      migrate(storage, [first, (sql) => void sql.exec("INSERT INTO notes (text) VALUES ('whole')")])
      expect([versionOf(storage), storage.sql.exec('SELECT * FROM notes').toArray()]).toEqual([2, [{ text: 'whole' }]])
    }))

  it('is not run for an object that newer code has opened', () =>
    inEmptyObject((storage) => {
      const ran: number[] = []
      migrate(storage, [() => void ran.push(1), () => void ran.push(2)])
      migrate(storage, [() => void ran.push(1)])
      expect([ran, versionOf(storage)]).toEqual([[1, 2], 2])
    }))
})
